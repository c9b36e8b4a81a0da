/**
 * Two halves of a flag, or a sign with its marks and with what a virama or a joiner binds to it. Near enough to the letters of a
 * segmenter for initials and for the end of a text that is cut.
 */
const LETTER =
  /\p{RI}{2}|[^](?:[\u094d\u09cd]\u200d?\p{L}|\u200d\p{Extended_Pictographic}|[\p{M}\p{Emoji_Modifier}\u200c\u200d])*/gu;

type Segment = { readonly segment: string; readonly index: number; readonly input: string };

/** Gives Firefox before 125 the part of `Intl.Segmenter` that `letters.ts` of the domain uses. */
export function fillInLetters(): void {
  if (typeof Intl.Segmenter === 'function') return;
  Object.defineProperty(Intl, 'Segmenter', { configurable: true, value: LetterSegmenter });
}

class LetterSegmenter {
  segment(input: string): Iterable<Segment> & { containing: (index: number) => Segment | undefined } {
    const segments = [...input.matchAll(LETTER)].map(({ 0: segment, index }) => ({ segment, index, input }));
    return {
      [Symbol.iterator]: () => segments[Symbol.iterator](),
      containing: (index) => segments.find((each) => index < each.index + each.segment.length),
    };
  }
}
