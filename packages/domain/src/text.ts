/**
 * How long a text is once it is stored: Unicode code points, as `char_length` counts in Postgres (R17.4), of the composed form.
 * Some Bengali letters are two there that keyboards write as one, so what is typed must be counted like what is kept.
 */
export function lengthInCodePoints(text: string): number {
  return [...text.normalize('NFC')].length;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Something a reader sees. Joiners, direction marks and fillers alone are as good as nothing. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * What is stored of free text: composed (NFC), trimmed, without control characters other than tab and newline, and nothing
 * when nobody could see it.
 */
export function cleanText(text: string): string {
  const clean = text.replace(LONE_SURROGATE, '').replaceAll('\r\n', '\n').replace(CONTROL, '').normalize('NFC').trim();
  return VISIBLE.test(clean) ? clean : '';
}

/** True when a one-line text carries marks that could show it in another order than it was written. */
export function hasBidiOverride(text: string): boolean {
  return BIDI_OVERRIDE.test(text);
}
