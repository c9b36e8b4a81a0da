import type { Digits } from '@sathi/texts/figures.ts';

export const LOCALES = ['en', 'be', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** `be` is the product's name for Bengali; to browsers it is Belarusian, so it never reaches `lang` or `Intl`. */
export const BROWSER_LANGUAGE: Record<Locale, 'en' | 'bn' | 'ar'> = { en: 'en', be: 'bn', ar: 'ar' };

/** Each language in its own words, for the language select. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', be: 'বাংলা', ar: 'العربية' };

const YEAR_SECONDS = 31_536_000;

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

export function localeOf(value: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/** The language the server rendered this document in. */
export function documentLocale(): Locale {
  return LOCALES.find((locale) => BROWSER_LANGUAGE[locale] === document.documentElement.lang) ?? 'en';
}

/** The person's choice on this device, else the language of the document. */
export function chosenLocale(): Locale {
  return localeOf(localStorage.getItem('language')) ?? documentLocale();
}

/** Tells the server through a cookie, since it cannot read local storage. */
export function rememberLocale(locale: Locale): void {
  localStorage.setItem('language', locale);
  document.cookie = `language=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** The digits that the person chose on this device; the server reads the same cookie. */
export function chosenDigits(): Digits {
  return /(?:^|; )digits=native(?:;|$)/.test(document.cookie) ? 'native' : 'latin';
}

export function rememberDigits(digits: Digits): void {
  document.cookie = `digits=${digits}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** The place of the id of a person whose account does not know yet which language they chose here. */
export const UNTOLD_LANGUAGE = 'untold-language';
