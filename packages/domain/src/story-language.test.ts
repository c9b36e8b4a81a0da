import { expect, test } from 'vitest';
import { guessStoryLanguage } from './story-language.ts';

test.each([
  ['A milk cow for our family', 'en'],
  ['Ema kbiit sira, barku ida', 'en'],
  ['আমাদের পরিবারের জন্য গরু', 'be'],
  ['بقرة حلوب لعائلتنا', 'ar'],
  ['দুটি ছাগল (goats)', 'be'],
  ['ماكينة خياطة Singer', 'ar'],
  ['$350 · 14', null],
  ['', null],
])('the language of “%s” is guessed by its letters (R26.1)', (words, language) => {
  expect(guessStoryLanguage(words)).toBe(language);
});
