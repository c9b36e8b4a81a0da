import { DAY_MS } from '@sathi/domain/durations.ts';
import { monthsBefore } from '@sathi/domain/own-data.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

const FILE_DAYS = 90;
const PAYER_MONTHS = 24;
const LINE_MONTHS = 120;

/** Forgets files after 90 days, payers after 24 months and lines after 10 years (R21.1). @returns how many of each */
export async function forgetStatements(
  db: Db,
  now: Date,
): Promise<{ readonly statementFiles: number; readonly statementPayers: number; readonly statementLines: number }> {
  const filesBefore = new Date(now.getTime() - FILE_DAYS * DAY_MS);
  const files = await sql`delete from statement_files where kept_at < ${filesBefore}`.execute(db);
  await sql`delete from statement_uploads where told_at < ${new Date(now.getTime() - DAY_MS)}`.execute(db);
  const payers = await sql`
    update statement_lines set payer = '', payer_account = ''
    where booked_on < ${dayOf(monthsBefore(now, PAYER_MONTHS))}::date and (payer <> '' or payer_account <> '')`.execute(
    db,
  );
  const lines = await sql`
    delete from statement_lines where booked_on < ${dayOf(monthsBefore(now, LINE_MONTHS))}::date`.execute(db);
  return {
    statementFiles: Number(files.numAffectedRows ?? 0n),
    statementPayers: Number(payers.numAffectedRows ?? 0n),
    statementLines: Number(lines.numAffectedRows ?? 0n),
  };
}

/** The day from which on all lines are still there, also those that a bank booked some days before their value day. */
export function oldestKeptDay(now: Date): string {
  return dayOf(monthsBefore(now, LINE_MONTHS - 1));
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
