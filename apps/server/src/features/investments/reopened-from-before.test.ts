import { readFile } from 'node:fs/promises';
import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';

const world = useWorld();
const { newLoan, back, balance, decide } = useLoans(world);

const DAY_MS = 86_400_000;
const MIGRATION = new URL('../../db/migrations/0255_paid_before.sql', import.meta.url);

let officer: Person;
/** Loans that each got $40 while the institution took a backing as paid; of the first, half came from common credit. */
let lent: Loan[];
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  const lender = await world.newPerson();
  await newLoan({ mfiId: DCBS, status: 6, form: { amount: 20 }, backers: [lender] });
  lent = [await newLoan({ officer, status: 3, backers: [lender] })];
  for (let count = 0; count < 6; count += 1) lent.push(await newLoan({ officer, status: 3 }));
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

const open = () => newLoan({ officer });
const ownBackings = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/borrow/backings?proposalId=${loan.id}`, { as })).backings;
const creditOf = ({ id }: Person) => balanceCents(world.db, { kind: 'wallet', userId: id as UserId, mfiId: ROI });
const sumsOf = async (user: Person) => ({
  outside: await balance('world', { user }),
  common: await balance('wallet', { user }),
  held: await creditOf(user),
});

/**
 * Has the bank take back $5 that are lent by now: a dollar of another backing, and four of the one from before, are unpaid again.
 * @returns the backer, and what takes the backing from before back and gives the sums of which its backer was told
 */
async function reopened(loan: Loan) {
  const [backer] = loan.backers as [Person];
  const other = await open();
  done(await back(other, backer, 1));
  await receiveAtRoi(world, officer, backer, 100);
  const { id: receiptId } = await receiveAtRoi(world, officer, backer, 500);
  done(await back(await open(), backer, 5));
  await takeBackAtRoi(world, officer, backer, receiptId);
  expect(await balance('awaited', { loan: other })).toBe(-100);
  expect(await balance('awaited', { loan })).toBe(-400);
  const cancel = async () => {
    const [{ id, amount, awaited, toCredit, outside }] = await ownBackings(loan, backer);
    const body = { proposalId: loan.id, id };
    const told = { amount, awaited, toCredit, outside };
    expect(done(await world.call('POST', '/api/borrow/cancelBacking', { as: backer, body }))).toMatchObject(told);
    return told;
  };
  return { backer, cancel };
}

test('R20.9: what a bounce left of a backing from before goes back outside', async () => {
  const { backer, cancel } = await reopened(lent[1] as Loan);
  expect(await cancel()).toEqual({ amount: 40, awaited: 4, toCredit: 0, outside: 36 });
  expect(await sumsOf(backer)).toEqual({ outside: -500, common: 0, held: 0 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('R20.9, R5.3: what a backing from before took from common credit goes back there after a bounce', async () => {
  const { backer, cancel } = await reopened(lent[0] as Loan);
  expect(await cancel()).toEqual({ amount: 40, awaited: 4, toCredit: 20, outside: 16 });
  expect(await sumsOf(backer)).toMatchObject({ common: 2000, held: 0 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('R20.9, T10: a proposal that is returned gives a backing from before back outside after a bounce', async () => {
  const loan = lent[2] as Loan;
  const { backer } = await reopened(loan);
  done(await decide('returnProposal', loan, { as: officer }));
  expect(await sumsOf(backer)).toEqual({ outside: -500, common: 0, held: 0 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('R20.9: what a receipt paid anew of a backing from before becomes credit, and the rest goes back outside', async () => {
  const loan = lent[3] as Loan;
  const { backer } = await reopened(loan);
  await receiveAtRoi(world, officer, backer, 500);
  expect(await balance('awaited', { loan })).toBe(0);
  done(await decide('returnProposal', loan, { as: officer }));
  expect(await sumsOf(backer)).toEqual({ outside: -1000, common: 0, held: 400 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('R20.9, R21.9: a mistaken receipt takes back what it paid anew, and nothing from before', async () => {
  const { backer, cancel } = await reopened(lent[4] as Loan);
  const { id } = await receiveAtRoi(world, officer, backer, 500);
  await takeBackAtRoi(world, officer, backer, id, 'mistaken');
  expect(await cancel()).toEqual({ amount: 40, awaited: 4, toCredit: 0, outside: 36 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('R20.9, R20.3: a backing from before whose unpaid part lapsed goes back outside', async () => {
  const { cancel } = await reopened(lent[5] as Loan);
  world.now = new Date(NOW.getTime() + 7 * DAY_MS);
  await lapseBackings(world.db, world.outside.now);
  expect(await cancel()).toEqual({ amount: 36, awaited: 0, toCredit: 0, outside: 36 });
  expect(await listViolations(world.db)).toEqual([]);
});

test('the migration fills what journals tell of backings that were reopened', async () => {
  const { backer } = await reopened(lent[6] as Loan);
  await receiveAtRoi(world, officer, backer, 200);
  const fill = /^update investments[^;]*;/m.exec(await readFile(MIGRATION, 'utf8'))?.[0] ?? '';
  const undo = new Error('undone');
  expect(await paidBefore(world.db)).toEqual([3600]);
  const work = world.db.transaction().execute(async (tx) => {
    await sql`alter table investments disable trigger investments_keep_paid_before`.execute(tx);
    await sql`update investments set paid_before_cents = null`.execute(tx);
    await sql.raw(fill).execute(tx);
    expect(await paidBefore(tx)).toEqual([3600]);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});

async function paidBefore(db: Db): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select paid_before_cents::int as cents from investments
    where released_at is null and paid_before_cents is not null`.execute(db);
  return rows.map(({ cents }) => cents);
}
