import type { Catalogue } from '@sathi/texts/compile.ts';
import { chosenDigits, type Locale } from './locale.ts';
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

/** In the browser: one catalogue for every page, and each of the others with the first page that asks. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const { default: people } = await PEOPLE[locale]();
  const digits = chosenDigits();
  const later = (load: () => Promise<{ default: Catalogue }>) => {
    let text: Promise<ReturnType<typeof createText>> | undefined;
    return () => (text ??= load().then(({ default: more }) => createText(locale, { ...people, ...more }, digits)));
  };
  return {
    people: createText(locale, people, digits),
    staff: later(STAFF[locale]),
    money: later(MONEY[locale]),
    help: later(HELP[locale]),
  };
}
