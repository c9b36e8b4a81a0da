import { categoriesNamed } from '@sathi/domain/category-words.ts';
import { foldedWords } from '@sathi/domain/folded-words.ts';

/** The characters that belong to no word, the same as in `searched_words` of the database. */
const BETWEEN =
  /[\t-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u3000]+/u;
const ARTICLE = /^ال../u;
/** More words make a search no clearer, and each costs a look into the index. */
const WORDS_MAX = 8;
/** Words of four to twenty letters are kept with one of them left out too. In a number each digit is meant. */
const MISTAKABLE = /^[\p{L}\p{M}]{3,21}$/u;

/** The different words of a search, compared as those of proposals are: without case, accents and vowel marks. */
export function searchedWords(search: string): string[] {
  const words = foldedWords(search).split(BETWEEN);
  return [...new Set(words)].filter((word) => word !== '').slice(0, WORDS_MAX);
}

/**
 * The search as PostgreSQL's `tsquery`: proposals with words that begin like each of these, or of the trade that one names
 * (R26.2); with `mistakes` also of words that one letter tells from it. Null when there is no word in it.
 */
export function searchQuery(search: string, { mistakes }: { readonly mistakes: boolean }): string | null {
  const words = searchedWords(search);
  if (words.length === 0) return null;
  return words
    .map((word) => {
      const beginnings = [word, ...(ARTICLE.test(word) ? [word.slice(2)] : [])].map((each) => `'${each}':*`);
      const trades = categoriesNamed(word).map((category) => `'#${category}'`);
      const near = mistakes ? oneLetterAway(word).map((lexeme) => `'${lexeme}'`) : [];
      return `(${[...beginnings, ...trades, ...near].join(' | ')})`;
    })
    .join(' & ');
}

/** The lexemes of words in which one letter is another, is missing, is too many or stands before its neighbour. */
function oneLetterAway(word: string): string[] {
  if (!MISTAKABLE.test(word)) return [];
  const letters = [...word];
  const without = letters.map((_, index) => letters.toSpliced(index, 1).join(''));
  const another = without.flatMap((rest, index) => [index, index + 1, index + 2].map((place) => `~${place}${rest}`));
  const missing = Array.from({ length: letters.length + 1 }, (_, index) => `~${index + 1}${word}`);
  return [...new Set([...without.filter((rest) => MISTAKABLE.test(rest)), ...another, ...missing])];
}
