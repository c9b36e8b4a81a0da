import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstLetter, shortened, wholeLetters } from './letters.ts';

describe('names and titles are never cut inside a letter', () => {
  /** A conjunct with its vowel sign, a family of four, a flag, an accented letter, an emoji with a skin. */
  const letters = ['ক্ষ্মী', '👨‍👩‍👧‍👦', '🇧🇩', 'e\u0323\u0302', '👍🏽', 'لله', '각'];
  const any = fc.array(fc.constantFrom(...letters, 'a', ' ', 'স'), { maxLength: 12 });

  test('a text that is too long becomes a beginning of whole letters and an ellipsis', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 40 }), (parts, lengthMax) => {
        const text = parts.join('');
        const short = shortened(text, lengthMax);
        expect([...short].length).toBeLessThanOrEqual(lengthMax);
        fc.pre([...text].length > lengthMax);
        const kept = [...new Intl.Segmenter('und').segment(short.slice(0, -1))].map(({ segment }) => segment);
        const whole = [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment);
        expect(short.endsWith('…')).toBe(true);
        expect(whole.slice(0, kept.length)).toEqual(kept);
      }),
    );
  });

  test('the first letter is the one that Unicode cuts off first, of any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          any.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const [first = ''] = [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment);
          expect(firstLetter(text)).toBe(first);
        },
      ),
    );
  });

  test.each(letters)('%s is one letter and is taken whole or not at all', (letter) => {
    const [first = ''] = [...new Intl.Segmenter('und').segment(letter)].map(({ segment }) => segment);
    expect(firstLetter(`${letter}xyz`)).toBe(first);
    expect(wholeLetters(letter, [...first].length - 1)).toBe('');
  });

  test('a text that fits stays', () => {
    expect(shortened('ক্ষ্মী', 6)).toBe('ক্ষ্মী');
    expect(shortened('ক্ষ্মী', 5)).toBe('…');
  });

  test('an empty text has no first letter', () => {
    expect(firstLetter('')).toBe('');
  });
});
