import { readFile } from 'node:fs/promises';
import type { MfiId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';
import { done, people, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { LENT } from '../proposals/local-sums.repository.ts';
import { expireProposals } from '../proposals/approvals.service.ts';
import { foldFigures } from './fold-figures.repository.ts';

const world = useWorld();
const { newLoan, create, back, decide, edit, remove, setStatus, repay } = useLoans(world);
useLocalMoney(world);

let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
});

type Sum = { readonly amount: string; readonly currency: string };
type Box = { readonly count: number; readonly balance: number; readonly amount: number; readonly sums: object };
const byCurrency = (sums: readonly Sum[]) => sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));

async function told(): Promise<Record<string, Box>> {
  const stats = done(await world.call('GET', `/api/mfi/stats?mfiId=${ROI}`, { as: officer }));
  for (const { sums } of Object.values<any>(stats)) {
    [sums.balance, sums.amount] = [byCurrency(sums.balance), byCurrency(sums.amount)];
  }
  return stats;
}

/** The same, counted over the proposals. */
async function counted(): Promise<Record<string, Box>> {
  const balance = sql`coalesce(p.payout_minor, greatest(p.backed_cents, p.funded_cents))`;
  const { rows } = await sql<{ status: number; balanceCents: number; amountCents: number; sums: [Sum, Sum] }>`
    select p.status, greatest(p.backed_cents, p.funded_cents) as "balanceCents", p.amount_cents as "amountCents",
      jsonb_build_array(
        jsonb_build_object('amount', ${balance}, 'currency', case when p.payout_minor is null then 'USD' else p.local_currency end),
        jsonb_build_object('amount', coalesce(${LENT.minor}, p.amount_cents),
          'currency', case when ${LENT.minor} is null then 'USD' else ${LENT.currency} end)
      ) as sums
    from proposals p where p.mfi_id = ${ROI} and p.deleted_at is null and p.status >= 2`.execute(world.db);
  const box = (isIn: (status: number) => boolean): Box => {
    const of = rows.filter(({ status }) => isIn(status));
    const total = (pick: (row: (typeof rows)[number]) => number) => of.reduce((sum, row) => sum + pick(row), 0);
    const sums = (which: 0 | 1) => {
      const totals = new Map<string, number>();
      for (const { sums: pair } of of) {
        totals.set(pair[which].currency, (totals.get(pair[which].currency) ?? 0) + Number(pair[which].amount));
      }
      return byCurrency([...totals].map(([currency, minor]) => ({ currency, amount: (minor / 100).toFixed(2) })));
    };
    return {
      count: of.length,
      balance: total((row) => row.balanceCents) / 100,
      amount: total((row) => row.amountCents) / 100,
      sums: { balance: sums(0), amount: sums(1) },
    };
  };
  return {
    inProgress: box((status) => status === 2),
    active: box((status) => status > 2),
    repaid: box((status) => status === 6),
  };
}

const rowsOf = async (mfiId: MfiId) =>
  Number(
    (
      await sql<{ n: number }>`select count(*)::int as n from institution_figures where mfi_id = ${mfiId}`.execute(
        world.db,
      )
    ).rows[0]?.n,
  );

test('R11.3: the figures that are kept are those of the proposals, after each step of a loan', async () => {
  const [owner, backer] = [await world.newPerson(), await world.newPerson()];
  const loan = { ...(await newLoan({ status: 1, owner, officer })), backers: [backer] };
  const local = done(await create(owner, { mfiId: String(ROI), amount: undefined, localAmount: taka('12235.00') }));
  const steps = [
    () => setStatus(loan, owner, 2),
    () => edit(loan, owner, { amount: 80 }),
    () => back(loan, backer, 30),
    () => decide('approveProposal', loan),
    () => back(loan, backer, 20),
    () => back(loan, backer, 30),
    () => back(local, backer, 100),
    () => decide('releaseFunds', loan),
    () => decide('approveProposal', { ...local, officer }),
    () => decide('releaseFunds', { ...local, officer }),
    () => repay(loan, 80),
  ];
  expect(await told()).toEqual(await counted());
  for (const step of steps) {
    const answer = await step();
    if (typeof answer !== 'string') done(answer);
    expect(await told()).toEqual(await counted());
  }
  expect(await told()).toMatchObject({ active: { count: 2 }, repaid: { count: 1 } });

  const [returned, deleted] = [await newLoan({ status: 3, officer }), await newLoan({ officer })];
  done(await decide('returnProposal', returned));
  done(await remove(deleted, deleted.owner));
  expect(await told()).toEqual(await counted());
});

test('R23.3, R31.2: a part of what was asked in taka counts in dollars until it is released', async () => {
  const [owner, backer] = [await world.newPerson(), await world.newPerson()];
  const localAmount = taka('12235.00');
  const form = { mfiId: String(ROI), amount: undefined, localAmount, acceptPartial: true };
  const loan = { ...done(await create(owner, form)), officer };
  done(await back(loan, backer, 60));
  done(await decide('approveProposal', loan));
  const before = await told();
  world.now = new Date(NOW.getTime() + 40 * 86_400_000);
  await expireProposals(world.db, world.outside.now);
  const [entry] = done(await world.call('GET', `/api/mfi/queues?mfiId=${ROI}`, { as: officer })).toRelease.entries;
  expect(entry).toMatchObject({ proposalId: loan.id, amount: 60, local: null });
  const card = done(await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as: owner }));
  expect(card).toMatchObject({ amount: 60, amountAsked: 100, localAmount });
  expect(await told()).toEqual(await counted());
  expect(before).not.toEqual(await told());
  world.now = NOW;
  done(await decide('releaseFunds', loan));
  expect(await told()).toEqual(await counted());
});

test.each([
  [
    'a loan more',
    'update institution_figures set loans = loans + 1 where (mfi_id, id) = (select mfi_id, max(id) from institution_figures group by mfi_id limit 1)',
  ],
  [
    'a cent less',
    'update institution_figures set balance_minor = balance_minor - 1 where (mfi_id, id) = (select mfi_id, max(id) from institution_figures group by mfi_id limit 1)',
  ],
  ['no figures', 'delete from institution_figures'],
  [
    'a proposal that no trigger saw',
    'alter table proposals disable trigger user; update proposals set amount_cents = amount_cents + 1 where status = 2; alter table proposals enable trigger user',
  ],
])('R18.4: the audit names figures with %s', async (_, text) => {
  await newLoan({ officer });
  const undo = new Error('undone');
  const work = world.db.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx);
    expect((await listViolations(tx)).map(({ violation }) => violation)).toContain(
      'the figures of an institution are not those of its proposals',
    );
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});

test('the migration counts what no row has counted, and nothing twice', async () => {
  const file = new URL('../../db/migrations/0196_figures_counted.sql', import.meta.url);
  const count = /^insert into institution_figures[^;]*;/m.exec(await readFile(file, 'utf8'))?.[0] ?? '';
  await newLoan({ officer, status: 4 });
  await sql`delete from institution_figures where mfi_id = ${ROI}`.execute(world.db);
  await newLoan({ officer, status: 3 });
  for (const _ of [1, 2]) {
    await sql.raw(count).execute(world.db);
    expect(await told()).toEqual(await counted());
  }
});

test('folding leaves a row for each status and currency, and the same figures, while people back', async () => {
  const loan = await newLoan({ officer, form: { amount: 5000 } });
  await sql`
    insert into institution_figures (mfi_id, status, is_approved, balance_currency, amount_currency,
      loans, balance_cents, amount_cents, balance_minor, amount_minor)
    select ${ROI}, 2, false, 'USD', 'USD', sign, 3 * sign, 2 * sign, sign, sign
    from generate_series(1, 11000) n cross join (values (1), (-1)) as s (sign)`.execute(world.db);
  const backers = await people(world, 10);
  const answers = await Promise.all([
    ...backers.map((backer) => back(loan, backer, 10)),
    ...Array.from({ length: 4 }, () => foldFigures(world.db)),
  ]);
  expect(answers.slice(0, backers.length).map((answer) => answer?.status)).toEqual(backers.map(() => 201));
  await foldFigures(world.db);
  expect(await rowsOf(ROI)).toBeLessThan(30);
  expect(await rowsOf(DCBS)).toBe(0);
  expect(await told()).toEqual(await counted());
});
