import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyRateId } from '@sathi/domain/ids.ts';
import type { LocalCurrency } from '@sathi/domain/local-money.ts';
import { needsReason, type RateMillionths } from '@sathi/domain/rates.ts';
import { confirmersOf, type Office } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { askToConfirm } from '../notifications/tell.ts';
import { findLastRate, insertRate } from './rates.repository.ts';

type Within = Pick<Change, 'tx' | 'viewer' | 'now'> & {
  readonly mfiId: MfiId;
  readonly office: Office;
  readonly teller: { readonly secret: AppSecret; readonly origin: string };
};
type NewRate = {
  readonly currency: LocalCurrency;
  readonly validFrom: CalendarDate;
  readonly perUsd: RateMillionths;
  readonly source: string;
  readonly reason?: string | undefined;
};

/** Waits for a second person (R19.8, R23.2). @throws RefusalError `reason_required` for one far off the last */
export async function enterRate(within: Within, asked: NewRate): Promise<MoneyRateId> {
  const { tx, viewer, now, mfiId, office, teller } = within;
  const { perUsd: rateMillionths, reason = '', ...rate } = asked;
  const last = await findLastRate(tx, mfiId, rate.currency, rate.validFrom);
  if (reason === '' && needsReason(rateMillionths, last?.rateMillionths ?? null)) {
    throw new RefusalError('reason_required', { path: 'reason' });
  }
  const id = await insertRate(tx, { ...rate, reason, rateMillionths, mfiId, enteredBy: viewer.id, enteredAt: now });
  const confirmers = confirmersOf({ enteredBy: viewer.id }, office);
  await askToConfirm(within, teller, { mfiId, what: 'rate', id, page: 'MFIAccounts', confirmers });
  return id;
}
