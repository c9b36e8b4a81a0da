import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';
import { done, type Loan, people, useLoans } from '../../test/loans.ts';
import { comparePortfolios } from '../../test/portfolios.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { foldFigures } from './fold-figures.repository.ts';

const world = useWorld();
const { newLoan, create, back, decide, pay, decidePayment, repay } = useLoans(world);
const { repayLocal } = useLocalMoney(world);

let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
});

async function newLocalLoan(): Promise<Loan> {
  const [owner, backer] = (await people(world, 2)) as [Person, Person];
  const form = { mfiId: String(ROI), amount: undefined, localAmount: taka('12235.00'), monthsToRepay: 4 };
  const loan = { ...done(await create(owner, form)), amount: 100, owner, officer, backers: [backer] };
  done(await back(loan, backer, 100));
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan));
  return loan;
}

test('R10.7, R11.4: the kept portfolio is that of the loans, after each payment and each change of a plan', async () => {
  const [loan, local] = [await newLoan({ status: 5, officer, form: { monthsToRepay: 4 } }), await newLocalLoan()];
  await newLoan({ status: 6, officer });
  let paymentId = '';
  const steps = [
    () => repay(loan, 24.99),
    () => repay(loan, 0.01),
    () => repayLocal(local, 305_874),
    () => repayLocal(local, '3058.76'),
    async () => void (paymentId = done(await pay(local, 8.33)).id),
    async () => done(await decidePayment('approvePayment', local, paymentId)),
    () =>
      sql`update payments set counted_minor = counted_minor - 1 where proposal_id = ${local.id} and amount_cents = 833`.execute(
        world.db,
      ),
    () => sql`update instalments set due_on = due_on + 14 where proposal_id = ${loan.id}`.execute(world.db),
    () => sql`delete from instalments where proposal_id = ${loan.id} and number = 2`.execute(world.db),
    () =>
      sql`update instalments set amount_cents = amount_cents + 2500 where proposal_id = ${loan.id} and number = 4`.execute(
        world.db,
      ),
    () => repay(loan, 75),
  ];
  for (const step of steps) {
    await step();
    await comparePortfolios(world.db, ROI, world.now);
  }
  const { portfolio } = await comparePortfolios(world.db, ROI, world.now);
  expect(portfolio).toMatchObject({ loansCount: 1, sums: [{ currency: 'BDT' }] });
});

test('R10.7: of more late loans than are shown the longest late and largest are, and all are counted', async () => {
  const staff = await world.newPerson({ staffOf: [DCBS] });
  for (const amount of [60, 80, 70]) await newLoan({ status: 5, officer: staff, mfiId: DCBS, form: { amount } });
  for (let more = 0; more < 50; more += 1) {
    await newLoan({ status: 5, officer: staff, mfiId: DCBS });
  }
  const { late, lateCount } = await comparePortfolios(world.db, DCBS, world.now);
  expect([late.length, lateCount]).toEqual([50, 53]);
  await foldFigures(world.db);
  await comparePortfolios(world.db, DCBS, world.now);
});

const LATE = 'a loan is not kept as late as its plan says';
const SUMS = 'the portfolio of an institution is not that of its loans';
test.each([
  [LATE, 'update loan_dues set unpaid_on = unpaid_on - 1'],
  [LATE, 'update loan_dues set outstanding_minor = outstanding_minor + 1'],
  [LATE, 'delete from loan_dues'],
  [SUMS, 'update portfolio_figures set outstanding_cents = outstanding_cents - 1'],
  [SUMS, 'delete from portfolio_figures'],
])('R18.4: the audit says that %s: %s', async (violation, text) => {
  await newLoan({ status: 5, officer });
  const undo = new Error('undone');
  const work = world.db.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx);
    expect((await listViolations(tx)).map((found) => found.violation)).toContain(violation);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});

test('the migration keeps the loans from before it, and none twice', async () => {
  const file = new URL('../../db/migrations/0199_portfolio_counted.sql', import.meta.url);
  const fill = /^insert into loan_dues[^;]*;/m.exec(await readFile(file, 'utf8'))?.[0] ?? '';
  await newLoan({ status: 5, officer });
  await sql`delete from loan_dues where mfi_id = ${ROI}`.execute(world.db);
  await newLoan({ status: 5, officer });
  await sql.raw(fill).execute(world.db);
  expect((await comparePortfolios(world.db, ROI, world.now)).portfolio.loansCount).toBeGreaterThan(1);
});
