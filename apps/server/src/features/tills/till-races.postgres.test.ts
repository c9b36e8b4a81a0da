import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { done, people, useLoans } from '../../test/loans.ts';
import { useTills } from '../../test/tills.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, find } = useLoans(world);
const { open, results, change, cash } = useTills(world, 'USD');

let officer: Person;
let other: Person;
beforeEach(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  other = await world.newPerson({ staffOf: [ROI] });
});

const waiting = () => lockWaits(world.db);
/** The wallets of these people, by id. */
async function walletsOf(owners: readonly Person[]) {
  const ids = owners.map(({ id }) => id);
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, user_id as "userId" from accounts
    where kind = 'wallet' and user_id = any (${ids}::bigint[]) order by id`.execute(world.db);
  return rows.map(({ id, userId }) => ({ id, owner: owners.find((person) => person.id === userId) as Person }));
}
async function hold(tx: Tx, id: number | undefined): Promise<void> {
  const { rows } = await sql`select id from accounts where id = ${id} for update skip locked`.execute(tx);
  expect(rows).toHaveLength(1);
}

/** Another change holds the first of two wallets, and takes the second one while the till waits. */
async function receiveWhileHeld(
  till: Awaited<ReturnType<typeof open>>,
  wallets: Awaited<ReturnType<typeof walletsOf>>,
) {
  const [first, second] = wallets;
  const { received } = await transaction(world.db, async (tx) => {
    await hold(tx, first?.id);
    const receiving = change(till, 'received', other, '20.00');
    await expect.poll(waiting).toBe(1);
    await hold(tx, second?.id);
    return { received: receiving };
  });
  done(await received);
}

test('a till that is received waits for a wallet of its last loan before it takes one of its first (R24.5)', async () => {
  const backers = await people(world, 2);
  const wallets = await walletsOf(backers);
  const loans = [
    await newLoan({ status: 5, backers: [wallets[1]?.owner as Person] }),
    await newLoan({ status: 5, backers: [wallets[0]?.owner as Person] }),
  ] as const;
  const till = await open(officer, '0.00');
  await results(till, [await cash(loans[0], 1, '10.00'), await cash(loans[1], 2, '10.00')]);
  done(await change(till, 'closed', officer, '20.00'));
  await receiveWhileHeld(till, wallets);
  for (const loan of loans) expect(done(await find(loan)).paidAmount).toBe(10);
});
