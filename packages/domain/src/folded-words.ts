/**
 * Characters that are no letters inside of a word: accents, vowel marks, the hamza on its letter, the stretching line,
 * and what joins or parts unseen.
 */
const UNSEEN = /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u200b-\u200f\u2060\ufeff]/gu;

/** The text as a search compares it: without case, accents and vowel marks, like `searched_words` of the database. */
export function foldedWords(text: string): string {
  return text.normalize('NFD').replace(UNSEEN, '').toLowerCase().normalize('NFC');
}
