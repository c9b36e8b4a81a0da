import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';
import { searchedWords, searchQuery } from './searched-words.repository.ts';

const world = useWorld();

test.each([
  'Goats, a "cow" & the neighbour’s well (50%)',
  'দুটি ছাগল। বিয়ানীবাজার—ক্ষুদ্র ঋণ, ৫০০ টাকা',
  'ক্\u200dষ and ক\u200cষ are one word each',
  'الماعزُ والبقرُ، ســـوق المدينة؟ ١٢٣',
  'Dhâka İzmir jute_bags a\u00a0b\u3000c\td\ne',
  '%_\\\';"!&|():*<->#~ ',
])('words of a search are those that the database keeps: %s', async (sentence) => {
  const kept = await sql<{ word: string }>`select searched_words(${sentence}) as word`.execute(world.db);
  expect(searchedWords(sentence).toSorted()).toEqual(kept.rows.map(({ word }) => word).toSorted());
});

test.each(['أرز', 'ارز'])('%s is a search for its trade, with and without its hamza (R26.2)', (search) => {
  expect(searchQuery(search, { mistakes: false })).toBe("('ارز':* | '#farming')");
});

const LONG_WORDS = ['borrower', 'কৃষিকাজ', 'مزرعتنا'];

test.each(LONG_WORDS)('%s is found with any one mistake in it (R26.2)', async (word) => {
  const letters = [...word];
  const other = (letters[0] ?? '').normalize();
  const typed = letters.flatMap((letter, index) => [
    letters.toSpliced(index, 1).join(''),
    letters.toSpliced(index, 1, other).join(''),
    letters.toSpliced(index, 0, other).join(''),
    letters.toSpliced(index, 2, letters[index + 1] ?? '', letter).join(''),
  ]);
  for (const search of typed) {
    const query = searchQuery(search, { mistakes: true });
    const { rows } = await sql<{ isFound: boolean }>`
      select search_lexemes(${word}) @@ ${query}::tsquery as "isFound"`.execute(world.db);
    expect([search, rows[0]?.isFound]).toEqual([search, true]);
  }
});

test('a search without a word finds nothing, and a long one is looked for by its first eight words', () => {
  expect(searchQuery(' %% ', { mistakes: true })).toBeNull();
  expect(searchQuery('1 2 3 4 5 6 7 8 9', { mistakes: true })?.split('&')).toHaveLength(8);
});
