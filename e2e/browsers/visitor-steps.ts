import { BORROWER } from '../people.ts';
import { textsOf } from '../texts.ts';
import { newPhone } from '../new-phone.ts';
import type { Steps } from './journey.ts';
import { type Person, until } from './person.ts';

const text = textsOf('en');
const SHOWN = '/api/mfi/showcase?name=ROI';
const NEW_PASSWORD = 'four warm lentil soups';

export const VISITOR_STEPS: Steps = {
  'a visitor sees the start page': async ({ open, photograph }) => {
    const visitor = await open();
    await visitor.goto('/App/Start/ROI');
    await visitor.see({ role: 'heading' });
    await visitor.see({ role: 'link', name: text('identity.start.getStarted') });
    await picturesAreThere(visitor);
    await photograph(visitor, 'start');
  },

  'a visitor reads a proposal with all its parts': async ({ open, find, photograph }) => {
    const visitor = await open();
    await visitor.goto(await find(null, SHOWN, {}));
    await visitor.see({ selector: 'main h1' });
    await visitor.gone({ text: text('common.loading') });
    await visitor.gone({ text: opening(text('common.loadFailed')) });
    await picturesAreThere(visitor);
    await photograph(visitor, 'proposal');
  },

  'a new person registers with a code': async ({ open, latestCode }) => {
    const person = await open();
    const { national, e164 } = newPhone();
    const next = () => person.press({ role: 'button', name: text('common.stepNext') });
    await person.goto('/App/Register/ROI');
    await person.set({ role: 'combobox', name: text('common.country') }, 'US');
    await person.fill({ selector: 'input[type=tel]' }, national);
    await person.fill({ role: 'textbox', name: text('identity.field.email') }, `rahima.${national}@mail.example`);
    await next();
    await person.fill({ role: 'textbox', name: text('identity.field.firstName') }, 'Rahima');
    await person.fill({ role: 'textbox', name: text('identity.field.lastName') }, 'Begum');
    await next();
    await person.fill({ role: 'textbox', name: text('identity.field.password') }, NEW_PASSWORD);
    await person.fill({ role: 'textbox', name: text('identity.field.confirmPassword') }, NEW_PASSWORD);
    await person.press({ role: 'checkbox' });
    await person.press({ role: 'button', name: text('identity.register.submit') });
    await person.see({ role: 'heading', name: text('identity.verify.title') });
    await person.fill({ selector: 'input[autocomplete=one-time-code]' }, await latestCode(e164));
    await person.press({ role: 'button', name: text('identity.verify.submit') });
    await person.comesTo(/\/App\/(?!VerifyCode|Login|Register)/);
  },

  'a borrower signs in and sees Home': async ({ as, photograph }) => {
    const borrower = await as(BORROWER);
    await borrower.goto('/App/Borrow/ROI');
    await borrower.see({ role: 'button', name: text('home.addProposal') });
    await borrower.see({ selector: 'main a[href*="/App/proposal?"]' });
    await borrower.gone({ text: opening(text('common.loadFailed')) });
    await photograph(borrower, 'home');
  },
};

/** Matches a text that goes on. */
const opening = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));

/** Waits until each picture in view has come and could be read. */
async function picturesAreThere(person: Person): Promise<void> {
  await until('a picture does not come', async () =>
    (await person.tab.run(allPicturesHaveCome, undefined)) ? true : null,
  );
}

function allPicturesHaveCome(): boolean {
  const inView = Array.from(document.images).filter((image) => {
    const { top, width } = image.getBoundingClientRect();
    return width > 0 && top < innerHeight;
  });
  return inView.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
}
