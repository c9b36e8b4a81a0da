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

test('a word with two lines in the glossary says in brackets which of them is meant, in each', () => {
  // The words that are mixed up stand there once more beside each other, and the ideas with their place.
  const text = readFileSync('docs/glossary.md', 'utf8').replace(/## Words that are easily[^]*?\n(?=## )/, '');
  const cells = [...text.replace(/## The ideas of this code[^]*/, '').matchAll(/^\| (\*\*.*?) \|/gm)];
  const names = cells.flatMap(([, cell = '']) => [...cell.matchAll(/\*\*(.+?)\*\*( \(.*?\))?/g)]);
  const words = names.flatMap(([, list = '', bracket]) => list.split(', ').map((word) => ({ word, bracket })));
  expect(words.length).toBeGreaterThan(200);
  const twice = words.filter(({ word }) => words.filter((other) => other.word === word).length > 1);
  expect(twice.filter(({ bracket }) => bracket === undefined)).toEqual([]);
  expect(new Set(twice.map(({ word, bracket }) => word + bracket)).size).toBe(twice.length);
});
