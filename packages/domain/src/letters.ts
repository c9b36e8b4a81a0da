/** The segmenter is made when it is first needed, and once: making one costs far more than using it. */
let segmenter: Intl.Segmenter | undefined;
function lettersOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })).segment(text);
}

/**
 * The first letter with its marks: a Bengali vowel sign, an accent or half a flag never stands alone. Empty for an
 * empty text.
 */
export function firstLetter(text: string): string {
  // Most names begin with two signs of ASCII, which never are one letter; the segmenter takes a hundred times as long.
  if (/^[ -~]{2}/.test(text)) return text.charAt(0);
  return lettersOf(text).containing(0)?.segment ?? '';
}

/**
 * A text shortened to at most `lengthMax` code points: whole letters only, with an ellipsis in the place of the rest.
 */
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
