import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['bn-BD,en;q=0.5', 'be'],
  ['be', 'be'],
  ['fr, ar;q=0.2', 'ar'],
  ['en;q=0.1, bn', 'be'],
  ['en ; q=0.1 , ar ;q= 0.2', 'ar'],
  ['bn;q=0', 'en'],
  ['fr, bn;q=0.000', 'en'],
  ['bn;q=0, ar;q=0.1', 'ar'],
  ['bn;q=x, ar;q=0', 'be'],
  ['', 'en'],
  ['xx', 'en'],
])('the header %j is read as %s (R17.1)', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('security 3.6: a header that is nearly all blanks is read at once', () => {
  const began = performance.now();
  expect(languageOf(`en${' '.repeat(60_000)}x, ar;q=0.5`)).toBe('ar');
  expect(performance.now() - began).toBeLessThan(1000);
});

test.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
  'a language that is named %s is none of ours',
  (tag) => {
    expect(languageOf(tag)).toBe('en');
    expect(languageOf(`${tag}, ar;q=0.5`)).toBe('ar');
  },
);
