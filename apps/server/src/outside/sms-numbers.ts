import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The kinds of number that are a person's phone. Premium numbers are why strangers have codes sent to themselves.
 */
const KINDS: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Whether an SMS may go to this number (E.164): one of a phone, in a country of the list. */
export function mayReceiveSms(phone: string, countries: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  return (
    number !== undefined &&
    number.isValid() &&
    countries.includes((number.country satisfies CountryCode | undefined) ?? '') &&
    KINDS.includes(number.getType())
  );
}

/**
 * Whether an SMS could go to a number that somebody wrote down: of a country of the list or one that cannot be told, long enough, and
 * of no landline. Numbers that no country has given out pass, for those of a demo are such.
 */
export function mayBeReached(phone: string, countries: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  if (number === undefined || !number.isPossible()) return false;
  const type = number.getType();
  return (
    (number.country === undefined || countries.includes(number.country)) && (type === undefined || KINDS.includes(type))
  );
}

/**
 * Whether a number is spelt as its country gives it out. With the zero that is dialled at home after the country code an SMS may arrive
 * all the same, but it is another text, so one phone would be two. A number that cannot be read passes.
 */
export function isSpeltRight(phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number === undefined || number.number === phone;
}

/** The country of a number (E.164), as two capital letters; null when it cannot be told. */
export function countryOf(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null;
}

/** Whether codes go to this number by SMS: its country is of the list, or cannot be told. */
export function isServed(phone: string, countries: readonly string[]): boolean {
  const country = countryOf(phone);
  return country === null || countries.includes(country);
}

/** Whether two capital letters are a country that has phones. */
export function isCountryWithPhones(country: string): boolean {
  return isSupportedCountry(country);
}
