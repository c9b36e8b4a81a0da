import { expect, test } from 'vitest';
import { besideOpenTransaction } from '../../test/waiting-commits.ts';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { signLedgerDays, verifyLedgerDays } from './ledger-days.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

test('a day waits for its signature while a commit that began before its end is open (R34.5)', async () => {
  await newLoan({ status: 5 });
  const nextNight = new Date('2026-02-01T00:15:00.000Z');
  const sign = (now: Date) => signLedgerDays(world.db, world.outside.secret, now);
  const beside = await besideOpenTransaction(world.db, 1, async (db) => [
    await signLedgerDays(db, world.outside.secret, nextNight),
    await verifyLedgerDays(db, world.outside.secret, nextNight),
  ]);
  expect(beside).toEqual([0, []]);
  const anHourLater = new Date('2026-02-01T01:15:00.000Z');
  const began = await besideOpenTransaction(world.db, 1, (db) => signLedgerDays(db, world.outside.secret, anHourLater));
  expect(began).toBe(1);
  expect(await sign(anHourLater)).toBe(0);
});
