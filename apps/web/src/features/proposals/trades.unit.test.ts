import { readdirSync } from 'node:fs';
import { CATEGORIES } from '@sathi/domain/categories.ts';
import { expect, test } from 'vitest';

test('each trade has its sign, and each sign its trade', () => {
  const signs = readdirSync(new URL('../../../public/trades', import.meta.url));
  expect(signs.toSorted()).toEqual(CATEGORIES.map((category) => `${category}.svg`).toSorted());
});
