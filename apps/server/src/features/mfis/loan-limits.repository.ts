import { localLimits } from '@sathi/domain/asked-local.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { LoanLimits, OwnLimit } from '@sathi/domain/loan-limits.ts';
import type { LocalCurrency, LocalSum, Minor } from '@sathi/domain/local-money.ts';
import type { Db, Tx } from '../../db/db.ts';
import { findRateOf } from '../rates/rates.repository.ts';

const COLUMNS = [
  'id',
  'name',
  'timeZone',
  'localMoney',
  'localCurrency',
  'loanMinimumCents as minimumCents',
  'loanMaximumCents as maximumCents',
  'firstLoanCents',
  'loanGrowthPercent as growthPercent',
] as const;

export type NamedLimits = LoanLimits & {
  readonly id: MfiId;
  readonly name: string;
  readonly timeZone: string;
  readonly localMoney: boolean;
  readonly localCurrency: LocalCurrency | null;
};

export async function findLoanLimits(db: Db, id: MfiId): Promise<NamedLimits | undefined> {
  return db.selectFrom('mfis').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The limits before a change of them, which waits for this transaction. */
export async function lockLoanLimits(tx: Tx, id: MfiId): Promise<NamedLimits | undefined> {
  return tx.selectFrom('mfis').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function setLoanLimits(tx: Tx, id: MfiId, limits: LoanLimits): Promise<void> {
  await tx
    .updateTable('mfis')
    .set({
      loanMinimumCents: limits.minimumCents,
      loanMaximumCents: limits.maximumCents,
      firstLoanCents: limits.firstLoanCents,
      loanGrowthPercent: limits.growthPercent,
    })
    .where('id', '=', id)
    .execute();
}

export type LocalBounds = { readonly minimum: LocalSum | null; readonly maximum: LocalSum | null };

/** The bounds of a person's next loan in local money at the rate of today; null for dollars, and without a rate. */
export async function findLocalBounds(
  db: Db,
  { id, timeZone }: Pick<NamedLimits, 'id' | 'timeZone'>,
  { own, currency, now }: { readonly own: OwnLimit; readonly currency: LocalCurrency | null; readonly now: Date },
): Promise<LocalBounds | null> {
  const rate = currency && (await findRateOf(db, id, currency, calendarDateIn(timeZone, now)));
  if (!rate) return null;
  const { minimum, maximum } = localLimits(own, rate.rateMillionths);
  const sum = (amount: Minor | null) => (amount === null ? null : { amount, currency });
  return { minimum: sum(minimum), maximum: sum(maximum) };
}
