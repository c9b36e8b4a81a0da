import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenSteps, ideasOf } from './scripts/tree.ts';
import { WALKS } from './scripts/walks.ts';

test('each file of the walks is there, and an earlier one leads to it', async () => {
  expect(await brokenSteps()).toEqual([]);
});

test('the walks stay within 25, 18 and 18 opened files', () => {
  expect(WALKS.invest.opened.length).toBeLessThanOrEqual(25);
  expect(WALKS.message.opened.length).toBeLessThanOrEqual(18);
  expect(WALKS.upload.opened.length).toBeLessThanOrEqual(18);
});

test('the ideas of this code are read from their section of the glossary', () => {
  const text =
    '## A\n| **x** | y |\n## The ideas of this code\n\n| Idea | y |\n|---|---|\n| **mount** | z |\n## B\n| **w** | |';
  expect(ideasOf(text)).toEqual(['mount']);
  expect(ideasOf(readFileSync('docs/glossary.md', 'utf8')).length).toBeGreaterThan(20);
});
