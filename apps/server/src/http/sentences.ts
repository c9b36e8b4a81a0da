import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { type LocalSum, writeLocal } from '@sathi/domain/local-money.ts';
import { dollarsOf, type Cents } from '@sathi/domain/money.ts';
import arPages from '@sathi/texts/ar/pages.json' with { type: 'json' };
import ar from '@sathi/texts/ar/refusals.json' with { type: 'json' };
import bePages from '@sathi/texts/be/pages.json' with { type: 'json' };
import be from '@sathi/texts/be/refusals.json' with { type: 'json' };
import { type Catalogue, compileTexts } from '@sathi/texts/compile.ts';
import enPages from '@sathi/texts/en/pages.json' with { type: 'json' };
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { dollarFormat, intlTag, localFormat } from '@sathi/texts/figures.ts';
import type { PageKey } from '@sathi/texts/keys.ts';
import { formatMessage, type MessageLanguage, type MessageValues } from '@sathi/texts/message.ts';
import type { Language } from './language.ts';

const REFUSALS: Readonly<Record<Language, Catalogue>> = {
  en: compileTexts(en),
  be: compileTexts(be),
  ar: compileTexts(ar),
};

const PAGES: Readonly<Record<Language, Catalogue>> = {
  en: compileTexts(enPages),
  be: compileTexts(bePages),
  ar: compileTexts(arPages),
};

/** How messages of a language are put together here, with its names and amounts as they are. */
export const WORDS: Readonly<Record<Language, MessageLanguage>> = {
  en: wordsOf('en'),
  be: wordsOf('be'),
  ar: wordsOf('ar'),
};

function wordsOf(language: Language): MessageLanguage {
  return { plurals: new Intl.PluralRules(intlTag(language)), number: String, isolate: (text) => text };
}

/** The sentence of a refusal or a field problem; an unknown key gives the one for an invalid value. */
export function sentence(language: Language, key: string, values: MessageValues = {}): string {
  const messages = REFUSALS[language];
  return formatMessage(messages[Object.hasOwn(messages, key) ? key : 'invalid']!, WORDS[language], values);
}

/** A text of the pages that the server writes without the app. It is no markup: values may need escaping. */
export function pageText(language: Language, key: PageKey, values: MessageValues = {}): string {
  return formatMessage(PAGES[language][key]!, WORDS[language], values);
}

/** An amount in dollars as the screens write it: $400, $8.33. */
export function formatUsd(language: Language, amount: Cents): string {
  return dollarFormat(intlTag(language))(dollarsOf(amount));
}

/** A sum in local money as the screens write it: BDT 1,020.00. */
export function formatLocal(language: Language, { amount, currency }: LocalSum): string {
  return localFormat(intlTag(language))(writeLocal(amount), currency);
}

/** A day near today, where an SMS has no room for the year: Nov 29; in scripts that take more of it, 29/11. */
export function formatShortDay(language: Language, day: CalendarDate): string {
  const format = new Intl.DateTimeFormat(intlTag(language), {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}

/** A day in words short enough for a line: 29 Nov 2026. */
export function formatDay(language: Language, day: CalendarDate): string {
  const format = new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(day));
}
