import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { besideOpenTransaction } from '../../test/waiting-commits.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { countFigures } from './loan-figures.service.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

test('a day waits to be counted while a commit that began before its end is open (R32.1)', async () => {
  await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 86_400_000);
  const count = () => besideOpenTransaction(world.db, 24, (db) => countFigures({ ...world.outside, db }));
  expect(await count()).toBe(0);
  world.now = new Date(NOW.getTime() + 2 * 86_400_000);
  expect(await count()).toBe(1);
});
