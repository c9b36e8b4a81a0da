import { setTimeout as sleep } from 'node:timers/promises';
import { findInPage, type Found, searchOf, selectInPage, setInPage, type Wanted, wasPressedInPage } from './in-page.ts';
import type { Tab } from './tab.ts';

const WAIT_MS = 10_000;
const PAUSE_MS = 80;
const PRESSES_MAX = 3;

/** A person before one window, who waits for each thing as long as a busy machine takes. */
export type Person = ReturnType<typeof personAt>;

export function personAt(tab: Tab, url: string) {
  const find = (wanted: Wanted): Promise<Found | null> => tab.run(findInPage, searchOf(wanted));
  const see = (wanted: Wanted) => until(`${spoken(wanted)} is not there`, async () => await find(wanted));
  const reach = async (wanted: Wanted): Promise<Found> => {
    let why = 'is not there';
    return until(
      () => `${spoken(wanted)} ${why}`,
      async () => {
        const found = await find(wanted);
        why = found === null ? 'is not there' : (found.hindrance ?? '');
        return found?.hindrance === null ? found : null;
      },
    );
  };
  /** Presses again where the page has moved under the pointer. */
  const press = async (wanted: Wanted) => {
    for (let presses = 0; presses < PRESSES_MAX; presses++) {
      await tab.press(await reach(wanted));
      if (await isFelt(tab)) return;
    }
    throw new Error(`${spoken(wanted)} feels no press`);
  };
  return {
    tab,
    see,
    press,
    goto: (path: string) => tab.goto(new URL(path, url).href),
    isThere: async (wanted: Wanted) => (await find(wanted)) !== null,
    gone: (wanted: Wanted) =>
      until(`${spoken(wanted)} stays`, async () => ((await find(wanted)) === null ? true : null)),
    fill: async (wanted: Wanted, words: string) => {
      await reach(wanted);
      await tab.run(selectInPage, undefined);
      await tab.type(words);
      await until(`${spoken(wanted)} stays empty`, async () => ((await find(wanted))?.value ? true : null));
    },
    set: async (wanted: Wanted, value: string) => {
      await reach(wanted);
      await tab.run(setInPage, value);
    },
    address: () => tab.run(() => location.href, undefined),
    comesTo: (address: RegExp) =>
      until(`the address never fits ${String(address)}`, async () => {
        const href = await tab.run(() => location.href, undefined);
        return address.test(href) ? href : null;
      }),
  };
}

/** A page that cannot be asked is on its way to the next one, which the press has begun. */
async function isFelt(tab: Tab): Promise<boolean> {
  for (let looks = 0; looks < 5; looks++) {
    if (await tab.run(wasPressedInPage, undefined).catch(() => true)) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

/** Asks until there is an answer. A page on its way to the next one cannot be asked, and is asked again. */
export async function until<Answer>(
  lack: string | (() => string),
  ask: () => Promise<Answer | null>,
  withinMs = WAIT_MS,
): Promise<Answer> {
  const endsAt = Date.now() + withinMs;
  let problem = '';
  while (Date.now() < endsAt) {
    try {
      const answer = await ask();
      if (answer !== null) return answer;
      problem = '';
    } catch (error) {
      problem = `: ${(error as Error).message}`;
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`${typeof lack === 'string' ? lack : lack()}${problem}`);
}

function spoken({ selector, role, name, text, within }: Wanted): string {
  const which = [role ?? selector ?? 'the text', name ?? text].filter(Boolean).map(String).join(' ');
  return within === undefined ? which : `${which} in ${within}`;
}
