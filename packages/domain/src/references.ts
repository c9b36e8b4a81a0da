import { plainNumber } from './digits.ts';
import { normalForm } from './text.ts';

/**
 * An ISO 11649 creditor reference of digits: `RF`, two check digits, eight digits (R19.4). A bank's own form checks it,
 * so that a slip of the finger is told before the money leaves.
 */
export type Reference = string & { readonly __kind: 'reference' };

/** The first of the eight digits says whose it is: of a person at an MFI, a loan or a payout. */
const REFERENCE_KINDS = { person: 1, loan: 2, payout: 3 } as const;
export type ReferenceKind = keyof typeof REFERENCE_KINDS;

/** The other seven digits are drawn at random out of this many. */
export const REFERENCE_NUMBERS = 10_000_000;

/** @throws RangeError for a number that has more than seven digits */
export function referenceOf(kind: ReferenceKind, number: number): Reference {
  if (!Number.isInteger(number) || number < 0 || number >= REFERENCE_NUMBERS) {
    throw new RangeError(`not seven digits: ${number}`);
  }
  const digits = `${REFERENCE_KINDS[kind]}${String(number).padStart(7, '0')}`;
  const check = String(98 - remainder(`${digits}RF00`)).padStart(2, '0');
  return `RF${check}${digits}` as Reference;
}

/** Reads what a person types: spaces, hyphens, case and foreign digits do not matter. Wrong check digits are null. */
export function parseReference(typed: string): Reference | null {
  const compact = plainNumber(normalForm(typed, 'NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  return /^RF\d{10}$/.test(compact) && hasRightCheck(compact) ? (compact as Reference) : null;
}

/** Whether the check digits of an ISO 11649 reference of any length are right; `text` is compact and in capitals. */
export function hasRightCheck(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1;
}

/** The kind of a reference; null for a right one that begins like none of ours. */
export function kindOfReference(reference: Reference): ReferenceKind | null {
  const digit = Number(reference[4]);
  const kinds = Object.keys(REFERENCE_KINDS) as ReferenceKind[];
  return kinds.find((kind) => REFERENCE_KINDS[kind] === digit) ?? null;
}

/** A reference in fours, as people read it out: `RF08 1000 4217`. */
export function formatReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** ISO 7064 MOD 97-10: letters count as 10 to 35. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
