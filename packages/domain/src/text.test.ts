import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, hasBidiOverride, lengthInCodePoints, normalForm } from './text.ts';

describe('R17.4: a length is counted in Unicode code points', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['\u0995\u09bf', 2],
    ['🐐', 1],
    ['👩‍🌾', 3],
    // Lengths count as stored: an accent is composed with its letter, and the Bengali letters that NFC takes apart are
    // two.
    ['e\u0301', 1],
    ['\u09df', 2],
    ['\u09af\u09bc', 2],
    ['\u00e9', 1],
  ])('%j has a length of %i', (text, length) => {
    expect(lengthInCodePoints(text)).toBe(length);
  });
});

describe('free text as it is stored', () => {
  test.each([
    ['  two goats \n', 'two goats'],
    ['a\u0000b', 'ab'],
    ['a\u0007\u001b[31mb', 'a[31mb'],
    ['a\u007f\u0085b', 'ab'],
    ['a\tb\nc', 'a\tb\nc'],
    ['a\r\nb', 'a\nb'],
    ['cafe\u0301', 'caf\u00e9'],
    ['a\ud800b', 'ab'],
    ['a\udc00b', 'ab'],
    ['🐐', '🐐'],
    // Bengali O is a letter of its own; E and AA side by side are composed into it.
    ['\u0995\u09c7\u09be', '\u0995\u09cb'],
    ['\u200dক\u09cd\u200dষ', '\u200dক\u09cd\u200dষ'],
    ['\u0000 \u0000', ''],
    ['\u200b', ''],
    ['\u200f \u2060\u00ad', ''],
    ['\u3164\ufe0f', ''],
    ['🐐\ufe0f', '🐐\ufe0f'],
    ['\u200fعنزة', '\u200fعنزة'],
  ])('%j becomes %j', (text, stored) => {
    expect(cleanText(text)).toBe(stored);
  });

  test.each(['\u0301\u0316', '\u064b\u0650', '\u{1d165}\u0301', '\uff9e\u0316'])(
    'security 3.6: a letter under a hundred thousand of the marks %j is cleaned at once, and keeps 30',
    (marks) => {
      const piled = `a${marks.repeat(50_000)}b`;
      const began = performance.now();
      expect(lengthInCodePoints(cleanText(piled))).toBeLessThanOrEqual(32);
      expect([...normalForm(piled, 'NFKC')].length).toBeLessThanOrEqual(32);
      expect(performance.now() - began).toBeLessThan(1000);
    },
  );

  test('a pile of marks that a script may have stays whole', () => {
    const letter = `\u0f40${'\u0f71\u0f74'.repeat(15)}`;
    expect(cleanText(letter)).toBe(letter.normalize('NFC'));
  });

  test('cleaning a clean text changes nothing, and the database can hold it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = cleanText(text);
        expect(cleanText(stored)).toBe(stored);
        expect(stored).not.toContain('\u0000');
        expect(stored.isWellFormed()).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('marks that show a line in another order than typed', () => {
  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    '%j is such a mark',
    (mark) => {
      expect(hasBidiOverride(`pay${mark}back`)).toBe(true);
    },
  );

  test.each(['two goats', 'ماعزتان', 'مبلغ 25 USD', 'a\u200eb', 'a\u200fb', 'دو\u200cماه', '👩‍🌾'])(
    '%j has no such mark',
    (text) => {
      expect(hasBidiOverride(text)).toBe(false);
    },
  );
});
