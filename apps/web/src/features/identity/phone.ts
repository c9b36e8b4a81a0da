import { parseIdentity } from '@sathi/domain/accounts.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { intlTag } from '@sathi/texts/figures.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Locale } from '../../lib/locale.ts';
import { useMfi } from '../../lib/use-mfi.ts';

type PhoneLibrary = typeof import('./phone-library.ts');
/** The number as it is typed, and the country it is in unless it begins with a plus. */
export type PhoneValue = { country: string; number: string };

const DEFAULT_COUNTRY = 'US';
/** The countries in which the partners work, with their calling codes; the rest arrives with the library. */
const FIRST_COUNTRIES: Readonly<Record<string, string>> = { BD: '880', IN: '91', TL: '670', US: '1' };
/** The country of the last number of this browser. */
const LAST_COUNTRY = 'sathi.country';

let library: PhoneLibrary | undefined;

/** +8801712345678, or undefined while the number is not valid in its country. Without the library, digits as typed. */
export function e164(typed: PhoneValue): string | undefined {
  const latin = latinOf(typed);
  if (!library) return latin.startsWith('+') ? latin.replace(/[^\d+]/g, '') : undefined;
  const parsed = library.parsePhoneNumberFromString(latin, typed.country as never);
  return parsed?.isValid() ? parsed.number : undefined;
}

/**
 * The number in Latin digits, with the plus that is missing before the calling code of another country, as cards of
 * phones leave it out (specification section 5). Ten digits are never taken for such a number.
 */
function latinOf({ country, number }: PhoneValue): string {
  const latin = plainNumber(number);
  const digits = latin.replaceAll(/\D/g, '');
  if (latin.startsWith('+') || digits.length <= 10) return latin;
  const isValid = (text: string) => library?.parsePhoneNumberFromString(text, country as never)?.isValid();
  return !isValid(latin) && isValid(`+${digits}`) ? `+${digits}` : latin;
}

/**
 * The phone or e-mail address that is typed, or null: a number of its country, else as the service reads it, for which ten
 * digits are of the US.
 */
export function identityOf(typed: PhoneValue) {
  return parseIdentity(e164(typed) ?? typed.number);
}

/** The number in groups, as its country writes it. */
export function groupedNumber({ country, number }: PhoneValue): string {
  const latin = plainNumber(number);
  return library ? new library.AsYouType(country as never).input(latin) : latin;
}

/** The country that the number names by its calling code, or the chosen one; undefined for a code that is none's. */
export function countryOf(typed: PhoneValue): string | undefined {
  const latin = latinOf(typed);
  if (!latin.startsWith('+')) return typed.country;
  return library?.parsePhoneNumberFromString(latin)?.country;
}

/** The same number in another country: a calling code that was typed goes. */
export function movedTo(country: string, typed: PhoneValue): PhoneValue {
  const latin = latinOf(typed);
  if (!latin.startsWith('+')) return { ...typed, country };
  const national = library?.parsePhoneNumberFromString(latin)?.nationalNumber ?? '';
  return { country, number: groupedNumber({ country, number: national }) };
}

/** Loads the number rules; await it before judging a number on submit. */
export async function loadPhoneLibrary(): Promise<PhoneLibrary> {
  return (library ??= await import('./phone-library.ts'));
}

/** An empty number in the country this browser used last, or in the default one, as the server draws it. */
export function useEmptyPhone(): PhoneValue {
  const country = useSyncExternalStore(noNews, lastCountry, () => DEFAULT_COUNTRY);
  return { country, number: '' };
}

const noNews = () => () => undefined;

function lastCountry(): string {
  const stored = localStorage.getItem(LAST_COUNTRY) ?? '';
  return /^[A-Z]{2}$/.test(stored) ? stored : DEFAULT_COUNTRY;
}

/** Keeps the country of a whole number for the next form on this browser. */
export function rememberCountry(phone: PhoneValue): void {
  const country = e164(phone) && countryOf(phone);
  if (country) localStorage.setItem(LAST_COUNTRY, country);
}

/** Whether an SMS can reach the country of this number: elsewhere a code goes by e-mail (R17.7). Yes while it is unknown. */
export function useSmsReach(): (phone: PhoneValue) => boolean {
  const { data: mfi } = useMfi();
  return (phone) => {
    const country = countryOf(phone);
    return mfi === undefined || country === undefined || mfi.smsCountries.includes(country);
  };
}

export type Country = { code: string; name: string; callingCode: string | undefined };

/** Countries by name in the reader's language, that of the MFI first. Most of them and their codes come after first paint. */
export function useCountries(locale: Locale): readonly Country[] {
  const { data: mfi } = useMfi();
  const [loaded, setLoaded] = useState(library !== undefined);
  useEffect(() => {
    void loadPhoneLibrary().then(() => setLoaded(true));
  }, []);
  return countriesOf(locale, mfi?.country, loaded ? library : undefined);
}

function countriesOf(locale: Locale, own: string | undefined, known: PhoneLibrary | undefined): readonly Country[] {
  const names = new Intl.DisplayNames(intlTag(locale), { type: 'region' });
  const collator = new Intl.Collator(intlTag(locale));
  const named = (code: string): Country => ({
    code,
    name: names.of(code) ?? code,
    callingCode: known?.getCountryCallingCode(code as never) ?? FIRST_COUNTRIES[code],
  });
  const byName = (one: Country, other: Country) => collator.compare(one.name, other.name);
  const first = Object.keys(FIRST_COUNTRIES).map(named).sort(byName);
  const others = (known?.getCountries() ?? []).filter((code) => !(code in FIRST_COUNTRIES));
  const all = [...first, ...others.map(named).sort(byName)];
  return [...all.filter(({ code }) => code === own), ...all.filter(({ code }) => code !== own)];
}
