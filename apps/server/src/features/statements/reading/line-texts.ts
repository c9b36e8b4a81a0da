import { cleanText } from '@sathi/domain/text.ts';

/** The characters of a line's text that are kept at most, as many as in four of a bank's own texts. */
const TEXT_LENGTH_MAX = 2_000;
/** Banks fill a field that may not be empty with these. */
const NO_REFERENCE = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|N\/A|-|)$/i;

/** Text of a line as it is kept: on one line, without what is not meant to be seen, and not longer than anybody reads. */
export function keptText(text: string): string {
  return cleanText(text.slice(0, 2 * TEXT_LENGTH_MAX).replaceAll(/\s+/g, ' ')).slice(0, TEXT_LENGTH_MAX);
}

export function isNoReference(text: string): boolean {
  return NO_REFERENCE.test(text.trim());
}
