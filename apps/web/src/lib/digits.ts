const ZEROS = [0x0660, 0x06f0, 0x09e6];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u09e6-\u09ef]/g;
const INVISIBLE = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/** Writes Bengali, Arabic and Persian digits as 0–9 and the Arabic decimal sign as a point. Everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, latinDigit).replaceAll('\u066b', '.');
}

/** An amount as people type it ("$ ১,২০০.৫০") as digits and a point. Letters stay, so that a check can refuse them. */
export function trimmedDecimal(text: string): string {
  return toLatinDigits(text)
    .replace(INVISIBLE, '')
    .replace(/[\s,\u066c$]/g, '');
}

function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((candidate) => candidate <= code && code < candidate + 10) ?? code;
  return String(code - zero);
}
