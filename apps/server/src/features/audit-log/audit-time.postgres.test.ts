import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { useLoans } from '../../test/loans.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { chainAuditLog, verifyAuditLog } from './audit-chain.repository.ts';
import { signLedgerDays, verifyLedgerDays } from './ledger-days.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const DAY_MS = 24 * 3_600_000;

/** Work on a connection on which each look at this table takes longer than a statement may. */
function whileSlow<Result>(table: 'journals' | 'audit_log', work: (db: Db) => Promise<Result>): Promise<Result> {
  return world.db.connection().execute(async (db) => {
    await sql.raw(`create temp view ${table} as select l.* from public.${table} l, pg_sleep(0.5)`).execute(db);
    await sql`set statement_timeout = '250ms'`.execute(db);
    await expect(sql.raw(`select count(*) from ${table}`).execute(db)).rejects.toThrow('statement timeout');
    try {
      return await work(db);
    } finally {
      await sql`set statement_timeout = '10s'`.execute(db);
      await sql.raw(`drop view pg_temp.${table}`).execute(db);
    }
  });
}

test('the days of the ledger are signed and verified beyond the limit of a request (R34.5)', async () => {
  await newLoan({ status: 5 });
  const { secret } = world.outside;
  const later = new Date(NOW.getTime() + 2 * DAY_MS);
  expect(await whileSlow('journals', (db) => signLedgerDays(db, secret, later))).toBeGreaterThan(0);
  expect(await whileSlow('journals', (db) => verifyLedgerDays(db, secret, later))).toEqual([]);
});

test('the audit log is verified beyond the limit of a request (R34.5)', async () => {
  await chainAuditLog(world.db);
  expect(await whileSlow('audit_log', verifyAuditLog)).toEqual([]);
});
