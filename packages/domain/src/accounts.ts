import { plainNumber } from './digits.ts';
import { firstLetter } from './letters.ts';
import { lengthInCodePoints, normalForm } from './text.ts';

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
export const CODE_RESEND_SECONDS = 60;
export const CODE_MINUTES = 10;
export const CODE_TRIES_MAX = 5;
/** A new address that nobody confirms for this long ends (R33.1). */
export const ADDRESS_CHANGE_DAYS = 7;
export const BIO_LENGTH_MAX = 1000;
export const NAME_LENGTH_MAX = 80;

/**
 * Trimmed, lower-cased, in Latin digits, `+1` before ten of them, else `+` when it is missing (specification section 5,
 * section 9). Spaces, brackets, points and dashes between the digits go.
 */
export function normalizePhone(text: string): string {
  const compact = plainNumber(text)
    .toLowerCase()
    .replace('\uff0b', '+')
    .replaceAll(/[\s().\p{Pd}]/gu, '');
  if (/^\d{10}$/.test(compact)) return `+1${compact}`;
  return compact.startsWith('+') ? compact : `+${compact}`;
}

/** E.164: a plus and 8 to 15 digits, the first not zero. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(text);
}

/** The shape of an address, not its existence: one @, a dot in the domain, no spaces, no control characters, ≤ 254. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+\.[^\s\p{C}@<>"(),:;\\[\].]{2,}$/u.test(text)
  );
}

/** Trimmed, also of the marks of direction that a copied address is wrapped in, composed (NFC) and lower-cased. */
export function normalizeEmail(text: string): string {
  // Each run of blanks is found once; a search for one at the end would begin anew at every blank of all others.
  const trimmed = text.replace(/[\s\p{Bidi_C}]+/gu, (run, at: number) =>
    at === 0 || at + run.length === text.length ? '' : run,
  );
  return normalForm(trimmed).toLowerCase();
}

/** The code of an SMS or a mail, in any kind of digits and with the spaces it was typed or pasted with. */
export function normalizeCode(text: string): string {
  return plainNumber(text).replaceAll(/[\s\p{Pd}]/gu, '');
}

export type PasswordProblem = 'password_too_short' | 'password_too_long' | 'password_too_common';

/** Null when the password may be used. Any characters are allowed and none is cut off. `isCommon` looks up a list of known ones. */
export function passwordProblem(password: string, isCommon: (password: string) => boolean): PasswordProblem | null {
  const length = lengthInCodePoints(password);
  if (length < PASSWORD_LENGTH_MIN) return 'password_too_short';
  if (length > PASSWORD_LENGTH_MAX) return 'password_too_long';
  return isCommon(password) ? 'password_too_common' : null;
}

export type AddressKind = 'email' | 'phone';

/** The addresses that an account asks for in the place of its own. */
export function changedAddresses(
  before: Readonly<Record<AddressKind, string>>,
  asked: Readonly<Record<AddressKind, string>>,
): Array<{ readonly kind: AddressKind; readonly value: string }> {
  const kinds: readonly AddressKind[] = ['email', 'phone'];
  const changed = kinds.filter((kind) => normalizeEmail(asked[kind]) !== normalizeEmail(before[kind]));
  return changed.map((kind) => ({ kind, value: asked[kind] }));
}

/** The address of a reset: an e-mail address as it is, or a phone (R17.6). Null when the text is neither. */
export function parseIdentity(text: string): { readonly kind: 'email' | 'phone'; readonly value: string } | null {
  const trimmed = text.trim();
  if (trimmed.includes('@')) {
    const email = normalizeEmail(trimmed);
    return isEmail(email) ? { kind: 'email', value: email } : null;
  }
  const phone = normalizePhone(trimmed);
  return isPhone(phone) ? { kind: 'phone', value: phone } : null;
}

/** `+88•••12`: enough to recognise one's own number, not enough to learn another's. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••${phone.slice(-2)}`;
}

/** `a•••@d•••`: as {@link maskPhone}. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${firstLetter(name)}•••@${firstLetter(domain)}•••`;
}
