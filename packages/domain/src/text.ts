/**
 * How long a text is once it is stored: Unicode code points, as `char_length` counts in Postgres (R17.4), of the composed form.
 * Some Bengali letters are two there that keyboards write as one, so what is typed must be counted like what is kept.
 */
export function lengthInCodePoints(text: string): number {
  return [...text.normalize('NFC')].length;
}

/** Made once, when it is needed: making one costs far more than using it. */
let segmenter: Intl.Segmenter | undefined;
function lettersOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })).segment(text);
}

/** The first letter with its marks: a Bengali vowel sign, an accent or half a flag never stands alone. Empty of an empty text. */
export function firstLetter(text: string): string {
  return lettersOf(text).containing(0)?.segment ?? '';
}

/** At most `lengthMax` code points of a text, whole letters only, with an ellipsis in the place of what is left out. */
export function shortened(text: string, lengthMax: number): string {
  if ([...text].length <= lengthMax) return text;
  return `${wholeLetters(text, lengthMax - 1)}…`;
}

/** The beginning of a text as far as `lengthMax` code points hold whole letters. */
export function wholeLetters(text: string, lengthMax: number): string {
  let beginning = '';
  let length = 0;
  for (const { segment } of lettersOf(text)) {
    length += [...segment].length;
    if (length > lengthMax) break;
    beginning += segment;
  }
  return beginning;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** The first of these decides how a text runs: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
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

/** True when some of it runs from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * A value inside a sentence, kept from turning the words around it: by marks that nobody sees (U+2068, U+2069). In a sentence
 * from left to right only what runs the other way needs them. What is wrapped already stays as it is.
 */
export function isolated(value: string, sentence: 'ltr' | 'rtl'): string {
  if (value === '' || ISOLATED.test(value)) return value;
  return sentence === 'rtl' || hasRightToLeft(value) ? `\u2068${value}\u2069` : value;
}
/** One pair of marks around the whole, with or without others inside. */
const ISOLATED = /^[\u2066-\u2068](?:[^\u2066-\u2069]|[\u2066-\u2068][^\u2066-\u2069]*\u2069)*\u2069$/;
