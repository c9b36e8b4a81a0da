import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Claim, claimsOf, problemsIn, problemsOf } from './scripts/claims.ts';
import type { Fault } from './scripts/faults/fault.ts';
import { FAULTS } from './scripts/faults/faults.ts';

const requirements = claimsOf(readFileSync('docs/asvs.md', 'utf8'), 5);
const [, traps = ''] = /## 3\. [^\n]+\n([^]*?)\n## 4\./.exec(readFileSync('docs/security.md', 'utf8')) ?? [];

test('the 70 requirements of level 1 and the 183 of level 2 have a line each, in their order', () => {
  const ids = requirements.map(({ cells }) => cells[0] ?? '');
  const byNumbers = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
  expect(ids).toEqual([...new Set(ids)].toSorted(byNumbers));
  const ofLevel = (level: string) => requirements.filter(({ cells }) => cells[1] === level).length;
  expect([ofLevel('1'), ofLevel('2'), requirements.length]).toEqual([70, 183, 253]);
});

test('each requirement is met, partly met, not yet met, the operator’s or without an object', () => {
  const states = ['met', 'partly', 'not yet', 'operator', 'n/a'];
  expect(requirements.filter(({ cells }) => !states.includes(cells[3] ?? ''))).toEqual([]);
});

test('a requirement that is met names a test or a page, and one that is not says why', () => {
  const isBare = ({ cells, tests, pages }: (typeof requirements)[number]) =>
    /^(met|partly)$/.test(cells[3] ?? '') ? tests.length + pages.length === 0 : (cells[4] ?? '').length < 5;
  expect(requirements.filter(isBare).map(({ cells }) => cells[0])).toEqual([]);
});

test('each test and page that a requirement names is there, and no test is left out', () => {
  expect(requirements.flatMap(problemsOf)).toEqual([]);
});

test('each trap names a test that is there and not left out', () => {
  const claims = claimsOf(traps, 3);
  expect(claims.length).toBeGreaterThanOrEqual(100);
  expect(claims.filter(({ tests }) => tests.length === 0).map(({ cells }) => cells[0])).toEqual([]);
  expect(claims.flatMap(problemsOf)).toEqual([]);
});

test('each trap has a fault that names it and a test of its row, and each such fault has one trap', () => {
  const rows = claimsOf(traps, 3);
  const isOf = ({ trap }: Fault, { cells }: Claim) => trap !== undefined && cells[0]?.startsWith(trap) === true;
  const shows = (fault: Fault, row: Claim) => isOf(fault, row) && fault.tests.some((file) => row.tests.includes(file));
  const unshown = rows.filter((row) => !FAULTS.some((fault) => shows(fault, row)));
  expect(unshown.map(({ cells }) => cells[0])).toEqual([]);
  const astray = FAULTS.filter(
    (fault) => fault.trap !== undefined && rows.filter((row) => isOf(fault, row)).length !== 1,
  );
  expect(astray.map(({ guard, trap }) => `${guard}: ${trap}`)).toEqual([]);
});

test('a missing file, a missing name and a test that is left out are told', () => {
  const row = '| 1.1.1 | 2 | Something | met | `http/none.test.ts`, `http/problems.test.ts` “no such test” |';
  expect(claimsOf(row, 5).flatMap(problemsOf)).toEqual([
    'http/none.test.ts is not there',
    'apps/server/src/http/problems.test.ts has no test “no such test”',
  ]);
  expect(problemsIn('a.test.ts', "test.skip('a', () => {})")).toEqual(['a.test.ts leaves tests out']);
  expect(problemsIn('a.test.ts', "test.todo('a')")).toEqual(['a.test.ts leaves tests out']);
  expect(problemsIn('a.test.ts', "describe.skip('a', () => { test('b', work) })")).toHaveLength(1);
  expect(problemsIn('a.test.ts', 'const a = 1;')).toEqual(['a.test.ts has no test']);
  expect(problemsIn('a.test.ts', "describe.skipIf(!isMet())('a', () => { test('b', work) })")).toEqual([]);
});
