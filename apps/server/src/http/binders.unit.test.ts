import { readFileSync } from 'node:fs';
import { CALLS } from '@sathi/contract/calls.ts';
import { expect, test } from 'vitest';

const namesIn = (source: string) => Object.keys(CALLS).filter((name) => source.includes(`'${name}'`));

test('the binders of calls know none by its name', () => {
  for (const binder of ['mount', 'command', 'values', 'idempotency', 'call', 'actor']) {
    expect(namesIn(readFileSync(new URL(`${binder}.ts`, import.meta.url), 'utf8')), binder).toEqual([]);
  }
});

test('a name in a binder is found', () => {
  expect(namesIn("endpoint.name === 'createProposal' ? [] : parts")).toEqual(['createProposal']);
});
