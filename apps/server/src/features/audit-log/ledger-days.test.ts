import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';
import { chainAuditLog } from './audit-chain.repository.ts';
import { findNewestAnchor, signLedgerDays, verifyLedgerDays } from './ledger-days.repository.ts';

const world = useWorld();
const { newLoan, repay } = useLoans(world);

const DAY_MS = 24 * 3_600_000;
const THIRD_NIGHT = new Date('2026-02-03T00:15:00.000Z');
const sign = (now = THIRD_NIGHT) => signLedgerDays(world.db, world.outside.secret, now);
const verify = (now = THIRD_NIGHT) => verifyLedgerDays(world.db, world.outside.secret, now);
const signedDays = () => world.db.selectFrom('ledgerDays').selectAll().orderBy('day').execute();

/** A change by a person with all rights in the database. */
async function tamper(table: 'journals' | 'ledger_days', change: ReturnType<typeof sql>): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(world.db);
  await change.execute(world.db);
  await sql.raw(`alter table ${table} enable trigger user`).execute(world.db);
}

let atStart: number;
beforeEach(async () => {
  await tamper('ledger_days', sql`delete from ledger_days`);
  // Each test begins without a signed day; `atStart` counts the days from the first journal to 2 February.
  world.now = NOW;
  await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + DAY_MS);
  const loan = await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 2 * DAY_MS);
  await repay(loan, 40);
  const first = await sql<{ days: number }>`
    select date '2026-02-03' - min(at at time zone 'UTC')::date as days from journals`.execute(world.db);
  atStart = first.rows[0]?.days ?? 0;
});

test('each ended day is signed once, fifteen minutes after midnight (R34.5)', async () => {
  expect(await sign(new Date(THIRD_NIGHT.getTime() - 1))).toBe(atStart - 1);
  expect(await sign()).toBe(1);
  expect(await sign()).toBe(0);
  const days = await signedDays();
  expect(days.slice(-3).map(({ day, journals }) => [day, journals > 0])).toEqual([
    ['2026-01-31', true],
    ['2026-02-01', true],
    ['2026-02-02', true],
  ]);
  expect(new Set(days.map(({ root }) => root)).size).toBe(days.length);
  expect(await verify()).toEqual([]);
});

test('the days of weeks without a run are signed in one, each once (R34.5)', async () => {
  const weeksLater = new Date(THIRD_NIGHT.getTime() + 20 * DAY_MS);
  expect(await sign(weeksLater)).toBe(atStart + 20);
  expect(await verify(weeksLater)).toEqual([]);
});

test('a journal that was moved to another day is noticed on both (R34.5)', async () => {
  await sign();
  await tamper(
    'journals',
    sql`update journals set at = at + interval '1 day' where at >= '2026-01-31' and at < '2026-02-01'`,
  );
  const found = await verify();
  await tamper(
    'journals',
    sql`update journals set at = at - interval '1 day' where at >= '2026-02-01' and at < '2026-02-02'`,
  );
  expect(found).toEqual([
    { day: '2026-01-31', problem: 'changed' },
    { day: '2026-02-01', problem: 'changed' },
  ]);
});

test('a day that was removed, and one signed by somebody else, are named (R34.5)', async () => {
  await sign();
  const other = [randomBytes(32)] as const;
  await tamper('ledger_days', sql`update ledger_days set signature = 'AAAA' where day = '2026-01-31'`);
  await tamper('ledger_days', sql`delete from ledger_days where day = '2026-02-02'`);
  expect(await verify()).toEqual([
    { day: '2026-01-31', problem: 'forged' },
    { day: '2026-02-02', problem: 'unsigned' },
  ]);
  const byOther = await verifyLedgerDays(world.db, other, THIRD_NIGHT);
  expect(byOther[0]?.problem).toBe('unknown key');
});

test('a day signed with an older secret of the ring is still known (R34.5)', async () => {
  await sign();
  const ring = [randomBytes(32), ...world.outside.secret] as const;
  expect(await verifyLedgerDays(world.db, ring, THIRD_NIGHT)).toEqual([]);
});

test('the newest root goes to the chain with the newest hash of each audit log (R34.5)', async () => {
  await chainAuditLog(world.db);
  await sign();
  const newest = (await signedDays()).at(-1);
  const { plan, status } = await world.db
    .selectFrom('chainOperations')
    .select(['plan', 'status'])
    .where('id', '=', newest?.anchoredBy ?? 0)
    .executeTakeFirstOrThrow();
  const [step] = plan as any[];
  expect(status).toBe('pending');
  expect(step).toMatchObject({ name: 'add_proposal', ref: 'day-2026-02-02', record: { root: newest?.root } });
  expect(step.record[`auditLog${ROI}`]).toMatch(/^[\w-]{43}$/);
  expect(await findNewestAnchor(world.db)).toEqual({ ref: 'day-2026-02-02', root: newest?.root, deployHash: null });
});

test('the signed days refuse every change and removal in the database (R34.5)', async () => {
  await sign();
  await expect(sql`update ledger_days set root = ''`.execute(world.db)).rejects.toThrow('append-only');
  await expect(sql`delete from ledger_days`.execute(world.db)).rejects.toThrow('append-only');
  const other = sql`update ledger_days set public_key = 'another', vouch = 'a rotation'`;
  await expect(other.execute(world.db)).rejects.toThrow('append-only');
});
