import { ASKED_DAYS, ratesBetween, repaidCents, unitOf, worthCents } from '@sathi/domain/asked-local.ts';
import { addDays, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { paidInPlan, plannedLocal, worthInPlan } from '@sathi/domain/local-plan.ts';
import { type Cents, cents, subtractCents } from '@sathi/domain/money.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { RateMillionths } from '@sathi/domain/rates.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { findRateOn } from '../money-accounts/channels.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { listRatesUntil } from '../rates/rates.repository.ts';
import { nextOpenInstalment } from './instalments.repository.ts';
import { findPaidPlan, type PaidPlan } from './local-loans.repository.ts';
import type { PaymentFacts } from './payments.repository.ts';

type Local = { readonly amount: Minor; readonly currency: Currency; readonly valueOn: CalendarDate };

type Asking = { readonly tx: Tx; readonly proposal: ProposalRow };

/**
 * The dollars that local money repays of a loan (R23.5, R23.9), and how much more it is worth on its day.
 *
 * @throws RefusalError `wrong_currency` for another than the account's, or the loan's or institution's where no account is named;
 * `rate_too_old`; `amount_above_outstanding` above the plan of a loan with a rate
 */
export async function worthOf(
  asking: Asking,
  { amount, currency, valueOn }: Local,
  accountCurrency: Currency | null,
): Promise<Pick<PaymentFacts, 'localMinor' | 'localCurrency' | 'gainCents'> & { readonly amountCents: Cents }> {
  const { tx, proposal } = asking;
  const paidPlan = await findPaidPlan(tx, proposal);
  const expected = accountCurrency ?? paidPlan?.currency ?? (await findMfiById(tx, proposal.mfiId))?.localCurrency;
  if (currency !== expected) throw new RefusalError('wrong_currency');
  const stored = { localMinor: amount, localCurrency: currency };
  if (currency === 'USD') return { ...stored, gainCents: null, amountCents: cents(amount) };
  const valueRate = await findRateOn(tx, proposal.mfiId, currency, valueOn);
  const amountCents =
    paidPlan?.currency === currency
      ? paidCentsOf(paidPlan, amount)
      : await askedCentsOf(asking, { amount, currency, valueOn }, valueRate);
  const gainCents = valueRate === null ? null : ((worthCents(amount, valueRate) - amountCents) as Cents);
  return { ...stored, gainCents, amountCents };
}

/**
 * How much more a payment is worth at the rate of another day (R23.6); null without a rate. The gain of dollars stays.
 */
export async function gainOn(
  tx: Tx,
  mfiId: MfiId,
  { amountCents, localMinor, localCurrency, gainCents }: PaymentFacts & { readonly amountCents: Cents },
  day: CalendarDate,
): Promise<Cents | null> {
  if (localMinor === null || localCurrency === null || localCurrency === 'USD') return gainCents;
  const rate = await findRateOn(tx, mfiId, localCurrency, day);
  return rate === null ? null : ((worthCents(localMinor, rate) - amountCents) as Cents);
}

/**
 * The dollars that local money pays by the plan of the loan (R23.5).
 * @throws RefusalError `amount_above_outstanding`
 */
function paidCentsOf({ plan, counted, currency }: PaidPlan, amount: Minor): Cents {
  const { paidCents, overMinor } = paidInPlan(plan, counted, amount);
  if (overMinor > 0) {
    const maximumCents = subtractCents(worthInPlan(plan, plannedLocal(plan)), counted.cents);
    const maximumLocal = { amount: (amount - overMinor) as Minor, currency };
    throw new RefusalError('amount_above_outstanding', { maximumCents, maximumLocal });
  }
  return paidCents;
}

/**
 * The dollars that local money pays by what was asked lately, or by the rate of the day (R23.9).
 * @throws RefusalError `rate_too_old`
 */
async function askedCentsOf(
  { tx, proposal }: Asking,
  { amount, currency, valueOn }: Local,
  valueRate: RateMillionths | null,
): Promise<Cents> {
  if (currency === 'USD') return cents(amount);
  const known = await listRatesUntil(tx, proposal.mfiId, currency, valueOn);
  const rates = ratesBetween(known, addDays(valueOn, -ASKED_DAYS), valueOn);
  const unit = unitOf(currency, found(await findMoneySettings(tx, proposal.mfiId)));
  const next = await nextOpenInstalment(tx, proposal);
  const outstanding = subtractCents(outstandingCents(proposal), proposal.pendingCents);
  const askedCents = [outstanding, ...(next === undefined ? [] : [next.openCents])];
  const amountCents = repaidCents({ local: amount, askedCents, rates, valueRate, unit });
  if (amountCents === null) throw new RefusalError('rate_too_old');
  return amountCents;
}
