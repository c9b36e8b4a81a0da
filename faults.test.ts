import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outdated, plant, readHere } from './scripts/faults/fault.ts';
import { FAULTS } from './scripts/faults/faults.ts';

test('the text of each fault is in its file exactly once, and its tests exist', () => {
  expect(outdated(FAULTS, readHere)).toEqual([]);
  expect(FAULTS.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
});

test('each fault changes its file', () => {
  for (const fault of FAULTS) expect(fault.replace, fault.guard).not.toBe(fault.find);
});

test('there are at least 90 faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(90);
});

test('a fault whose text is gone, or is there twice, is outdated', () => {
  const fault = { guard: 'a wall', file: 'a.ts', find: 'if (no)', replace: 'if (yes)', tests: [] };
  expect(outdated([fault], () => 'if (no) stop();')).toEqual([]);
  expect(outdated([fault], () => 'stop();')).toHaveLength(1);
  expect(outdated([fault], () => 'if (no) stop(); if (no) stop();')).toHaveLength(1);
  expect(plant(fault, 'if (no) stop();')).toBe('if (yes) stop();');
});
