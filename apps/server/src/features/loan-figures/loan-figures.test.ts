import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { listLoanFacts } from './loan-facts.repository.ts';
import { countFigures } from './loan-figures.service.ts';

const world = useWorld();
const { newLoan, repay, pay, decidePayment } = useLoans(world);

const DAY_MS = 86_400_000;
/** The clock of the institutions stands at the end of January, and so many days later. */
const after = (days: number): void => {
  world.now = new Date(NOW.getTime() + days * DAY_MS);
};
/** Loans of $100 in two instalments, released now. */
const lend = async (count: number, wish: object = {}): Promise<Loan[]> => {
  const loans: Loan[] = [];
  for (let made = 0; made < count; made += 1)
    loans.push(await newLoan({ status: 5, form: { monthsToRepay: 2 }, ...wish }));
  return loans;
};
const countNights = async (): Promise<void> => {
  while ((await countFigures(world.outside)) > 0);
};
const repayEach = async (loans: readonly Loan[], amount: number): Promise<void> => {
  for (const loan of loans) await repay(loan, amount);
};
const asked = (query = '') => world.call('GET', `/api/mfi/figures?${query}`);
const figures = async (query = '') => done(await asked(query));
const keptSteps = async () =>
  (
    await sql`select mfi_id, quarter, is_rest, counted_on, counted from figure_steps order by 1, 2, 3, 4`.execute(
      world.db,
    )
  ).rows;

test('R32.1 nothing is told before the first loans were counted, and of no institution that is not there', async () => {
  expect(await figures()).toEqual({ asOf: null, firstDay: null, lastDay: null, rows: [] });
  expect(refusal(await asked('name=Nobody'))).toBe('404 not_found');
  expect(refusal(await asked('asOf=2026-01-31'))).toBe('404 not_found');
  expect((await asked('asOf=soon')).status).toBe(422);
});

test('R32.1 R32.2 a night counts the day that is over, and a past day is told as it was then', async () => {
  after(0);
  const loans = await lend(6);
  await countNights();
  expect((await figures('name=ROI')).rows).toEqual([]);
  after(1);
  await repayEach(loans.slice(0, 5), 50);
  after(2);
  await countNights();
  const now = await figures('name=ROI');
  expect(now).toMatchObject({ asOf: '2026-02-01', firstDay: '2026-01-31', lastDay: '2026-02-01' });
  const row = { countedOn: '2026-02-01', loans: 6, lent: 600, repaid: 250, outstanding: 350, par1: 0, hidden: {} };
  expect(now.rows).toEqual([
    expect.objectContaining({ quarter: null, ...row }),
    expect.objectContaining({ quarter: '2026-Q1', ...row }),
  ]);
  const then = await figures('name=ROI&asOf=2026-01-31');
  expect(then.rows[1]).toMatchObject({ countedOn: '2026-01-31', repaid: 0, outstanding: 600 });
  expect((await figures()).rows[0]).toMatchObject({ loans: 6, repaid: 250 });
});

test('R32.1 the payment of one loan changes nothing, and four loans of an institution are told to nobody', async () => {
  const [loan] = await lend(4, { mfiId: DCBS });
  expect(loan).toBeDefined();
  after(3);
  await countNights();
  expect((await figures('name=DCBS')).rows).toEqual([]);
  expect((await figures()).rows[0]).toMatchObject({ loans: 6, countedOn: '2026-02-01' });
});

test('R32.2 counting all days again from the rows that stay gives what was told', async () => {
  const before = await keptSteps();
  expect(before.length).toBeGreaterThan(3);
  await sql`alter table figure_steps disable trigger all`.execute(world.db);
  await sql`alter table figure_days disable trigger all`.execute(world.db);
  await sql`truncate figure_steps, figure_days`.execute(world.db);
  await countNights();
  expect(await keptSteps()).toEqual(before);
});

test('R32.2 kept figures, days and plans cannot be changed', async () => {
  await sql`alter table figure_steps enable trigger all`.execute(world.db);
  await sql`alter table figure_days enable trigger all`.execute(world.db);
  for (const table of ['figure_steps', 'figure_days', 'plan_versions'])
    await expect(sql`delete from ${sql.table(table)}`.execute(world.db)).rejects.toThrow('append-only');
});

test('R32.2 a plan is kept from the day on which it came into force, and kept once', async () => {
  after(10);
  const [loan] = await lend(1);
  const id = Number(loan!.id) as ProposalId;
  const plans = async () =>
    (
      await sql<{ from: string; change: string | null; due: string }>`
        select from_on as "from", change, instalments->0->>'dueOn' as due from plan_versions
        where proposal_id = ${id} order by id`.execute(world.db)
    ).rows;
  after(12);
  await countNights();
  const first = { from: '2026-02-10', change: null, due: '2026-03-10' };
  expect(await plans()).toEqual([first]);
  const officer = loan!.officer.id as number;
  await sql`
    insert into plan_changes (proposal_id, months, first_due_on, reason, state, was_late, entered_by, entered_at, closed_at, before)
    values (${id}, 2, '2026-05-10', 'A flood', 'accepted', false, ${officer}, ${world.now}, ${world.now}, (
      select jsonb_agg(jsonb_build_object('number', number, 'dueOn', due_on, 'amountCents', amount_cents)) from instalments
      where proposal_id = ${id}))`.execute(world.db);
  await sql`update instalments set due_on = due_on + 61 where proposal_id = ${id}`.execute(world.db);
  after(14);
  await countNights();
  after(15);
  await countNights();
  expect(await plans()).toEqual([first, { from: '2026-02-12', change: 'in_time', due: '2026-05-10' }]);
});

test('R30.1 R32.1 what a last forgiving took off the plan is not due, and a later grace changes nothing of an ended loan', async () => {
  after(20);
  const [part, whole] = await lend(2);
  after(21);
  await countNights();
  await repayEach([part!], 10);
  for (const { id: proposalId, backers } of [part!, whole!]) {
    const as = backers[0] as Person;
    await proveNow(world, as);
    done(await world.call('POST', '/api/borrow/forgive', { as, body: { proposalId } }));
  }
  after(23);
  await countNights();
  const grace = (lateGraceDays: number) => world.db.updateTable('mfis').set({ lateGraceDays }).where('id', '=', ROI);
  await grace(15).execute();
  after(24);
  await countNights();
  await grace(5).execute();
  const sums = async (loan: Loan) => {
    const [facts] = await listLoanFacts(world.db, [Number(loan.id) as ProposalId]);
    const due = ({ instalments }: { instalments: readonly { amountCents: number }[] }) =>
      instalments.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return facts?.plans.map((plan) => [plan.fromOn, due(plan)]);
  };
  expect(await sums(part!)).toEqual([
    ['2026-02-20', 10_000],
    ['2026-02-22', 1000],
  ]);
  expect(await sums(whole!)).toEqual([
    ['2026-02-20', 10_000],
    ['2026-02-22', 0],
  ]);
});

test('R32.1 late loans are at risk, and what is entered and not approved counts for nothing', async () => {
  after(60);
  const loans = await lend(5);
  await countNights();
  after(95);
  const { id } = done(await pay(loans[0]!, 50));
  after(97);
  await countNights();
  const { rows } = await figures('name=ROI');
  const quarter = rows.find((row: { quarter: string | null }) => row.quarter === '2026-Q2');
  expect(quarter).toMatchObject({ loans: 5, lent: 500, repaid: 0, par1: 1, par30: 0, onTime: 0 });
  done(await decidePayment('approvePayment', loans[0]!, id));
});

test('R32.1 the same table as CSV says which figures are hidden, and a visitor who has it is answered 304', async () => {
  const url = '/api/mfi/figures.csv?name=ROI&asOf=2026-02-01';
  const first = await world.app.inject({ method: 'GET', url });
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, sum] = first.body.replace('\ufeff', '').split('\r\n');
  expect(head).toContain('"as_of","quarter","counted_on","loans","lent_usd","repaid_usd","outstanding_usd","par_1"');
  expect(sum).toMatch(/^"2026-02-01","all","2026-02-01",6,600,250,350,0/);
  const again = await world.app.inject({
    method: 'GET',
    url,
    headers: { 'if-none-match': String(first.headers['etag']) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const signedIn = await world.call('GET', url, { as: await world.newPerson() });
  expect(signedIn.status).toBe(200);
});

test('R32.1 quarters too small for a row of their own are told within sums, once five loans are new to these', async () => {
  after(98);
  await lend(4, { mfiId: 2 });
  after(160);
  await lend(4, { mfiId: 2 });
  after(162);
  await countNights();
  // Four are told with the four of another institution, in the sum of all; four more would be four too few.
  const few = (await figures('name=FATEN')).rows[0];
  expect([few.loans, few.hidden.loans]).toEqual([null, 'few']);
  after(260);
  await lend(1, { mfiId: 2 });
  after(262);
  await countNights();
  const [told, ...others] = (await figures('name=FATEN')).rows;
  expect([told.countedOn, others]).toEqual(['2026-10-18', []]);
  // Nine loans, hidden because the sum of all less nine less those of the third would tell the four of the second.
  expect([told.loans, told.hidden.loans]).toEqual([null, 'guarded']);
  expect((await figures()).rows[0]).toMatchObject({ quarter: null, loans: 24, lent: 2400 });
});
