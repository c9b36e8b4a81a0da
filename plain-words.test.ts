import { expect, test } from 'vitest';
import { beginsWithIndefinite, indefiniteBeginnings, wordings } from './scripts/plain-words.ts';

test('comments and test names begin with their subject, not with an indefinite', async () => {
  expect(await indefiniteBeginnings()).toEqual([]);
});

/** The words are put together here, because the check reads this file too. */
const BAD = ['What', 'comes next is kept.'].join(' ');

test.each([
  ['a line', 'a.ts', `call();\n// ${BAD}`],
  ['a line after code', 'a.ts', `\ncall(); // ${BAD}`],
  ['a block', 'a.ts', `\n/** ${BAD} */`],
  ['a block over lines', 'a.ts', `\n/**\n * ${BAD}\n */`],
  ['a block in markup', 'a.tsx', `\n{/* ${BAD} */}`],
  ['a style sheet', 'a.css', `\n/* ${BAD} */`],
  ['a migration', 'a.sql', `\n-- ${BAD}`],
  ['a test', 'a.test.ts', `\ntest('${BAD}', () => {})`],
  ['a test over a table', 'a.test.ts', `\ntest.each([1])('${BAD}', () => {})`],
])('the check finds a planted indefinite in %s, with its line', (_where, file, source) => {
  expect(wordings(file, source).filter(beginsWithIndefinite)).toMatchObject([{ line: 2, text: BAD }]);
});

test('the check reads lines that follow each other as one comment', () => {
  expect(wordings('a.ts', '// Kept is\n// what comes next.\ncall();')).toEqual([
    { line: 1, kind: 'comment', text: 'Kept is what comes next.' },
  ]);
});
