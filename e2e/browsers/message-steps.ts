import { BORROWER, INVESTORS } from '../people.ts';
import { textsOf } from '../texts.ts';
import type { Steps } from './journey.ts';

import { type Person, until } from './person.ts';

const text = textsOf('en');
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
/** A proposal of the borrower, partly backed by the writer. */
const SEEDED = 'A second machine, so my sister can sew too';
const LINK = 'https://example.org/looms';
const WORDS = `Did you see ${LINK} already?`;
/** Its name goes on with the number of unread messages. */
const MESSAGES = { role: 'button', name: /^Messages/ } as const;
const BOX = { role: 'textbox', name: text('messages.placeholder') } as const;

export const MESSAGE_STEPS: Steps = {
  'a message with a link raises the count of its reader at once, and the link can be followed': async (journey) => {
    const [reader, writer] = [await journey.as(BORROWER), await journey.as(INVESTORS[0])];
    await reader.goto('/App/Borrow/ROI');
    await until('the reader has no count', async () => ((await unreadOf(reader)) > 0 ? true : null));
    const before = await unreadOf(reader);

    await writer.goto(journey.published ?? (await journey.find(writer, THEIRS, { title: SEEDED })));
    await writer.press({ ...MESSAGES, within: 'main' });
    await writer.fill(BOX, WORDS);
    await writer.tab.pressEnter();
    await writer.see({ selector: `[role=log] a[href="${LINK}"]` });
    await journey.photograph(writer, 'messages');
    await until('the count does not rise', async () => ((await unreadOf(reader)) > before ? true : null));
  },
};

async function unreadOf(person: Person): Promise<number> {
  return person.tab.run(unreadInPage, undefined);
}

function unreadInPage(): number {
  const shown = Array.from(document.querySelectorAll('header button, nav button'))
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => element.textContent ?? '')
    .filter((words) => words.indexOf('Messages') >= 0);
  return Number((/\d+/.exec(shown[0] ?? '') ?? ['0'])[0]);
}
