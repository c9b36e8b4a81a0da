import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { BORROWER, INVESTORS, STAFF_OF_ROI } from '../people.ts';
import { textsOf } from '../texts.ts';
import type { Journey, Steps } from './journey.ts';

import type { Person } from './person.ts';

const text = textsOf('en');
const TITLE = 'Looms for two sisters';
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';
const DIALOG = 'dialog[open]';

const button = (key: string) => ({ role: 'button', name: text(key) }) as const;
const inDialog = (key: string) => ({ ...button(key), within: DIALOG }) as const;

export const LOAN_STEPS: Steps = {
  'a borrower writes a proposal with a picture and publishes it': async (journey) => {
    const borrower = await journey.as(BORROWER);
    const next = () => borrower.press(button('common.stepNext'));
    await borrower.goto('/App/Borrow/ROI');
    await borrower.press(button('home.addProposal'));
    await borrower.see({ text: text('pictures.choose') });
    await attachPhoto(borrower);
    await borrower.see({ text: text('pictures.sent') });
    await next();
    await borrower.fill({ role: 'textbox', name: text('proposal.title') }, TITLE);
    await next();
    await borrower.fill({ role: 'textbox', name: text('proposal.amount') }, '100');
    await borrower.fill({ role: 'textbox', name: text('proposal.monthsToRepay') }, '12');
    await borrower.set({ role: 'textbox', name: text('proposal.startDate') }, '2030-05-31');
    await journey.photograph(borrower, 'proposal-form');
    await next();
    await borrower.fill(
      { role: 'textbox', name: text('proposal.description') },
      'Two looms and the yarn for a season.',
    );
    await next();
    await borrower.press(button('proposal.publish'));
    await borrower.see({ role: 'heading', name: text('proposal.published') });
    const { searchParams } = new URL(await borrower.comesTo(/\/App\/Published\?/));
    journey.published = `/App/proposal?mfi=ROI&id=${searchParams.get('id')}`;
  },

  'a backer opens the proposal and gives all of the rest': async (journey) => {
    const backer = await journey.as(INVESTORS[0]);
    await backer.goto(journey.published ?? (await journey.find(backer, THEIRS, { allows: 'invest' })));
    await backer.press(button('money.actions.invest'));
    await backer.press(inDialog('money.invest.rest'));
    await backer.press(inDialog('common.review'));
    await backer.press(inDialog('money.invest.submit'));
    await backer.press(inDialog('money.done'));
    await backer.gone({ selector: DIALOG });
  },

  'an officer approves a loan and releases the money': async (journey) => {
    const officer = await journey.as(STAFF_OF_ROI);
    await officer.goto(await toBeDecided(journey, officer, 'approve'));
    await officer.press(button('money.actions.approve'));
    await tickAll(officer);
    await officer.press(inDialog('common.yesTo'));
    await officer.gone({ selector: DIALOG });
    await officer.gone(button('money.actions.approve'));
    await officer.goto(await toBeDecided(journey, officer, 'releaseFunds'));
    await officer.press(button('money.actions.releaseFunds'));
    await officer.press(inDialog('mfi.release.submit'));
    await officer.gone({ selector: DIALOG });
    await officer.gone(button('money.actions.releaseFunds'));
  },

  'a borrower repays an instalment': async ({ as, find }) => {
    const borrower = await as(BORROWER);
    await borrower.goto(await find(borrower, OWN, { allows: 'repay' }));
    await borrower.press(button('money.actions.repay'));
    await borrower.press(inDialog('money.repay.instalment'));
    await borrower.press(inDialog('common.review'));
    await borrower.press(inDialog('money.repay.submit'));
    await borrower.see({ text: text('money.repay.success') });
  },
};

/** The loan of this walk, or one of the demo data that waits for the same decision. */
async function toBeDecided({ published, find }: Journey, officer: Person, allows: string): Promise<string> {
  const waiting = await find(officer, OF_ROI, { allows });
  if (published === null) return waiting;
  await officer.goto(published);
  const action = allows === 'approve' ? 'money.actions.approve' : 'money.actions.releaseFunds';
  await officer.see({ selector: 'main h1' });
  await officer.gone({ text: text('common.loading') });
  return (await officer.isThere(button(action))) ? published : waiting;
}

/** The officer says of the picture, point by point, that nothing speaks against it. */
async function tickAll(person: Person): Promise<void> {
  const yes = { selector: 'button:disabled', name: text('common.yesTo'), within: DIALOG };
  const box = { selector: 'input[type=checkbox]:not(:checked)', within: DIALOG };
  await person.see(inDialog('common.yesTo'));
  while (await person.isThere(yes)) await person.press(box);
}

/** Attaches a photo as large as a phone takes it, so that the browser makes it smaller before it sends it. */
async function attachPhoto(person: Person): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-photo-'));
  const photo = path.join(folder, 'looms.jpg');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"><rect width="100%" height="100%" fill="#cde"/>
    <circle cx="50%" cy="50%" r="30%" fill="#c2571a"/></svg>`;
  try {
    await sharp(Buffer.from(svg)).jpeg().toFile(photo);
    await person.tab.attach('input[type=file]', photo);
    await person.see({ role: 'image', name: text('pictures.chosen') });
  } finally {
    await rm(folder, { recursive: true });
  }
}
