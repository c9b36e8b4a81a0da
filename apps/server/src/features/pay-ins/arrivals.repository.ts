import { calendarDateIn, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { ratesBetween, receivedCents, worthCents } from '@sathi/domain/asked-local.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { addCents, AMOUNT_CENTS_MAX, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { settle } from '@sathi/domain/pay-ins.ts';
import type { Db } from '../../db/db.ts';
import { invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { findRateOn } from '../money-accounts/channels.repository.ts';
import { listRatesUntil } from '../rates/rates.repository.ts';
import type { Owing } from './owing.repository.ts';

/** Money that came, and the debt it meets. */
export type Arrival = {
  readonly mfiId: MfiId;
  readonly currency: Currency;
  readonly localMinor: Minor;
  readonly receivedOn: CalendarDate;
  /** The unpaid backings of the person there, in the order in which money pays them, and the day of the oldest. */
  readonly unpaidCents: readonly Cents[];
  readonly oldestOn: CalendarDate | null;
  readonly unit: Minor;
};

/**
 * The dollars that arrived money pays (R20.7), and how much more they are worth on their day (R23.6); null without a rate of
 * that day (R23.2).
 *
 * @throws RefusalError `rate_too_old` when the rate of the day is needed; `amount_not_positive` below a cent;
 *   `invalid_request` above what anybody moves
 */
export async function worthOf(db: Db, arrival: Arrival): Promise<{ amountCents: Cents; gainCents: Cents | null }> {
  const { mfiId, currency, localMinor: local, receivedOn, oldestOn, unpaidCents, unit } = arrival;
  if (currency === 'USD') return { amountCents: withinBounds(Number(local) as Cents, 'amount'), gainCents: ZERO_CENTS };
  const valueRate = await findRateOn(db, mfiId, currency, receivedOn);
  const from = oldestOn === null || oldestOn > receivedOn ? receivedOn : oldestOn;
  const rates = ratesBetween(await listRatesUntil(db, mfiId, currency, receivedOn), from, receivedOn);
  const amountCents = receivedCents({ local, unpaidCents, rates, valueRate, unit });
  if (amountCents === null) throw new RefusalError('rate_too_old');
  const gainCents = valueRate === null ? null : subtractCents(worthCents(local, valueRate), amountCents);
  return { amountCents: withinBounds(amountCents, 'localAmount'), gainCents };
}

/** The debt of a person as the worth of local money asks for it (R20.7). */
export function owedOf({ backings }: Owing, timeZone: string): Pick<Arrival, 'unpaidCents' | 'oldestOn'> {
  const owed = backings.reduce((sum, { unpaidCents }) => addCents(sum, unpaidCents), ZERO_CENTS);
  const unpaid = settle(backings, owed).parts.map(({ of }) => of);
  const days = unpaid.map(({ investedAt }) => calendarDateIn(timeZone, investedAt)).toSorted();
  return { unpaidCents: unpaid.map(({ unpaidCents }) => unpaidCents), oldestOn: days[0] ?? null };
}

/** More than a cent, and no more than sums stay exact with. */
function withinBounds(amount: Cents, path: 'amount' | 'localAmount'): Cents {
  if (amount <= 0) throw new RefusalError('amount_not_positive');
  if (amount > AMOUNT_CENTS_MAX) throw invalidField(path, 'amount_too_large');
  return amount;
}
