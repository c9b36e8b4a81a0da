/** The longest reason that a person gives for what they do, in code points. */
export const REASON_LENGTH_MAX = 500;

/**
 * The length of a text once it is stored: Unicode code points, as `char_length` counts in Postgres (R17.4), of the
 * composed form. Some Bengali letters are two there that keyboards write as one, so typed text must be counted like
 * kept text.
 */
export function lengthInCodePoints(text: string): number {
  return [...normalForm(text)].length;
}

/** More marks in a row than any script writes; putting them in order takes the square of their number (UAX 15, stream-safe). */
const PILED_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A text of any length in a normal form of Unicode, at once: of more than 30 marks in a row the rest is left out. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replace(PILED_MARKS, '$1').normalize(form);
}

// oxlint-disable-next-line no-control-regex -- control characters are the ones to remove
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** A visible character. Joiners, direction marks and fillers alone leave a reader with an empty text. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * Free text as stored: composed (NFC), trimmed, without control characters other than tab and newline, and empty when
 * no character of it is visible.
 */
export function cleanText(text: string): string {
  const clean = normalForm(text.replace(LONE_SURROGATE, '').replaceAll('\r\n', '\n').replace(CONTROL, '')).trim();
  return VISIBLE.test(clean) ? clean : '';
}

/** True when a one-line text carries marks that could show it in another order than it was written. */
export function hasBidiOverride(text: string): boolean {
  return BIDI_OVERRIDE.test(text);
}
