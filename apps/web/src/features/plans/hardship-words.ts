import { localAmount } from '../../lib/local-amount.ts';
import type { MoneyText, MoneyTextKey } from '../../lib/text.tsx';
import type { DataOf, InputOf } from '../../lib/wire.ts';

export type Hardship = DataOf<'listHardships'>[number];
export type HardshipReason = Hardship['reason'];
/** The dialog begins with these words. */
export type HardshipDraft = Partial<InputOf<'askHardship'>['body']>;

export const REASON_WORDS: Record<HardshipReason, MoneyTextKey> = {
  illness: 'hardship.reason.illness',
  death_in_family: 'hardship.reason.deathInFamily',
  disaster: 'hardship.reason.disaster',
  crop_loss: 'hardship.reason.cropLoss',
  lost_income: 'hardship.reason.lostIncome',
  migration: 'hardship.reason.migration',
  other: 'hardship.reason.other',
};

/** The reason and the offer of the borrower, in the money of the loan. */
export function offerWords({ reason, monthly, localMonthly, fromOn }: Hardship, { t, format }: MoneyText): string {
  const amount = localMonthly ? localAmount(localMonthly, format) : format.money(monthly);
  const values = { reason: t(REASON_WORDS[reason]), amount, date: format.date(fromOn) };
  return t(monthly === 0 ? 'hardship.offerNothing' : 'hardship.offer', values);
}
