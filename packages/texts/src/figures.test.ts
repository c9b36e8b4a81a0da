import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dollarFormat, intlTag, nativeDigits } from './figures.ts';

const ROOT = path.join(import.meta.dirname, '..');
const GUIDE = path.join(ROOT, '../../apps/server/src/features/guide/pages');

test.each(['en', 'be', 'ar'] as const)('money in %s has the digits of bank slips and the sign in front', (language) => {
  const dollars = dollarFormat(intlTag(language));
  expect([400, 8.33, 1240.5, 0, -5].map(dollars)).toEqual(['$400', '$8.33', '$1,240.50', '$0', '-$5']);
});

test('money has the digits of the script when these were chosen', () => {
  expect(dollarFormat(intlTag('be', 'native'))(1240.5)).toBe('$১,২৪০.৫০');
  expect(dollarFormat(intlTag('ar', 'native'))(1240.5)).toBe('$١٬٢٤٠٫٥٠');
});

test('digits within a text follow the choice, those of a name do not', () => {
  expect(nativeDigits('PAR30: 30 এর বেশি', intlTag('be', 'native'))).toBe('PAR30: ৩০ এর বেশি');
});

test('formats, colours, versions and codes within a text keep the digits that they are typed with', () => {
  const text = 'camt.053, MT940, UTF-8, #0b6b58, 000201';
  expect(nativeDigits(text, intlTag('ar', 'native'))).toBe(text);
});

test('a large number within a text is grouped as the script groups it', () => {
  expect(nativeDigits('1,000 من 100,000', intlTag('ar', 'native'))).toBe('١٬٠٠٠ من ١٠٠٬٠٠٠');
  expect(nativeDigits('1,00,000; 0.005', intlTag('be', 'native'))).toBe('১,০০,০০০; ০.০০৫');
});

test.each([...globSync('{en,be,ar}/*.json', { cwd: ROOT }), ...globSync(`${GUIDE}/*/*.md`)])(
  'the words of %s are written with Latin digits',
  (file) => {
    const text = readFileSync(path.resolve(ROOT, file), 'utf8');
    expect(text.match(/(?![0-9])\p{Nd}|[٪٫٬]/gu) ?? []).toEqual([]);
  },
);
