import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyRateId, UserId } from '@sathi/domain/ids.ts';
import type { LocalCurrency } from '@sathi/domain/local-money.ts';
import { isRateTooOld, type Rate, type RateMillionths } from '@sathi/domain/rates.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type RateState = 'entered' | 'approved' | 'refused';
export type RateRow = Rate & {
  readonly id: MoneyRateId;
  readonly currency: LocalCurrency;
  readonly source: string;
  readonly reason: string;
  readonly state: RateState;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly enteredByName: string;
  readonly decidedByName: string | null;
};

async function selectRates(db: Db, mfiId: MfiId, id: MoneyRateId | null): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select r.id, r.currency, r.valid_from as "validFrom", r.rate_millionths as "rateMillionths", r.source, r.reason, r.state,
      r.entered_by as "enteredBy", r.entered_at as "enteredAt", e.first_name || ' ' || e.last_name as "enteredByName",
      d.first_name || ' ' || d.last_name as "decidedByName"
    from money_rates r join users e on e.id = r.entered_by left join users d on d.id = r.decided_by
    where r.mfi_id = ${mfiId} and (${id}::bigint is null or r.id = ${id}::bigint)
    order by r.valid_from desc, r.id desc`.execute(db);
  return rows;
}

/** The newest days first. */
export async function listRates(db: Db, mfiId: MfiId): Promise<RateRow[]> {
  return selectRates(db, mfiId, null);
}

/** Holds the rate until the transaction ends. */
export async function lockRate(tx: Tx, mfiId: MfiId, id: MoneyRateId): Promise<RateRow | undefined> {
  await sql`select id from money_rates where id = ${id} for no key update`.execute(tx);
  const [row] = await selectRates(tx, mfiId, id);
  return row;
}

/** The last rate in force on or before a day, however old; of two for one day that approved later. */
export async function findLastRate(
  db: Db,
  mfiId: MfiId,
  currency: LocalCurrency,
  day: CalendarDate,
): Promise<Rate | undefined> {
  const { rows } = await sql<Rate>`
    select valid_from as "validFrom", rate_millionths as "rateMillionths" from money_rates
    where mfi_id = ${mfiId} and currency = ${currency} and state = 'approved' and valid_from <= ${day}::date
    order by valid_from desc, decided_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** The rate of a day; undefined where there is none, or only one that is too old (R23.2). */
export async function findRateOf(
  db: Db,
  mfiId: MfiId,
  currency: LocalCurrency,
  day: CalendarDate,
): Promise<Rate | undefined> {
  const last = await findLastRate(db, mfiId, currency, day);
  return last === undefined || isRateTooOld(last, day) ? undefined : last;
}

/** All rates in force on or before a day, one for each day from which one counts. */
export async function listRatesUntil(
  db: Db,
  mfiId: MfiId,
  currency: LocalCurrency,
  day: CalendarDate,
): Promise<Rate[]> {
  const { rows } = await sql<Rate>`
    select distinct on (valid_from) valid_from as "validFrom", rate_millionths as "rateMillionths" from money_rates
    where mfi_id = ${mfiId} and currency = ${currency} and state = 'approved' and valid_from <= ${day}::date
    order by valid_from, decided_at desc, id desc`.execute(db);
  return rows;
}

/** A currency of which an office needs a rate: of an account in force, or in which it lends (R23.1). */
export type NeededCurrency = {
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly currency: LocalCurrency;
};

export async function listNeededCurrencies(db: Db): Promise<NeededCurrency[]> {
  const { rows } = await sql<NeededCurrency>`
    select m.id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone", c.currency
    from mfis m cross join lateral (
      select a.currency from money_accounts a
      where a.mfi_id = m.id and a.approved_at is not null and (a.for_pay_in or a.for_pay_out) and a.currency <> 'USD'
      union
      select m.local_currency where m.local_money
    ) c order by m.id, c.currency`.execute(db);
  return rows;
}

type NewRate = {
  readonly mfiId: MfiId;
  readonly currency: LocalCurrency;
  readonly validFrom: CalendarDate;
  readonly rateMillionths: RateMillionths;
  readonly source: string;
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
};

export async function insertRate(tx: Tx, rate: NewRate): Promise<MoneyRateId> {
  const { id } = await tx.insertInto('moneyRates').values(rate).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setRateDecided(
  tx: Tx,
  id: MoneyRateId,
  decision: { readonly state: 'approved' | 'refused'; readonly decidedBy: UserId; readonly decidedAt: Date },
): Promise<void> {
  await tx.updateTable('moneyRates').set(decision).where('id', '=', id).execute();
}
