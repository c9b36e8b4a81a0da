import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { enterPayment } from '@sathi/contract/repayments.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { PaymentRow } from './payments.repository.ts';

export type PaymentReader = 'owner' | 'staff' | 'backer';
type Reading = { readonly reader: PaymentReader; readonly readerId: UserId };
type Office = { readonly name: string; readonly timeZone: string };

/** A payment as one reader may see it: backers see sums and days, what a payer wrote is between owner and staff. */
export function paymentAnswer(
  row: PaymentRow,
  { name, timeZone }: Office,
  { reader, readerId }: Reading,
): DataOf<typeof enterPayment> {
  const { localMinor, localCurrency, receiptCode, slip } = row;
  const isParty = reader !== 'backer';
  return {
    id: row.id,
    proposalId: row.proposalId,
    amount: row.amountCents,
    date: row.enteredAt,
    isApproved: row.state === 'approved',
    state: row.state,
    purpose: 'repayment',
    reason: isParty ? (row.reversalReason ?? row.reason) : null,
    mayTakeBack: isParty && row.state === 'pending' && row.enteredBy === readerId && row.tillId === null,
    decidedAt: row.decidedAt,
    channel: row.channel,
    reference: isParty ? row.ownReference : null,
    paidOn: row.paidOn ?? calendarDateIn(timeZone, row.enteredAt),
    approvedOn: receiptCode === null || row.decidedAt === null ? null : calendarDateIn(timeZone, row.decidedAt),
    // Backers read dollars (R23.7).
    local:
      isParty && localMinor !== null && localCurrency !== null ? { amount: localMinor, currency: localCurrency } : null,
    slip: isParty ? slip : null,
    slipUrl: isParty && slip !== null ? `/api/money/${slip}` : null,
    receipt: isParty && receiptCode !== null ? paymentReceiptOf(row, name, receiptCode) : null,
    gain: reader === 'staff' ? row.gainCents : null,
  };
}

type Numbered = { readonly id: number; readonly receiptNumber: string | null };

/** Numbered by the device of its till, else by its payment; found by its code (R22.7). */
export function paymentReceiptOf({ id, receiptNumber }: Numbered, mfiName: string, code: string) {
  return { number: receiptNumber ?? `${mfiName}-P-${id}`, code, url: `/r/${code}` };
}
