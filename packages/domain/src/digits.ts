/** Where the digits of Arabic, Persian and Bengali begin. */
const ZEROS = [0x0660, 0x06f0, 0x09e6];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u09e6-\u09ef]/g;

/** Writes Bengali, Arabic and Persian digits as 0–9 and the Arabic decimal sign as a point. Everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, latinDigit).replaceAll('\u066b', '.');
}

/**
 * A number that is a name and no quantity (phone, code, account, day) as somebody typed or pasted it: in Latin digits, trimmed,
 * and without joiners and marks of direction, which nobody sees and which come along from other programs.
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
