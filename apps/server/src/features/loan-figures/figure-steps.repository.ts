import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { Step } from '@sathi/domain/figure-steps.ts';
import type { KeptStep } from '@sathi/domain/figure-tables.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type CountedDays = { readonly firstDay: CalendarDate | null; readonly lastDay: CalendarDate | null };

export async function findCountedDays(db: Db | Tx): Promise<CountedDays> {
  const { rows } = await sql<CountedDays>`
    select min(day) as "firstDay", max(day) as "lastDay" from figure_days`.execute(db);
  return rows[0] as CountedDays;
}

/** Whether this process counts, until the end of the transaction. */
export async function claimCounting(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('loan figures', 0)) as "isOurs"`.execute(tx);
  return rows[0]?.isOurs === true;
}

/** A row as it is kept. A rest is a part of sums, and no row of a table. */
export type CountedStep = KeptStep & { readonly isRest: boolean };

/** The figures that were in force at the end of this day. */
export async function listStepsOn(db: Db, day: CalendarDate): Promise<CountedStep[]> {
  const { rows } = await sql<CountedStep>`
    select distinct on (mfi_id, quarter, is_rest) mfi_id as "mfiId", quarter, is_rest as "isRest", counted as step
    from figure_steps where counted_on <= ${day}::date
    order by mfi_id, quarter, is_rest, counted_on desc`.execute(db);
  return rows;
}

export type StepDays = Pick<CountedStep, 'mfiId' | 'quarter' | 'isRest'> & { readonly days: CalendarDate[] };

/** The days on which each row has moved, the oldest first. */
export async function listStepDays(db: Db): Promise<StepDays[]> {
  const { rows } = await sql<StepDays>`
    select mfi_id as "mfiId", quarter, is_rest as "isRest", jsonb_agg(counted_on order by counted_on) as days
    from figure_steps group by mfi_id, quarter, is_rest`.execute(db);
  return rows;
}

export async function insertSteps(
  tx: Tx,
  steps: readonly CountedStep[],
  days: readonly CalendarDate[],
  countedAt: Date,
): Promise<void> {
  const rows = steps.map(({ mfiId, quarter, isRest, step }) => ({
    mfi_id: mfiId,
    quarter,
    is_rest: isRest,
    counted_on: step.countedOn,
    counted: step satisfies Step,
  }));
  await sql`
    insert into figure_steps (mfi_id, quarter, is_rest, counted_on, counted)
    select mfi_id, quarter, is_rest, counted_on, counted from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s (mfi_id bigint, quarter date, is_rest boolean, counted_on date, counted jsonb)`.execute(tx);
  await sql`
    insert into figure_days (day, counted_at) select day, ${countedAt} from unnest(${days}::date[]) as day`.execute(tx);
}
