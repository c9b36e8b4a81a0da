import { toLatinDigits } from '@sathi/domain/digits.ts';
import type { DecimalSign } from '@sathi/domain/statement-files.ts';

/** Compatible forms and digits as 0–9, without marks of direction, trimmed. */
export function plain(text: string): string {
  return toLatinDigits(text.normalize('NFKC').replaceAll('\u066b', DECIMAL))
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
}

/** The decimal sign of Arabic stands for the one of the file, so it goes another way than point and comma. */
const DECIMAL = '\ue000';
const MINUS = /[\u2010-\u2013\u2212]/g;
const CURRENCY = String.raw`(?:[A-Za-z]{2,3}\.?|\p{Sc}|টাকা)`;
const WHOLE_DIGITS_MAX = 13;

/**
 * A sum as files write it, in whole minor units: groups in threes or lakhs, a minus before or behind, parentheses, Cr or
 * Dr, one currency before or behind (R21.4). Null where there is none.
 *
 * @throws RangeError for everything else
 */
export function readAmount(text: string, decimal: DecimalSign): number | null {
  const group = decimal === '.' ? ',' : '.';
  let rest = plain(text)
    .replaceAll(MINUS, '-')
    .replaceAll(/[\u2019\u02bc]/g, "'")
    .replaceAll(DECIMAL, decimal)
    .replaceAll(/[\u066c\u060c]/g, group);
  if (rest === '' || rest === '-') return null;
  let minuses = 0;
  const take = (pattern: RegExp, isMinus: (part: string) => boolean): void => {
    const match = pattern.exec(rest);
    if (match === null) return;
    if (isMinus(match[0])) minuses += 1;
    rest = (match.groups?.['sum'] ?? rest.replace(match[0], '')).trim();
  };
  // A word of its own: `USD` ends in a D, too.
  take(/(?<![A-Za-z])(?:CR|DR|C|D)\.?$|^(?:CR|DR)\.?(?![A-Za-z])/i, (part) => /^d/i.test(part));
  for (const isCurrencyGone of [false, true]) {
    take(/^\((?<sum>.*)\)$/, () => true);
    take(/-$/, () => true);
    take(/^[+-]/, (part) => part === '-');
    if (!isCurrencyGone) take(new RegExp(`^${CURRENCY}\\s*|\\s*${CURRENCY}$`, 'u'), () => false);
  }
  // Two minuses may say the same twice, or that the one takes back the other.
  if (minuses > 1) throw new RangeError('amount');
  const minor = unsignedMinor(rest, decimal, group);
  return minuses === 1 && minor !== 0 ? -minor : minor;
}

function unsignedMinor(text: string, decimal: DecimalSign, group: string): number {
  const between = `[${group}' ]`;
  const whole = String.raw`\d+|\d{1,3}(?:${between}\d{3})+|\d{1,2}(?:${between}\d\d)*${between}\d{3}|`;
  const match = new RegExp(`^(?<whole>${whole})(?:\\${decimal}(?<part>\\d{0,2}))?$`).exec(text);
  const digits = match?.groups?.['whole']?.replaceAll(/\D/g, '') ?? '';
  const part = match?.groups?.['part'] ?? '';
  if (match === null || (digits === '' && part === '') || digits.length > WHOLE_DIGITS_MAX)
    throw new RangeError('amount');
  return Number(digits) * 100 + Number(part.padEnd(2, '0'));
}
