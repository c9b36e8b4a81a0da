import type { ProposalId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { relendCredit } from './relend.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, back, edit } = useLoans(world);
const { sentTo } = useBells(world);

const DAY_MS = 86_400_000;
let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
});
beforeEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('relendRules').execute();
  const open = world.db.updateTable('proposals').where('fundingDeadline', 'is not', null);
  await open.set({ fundingDeadline: NOW }).execute();
});

const waiting = () => lockWaits(world.db);
const setRules = async (as: Person, body: readonly object[]) =>
  done(await world.call('PUT', '/api/money/relend', { as, body }));

/** A person with $30 of credit who has it lent again, $10 a loan, and two loans in the order of their deadlines. */
async function lender() {
  const person = await world.newPerson();
  const first = await newLoan({ officer });
  done(await back(first, person, 1));
  await receiveAtRoi(world, officer, person, 3100);
  await setRules(person, [{ mfiId: '3', on: true, perLoan: 10 }]);
  const loans = [await newLoan({ officer, isApproved: true }), await newLoan({ officer, isApproved: true })] as const;
  world.now = new Date(NOW.getTime() + DAY_MS);
  return { person, loans };
}
/** The run reaches this loan and waits for it; meanwhile something happens. */
async function whileRunWaitsFor(loan: Loan, happens: () => Promise<unknown>): Promise<void> {
  await inTurn(
    sql`select id from proposals where id = ${Number(loan.id) as ProposalId} for update`,
    () => relendCredit(world.outside),
    happens,
  );
}
/** The first waits for a row that is held, then comes the second; the row is let go when the second is over or waits too. */
async function inTurn(held: RawBuilder<unknown>, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const both = await transaction(world.db, async (tx) => {
    await held.execute(tx);
    const one = first();
    await expect.poll(waiting).toBe(1);
    const other = second();
    await Promise.race([other, vi.waitFor(async () => expect(await waiting()).toBe(2), 15_000)]);
    return [one, other];
  });
  await Promise.all(both);
}
async function lentTo({ id }: Person, loans: readonly Loan[]): Promise<number[]> {
  const rows = await world.db
    .selectFrom('investments')
    .select(['proposalId', 'amountCents'])
    .where('investorId', '=', id)
    .execute();
  return loans.map((loan) => rows.find(({ proposalId }) => String(proposalId) === loan.id)?.amountCents ?? 0);
}

test('a rule that its person ends while the run goes on lends no more, and they hear of what it lent (R25.8)', async () => {
  const { person, loans } = await lender();
  await whileRunWaitsFor(loans[1], () => setRules(person, []));
  expect(await lentTo(person, loans)).toEqual([1000, 0]);
  await runJobs(world);
  expect((await sentTo(person)).filter((text) => text.includes('lent again'))).toHaveLength(1);
});

test('a rule that its person changes while the run goes on lends by its new sums (R25.8)', async () => {
  const { person, loans } = await lender();
  await whileRunWaitsFor(loans[0], () => setRules(person, [{ mfiId: '3', on: true, perLoan: 5, keep: 22 }]));
  expect(await lentTo(person, loans)).toEqual([500, 300]);
});

test('a loan that its owner changes while the run goes on is checked anew before it is lent to (R25.8)', async () => {
  const { person, loans } = await lender();
  await whileRunWaitsFor(loans[0], async () => done(await edit(loans[1], loans[1].owner, { amount: 90 })));
  expect(await lentTo(person, loans)).toEqual([1000, 0]);
});

test('a rule that its person ends while the run waits for their credit lends nothing after the answer (R25.8)', async () => {
  const { person, loans } = await lender();
  const atAnswer: number[][] = [];
  await inTurn(
    sql`select id from accounts where kind = 'wallet' and user_key = ${person.id} and mfi_key = ${ROI} for update`,
    () => relendCredit(world.outside),
    async () => {
      await setRules(person, []);
      atAnswer.push(await lentTo(person, loans));
    },
  );
  expect(atAnswer).toEqual([await lentTo(person, loans)]);
});

test('a rule that its person changes while the run closes its day stays closed for that day (R25.8)', async () => {
  const { person, loans } = await lender();
  await inTurn(
    // A change of the rule by its person waits for this, the end of its day does not.
    sql`select user_id from relend_rules where user_id = ${person.id} for key share`,
    () => setRules(person, [{ mfiId: '3', on: true, perLoan: 5 }]),
    () => relendCredit(world.outside),
  );
  expect(await lentTo(person, loans)).toEqual([500, 500]);
  const third = await newLoan({ officer, isApproved: true });
  await relendCredit(world.outside);
  expect(await lentTo(person, [third])).toEqual([0]);
});
