import { plainNumber } from '@sathi/domain/digits.ts';
import { useEffect, useState } from 'react';
import { INTL_LOCALE, type Locale } from './locale.ts';

type PhoneLibrary = typeof import('./phone-library.ts');
export type PhoneValue = { country: string; number: string };

export const DEFAULT_COUNTRY = 'US';
/** Where the partners work, shown first; the rest arrives with the library. */
const FIRST_COUNTRIES = ['BD', 'IN', 'TL', 'US'];

let library: PhoneLibrary | undefined;

export function emptyPhone(country: string = DEFAULT_COUNTRY): PhoneValue {
  return { country, number: '' };
}

/** +8801712345678, or undefined while the number is not valid in its country. Without the library, digits as typed. */
export function e164({ country, number }: PhoneValue): string | undefined {
  const latin = plainNumber(number);
  if (!library) return latin.startsWith('+') ? latin.replace(/[^\d+]/g, '') : undefined;
  const parsed = library.parsePhoneNumberFromString(latin, country as never);
  return parsed?.isValid() ? parsed.number : undefined;
}

/** The number in groups, as its country writes it. */
export function groupedNumber({ country, number }: PhoneValue): string {
  const latin = plainNumber(number);
  return library ? new library.AsYouType(country as never).input(latin) : latin;
}

/** Loads the number rules; await it before judging a number on submit. */
export async function loadPhoneLibrary(): Promise<PhoneLibrary> {
  return (library ??= await import('./phone-library.ts'));
}

export type CountryOption = { value: string; label: string };

/** Countries by name in the reader's language. The full list and the calling codes come after first paint. */
export function useCountries(locale: Locale): CountryOption[] {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    void loadPhoneLibrary().then(() => setLoaded(true));
  }, []);
  return countryOptions(locale, loaded ? library : undefined);
}

function countryOptions(locale: Locale, known: PhoneLibrary | undefined): CountryOption[] {
  const names = new Intl.DisplayNames(INTL_LOCALE[locale], { type: 'region' });
  const collator = new Intl.Collator(INTL_LOCALE[locale]);
  const labelled = (code: string): CountryOption => ({
    value: code,
    label: `${names.of(code) ?? code}${known ? ` \u2066+${known.getCountryCallingCode(code as never)}\u2069` : ''}`,
  });
  const others = (known?.getCountries() ?? []).filter((code) => !FIRST_COUNTRIES.includes(code));
  const byName = (one: CountryOption, other: CountryOption) => collator.compare(one.label, other.label);
  return [...FIRST_COUNTRIES.map(labelled).sort(byName), ...others.map(labelled).sort(byName)];
}
