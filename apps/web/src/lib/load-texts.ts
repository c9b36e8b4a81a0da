import type { Catalogue } from '@sathi/texts/compile.ts';
import { chosenDigits, type Locale, rememberLocale } from './locale.ts';
import { createText, type Texts } from './text.tsx';

const PEOPLE = {
  en: () => import('virtual:catalogue/people.en'),
  be: () => import('virtual:catalogue/people.be'),
  ar: () => import('virtual:catalogue/people.ar'),
};
const STAFF = {
  en: () => import('virtual:catalogue/staff.en'),
  be: () => import('virtual:catalogue/staff.be'),
  ar: () => import('virtual:catalogue/staff.ar'),
};
const MONEY = {
  en: () => import('virtual:catalogue/money.en'),
  be: () => import('virtual:catalogue/money.be'),
  ar: () => import('virtual:catalogue/money.ar'),
};
const HELP = {
  en: () => import('virtual:catalogue/help.en'),
  be: () => import('virtual:catalogue/help.be'),
  ar: () => import('virtual:catalogue/help.ar'),
};

/**
 * Loads the texts in the browser: one catalogue for every page, and each of the others with the first page that asks.
 * The one that is `alreadyNeeded` is waited for: a page that the server drew with it would give way to a skeleton.
 */
export async function loadTexts(locale: Locale, alreadyNeeded?: 'staff' | 'money'): Promise<Texts> {
  const { default: people } = await PEOPLE[locale]();
  const digits = chosenDigits();
  const later = (load: () => Promise<{ default: Catalogue }>) => {
    let text: Promise<ReturnType<typeof createText>> | undefined;
    return () => (text ??= load().then(({ default: more }) => createText(locale, { ...people, ...more }, digits)));
  };
  const texts = {
    people: createText(locale, people, digits),
    staff: later(STAFF[locale]),
    money: later(MONEY[locale]),
    help: later(HELP[locale]),
  };
  if (alreadyNeeded) {
    const text = texts[alreadyNeeded]();
    // React reads a promise with these fields at once, and does not wait for it.
    void Object.assign(text, { status: 'fulfilled', value: await text });
  }
  return texts;
}

/**
 * Saves the choice of a language and loads the page again in it, once its texts are on this device: without them the page
 * could not be drawn, nor the choice be taken back. @throws where the network does not bring them
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  await PEOPLE[locale]();
  rememberLocale(locale);
  location.reload();
}
