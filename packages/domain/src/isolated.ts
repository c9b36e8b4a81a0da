/** Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const ISOLATED = /^[\u2066-\u2068].*\u2069$/s;

/**
 * A value inside a sentence, kept from turning the words around it by two invisible marks (U+2068, U+2069). In a
 * sentence from left to right only text that runs the other way needs them. A value that is wrapped already stays as it
 * is, and so does one put together in the same language from such parts.
 */
export function isolated(value: string, sentence: 'ltr' | 'rtl'): string {
  const isInNeed = sentence === 'rtl' ? value : RIGHT_TO_LEFT.test(value);
  return isInNeed && !ISOLATED.test(value) ? `\u2068${value}\u2069` : value;
}
