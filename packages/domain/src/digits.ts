/** The code points at which the digits of Arabic, Persian, Devanagari and Bengali begin. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/**
 * Writes Bengali, Devanagari, Arabic and Persian digits as 0–9 and the Arabic decimal sign as a point. All other characters stay.
 */
export function toLatinDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, latinDigit).replaceAll('\u066b', '.');
}

/**
 * A number that names a thing and counts none (phone, code, account, day), as typed or pasted: in Latin digits,
 * trimmed, and without joiners and marks of direction, which are invisible and come along from other programs.
 */
export function plainNumber(text: string): string {
  return toLatinDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
}

function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((candidate) => candidate <= code && code < candidate + 10) ?? code;
  return String(code - zero);
}
