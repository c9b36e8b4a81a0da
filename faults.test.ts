import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outdated, overtaken, plant, readHere } from './scripts/faults/fault.ts';
import { FAULTS } from './scripts/faults/faults.ts';

test('the text of each fault is in its file exactly once, and its tests exist', () => {
  expect(outdated(FAULTS, readHere)).toEqual([]);
  expect(FAULTS.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
});

test('no later migration replaces the text of a fault', () => {
  const files = globSync('apps/server/src/db/migrations/*.sql').toSorted();
  expect(overtaken(FAULTS, new Map(files.map((file) => [file, readHere(file)])))).toEqual([]);
});

test.each([
  ['create or replace function guard() returns', 1],
  ['drop constraint guard,', 1],
  ['create trigger another execute function guard();', 0],
  ['alter view guard rename to old_guard; create view guard as', 0],
])('a fault is overtaken where a later file says %j: %i', (later, count) => {
  const fault = { guard: 'a wall', file: '1.sql', find: 'if no', replace: 'if yes', tests: [] };
  const first = 'create table earlier (); create function guard() as $$ if no $$';
  const migrations = new Map([
    ['1.sql', first],
    ['2.sql', later],
  ]);
  expect(overtaken([fault], migrations)).toHaveLength(count);
});

test('a fault in a deferred trigger is overtaken by its own name alone', () => {
  const fault = { guard: 'a wall', file: '1.sql', find: 'when (no)', replace: 'when (yes)', tests: [] };
  const count = (later: string) =>
    overtaken(
      [fault],
      new Map([
        ['1.sql', 'create constraint trigger guard when (no)'],
        ['2.sql', later],
      ]),
    ).length;
  expect(count('create constraint trigger another when (no)')).toBe(0);
  expect(count('drop trigger guard on wall')).toBe(1);
});

test('each fault changes its file', () => {
  for (const fault of FAULTS) expect(fault.replace, fault.guard).not.toBe(fault.find);
});

test('there are at least 380 faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(380);
});

test('a fault whose text is gone, or is there twice, is outdated', () => {
  const fault = { guard: 'a wall', file: 'a.ts', find: 'if (no)', replace: 'if (yes)', tests: [] };
  expect(outdated([fault], () => 'if (no) stop();')).toEqual([]);
  expect(outdated([fault], () => 'stop();')).toHaveLength(1);
  expect(outdated([fault], () => 'if (no) stop(); if (no) stop();')).toHaveLength(1);
  expect(plant(fault, 'if (no) stop();')).toBe('if (yes) stop();');
});
