import { expect, test } from 'vitest';
import { mfiWordsFor } from './mfi-words.ts';

const FIRST = { slogan: 'Neighbours lend', welcomeMessage: '' };
const NONE = { slogan: '', welcomeMessage: '' };
const MFI = { ...FIRST, texts: { be: { ...NONE, slogan: 'পাশে আছি' }, ar: NONE } };

test.each([
  ['en', MFI, 'Neighbours lend', 'en'],
  ['be', MFI, 'পাশে আছি', 'be'],
  ['ar', MFI, 'Neighbours lend', 'en'],
  ['be', FIRST, 'Neighbours lend', 'en'],
  ['en', { ...MFI, slogan: 'পাশে আছি' }, 'পাশে আছি', 'be'],
  ['be', NONE, '', null],
] as const)('a reader of %s sees their own text of %o, else the first: %s (%s)', (reader, mfi, words, language) => {
  expect(mfiWordsFor(mfi, 'slogan', reader)).toEqual({ words, language });
});
