import { expect, test } from 'vitest';
import { isOutdated, translationFor } from './translations.ts';

const GOATS = { title: 'Two goats', description: 'Milk for the market.' };

test('a translation is outdated once the title or the description is another (R26.4)', () => {
  expect(isOutdated(GOATS, { ...GOATS })).toBe(false);
  expect(isOutdated(GOATS, { ...GOATS, title: 'Three goats' })).toBe(true);
  expect(isOutdated(GOATS, { ...GOATS, description: 'Milk.' })).toBe(true);
});

const BENGALI = { language: 'be', isOutdated: false } as const;
const ARABIC = { language: 'ar', isOutdated: true } as const;
const translations = [BENGALI, ARABIC];

test.each([
  ['the reader’s language has one', 'en', 'be', BENGALI],
  ['nobody said the language of the words', null, 'be', BENGALI],
  ['the words are in the reader’s language', 'be', 'be', undefined],
  ['the reader’s language has none', 'ar', 'en', undefined],
  ['it is outdated', 'en', 'ar', undefined],
] as const)(
  'a reader gets the translation or the owner’s words where %s (R26.4)',
  (_, storyLanguage, reader, first) => {
    expect(translationFor({ storyLanguage, translations }, reader)).toBe(first);
  },
);
