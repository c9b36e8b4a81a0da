import { ACT_WORDS } from '../../lib/act-words.ts';
import type { StaffTextKey } from '../../lib/text.tsx';

/** Kinds of journals in words. */
const JOURNAL_WORDS: Readonly<Record<string, StaffTextKey>> = {
  backing: 'settlements.event.backing',
  release: 'settlements.event.release',
  funds_released: 'settlements.event.fundsReleased',
  release_undone: 'settlements.event.releaseUndone',
  withdrawal_sent: 'settlements.event.withdrawalSent',
  withdrawal_failed: 'settlements.event.withdrawalFailed',
  payment_entered: 'settlements.event.paymentEntered',
  payment_approved: 'settlements.event.paymentApproved',
  payment_rejected: 'settlements.event.paymentRejected',
  payment_reversed: 'settlements.event.paymentReversed',
  received: 'settlements.event.received',
  received_reversed: 'settlements.event.receivedReversed',
  settled: 'settlements.event.settled',
  unsettled: 'settlements.event.unsettled',
  lapsed: 'settlements.event.lapsed',
  cancelled: 'settlements.event.cancelled',
  taken_over: 'settlements.event.takenOver',
  credit_moved: 'settlements.event.creditMoved',
  payout_asked: 'settlements.event.payoutAsked',
  payout_dropped: 'settlements.event.payoutDropped',
  payout_sent: 'settlements.event.payoutSent',
  payout_unsent: 'settlements.event.payoutUnsent',
  payout_failed: 'settlements.event.payoutFailed',
  payout_unfailed: 'settlements.event.payoutUnfailed',
  given: 'settlements.event.given',
  drawn: 'settlements.event.drawn',
  debt_taken_over: 'settlements.event.debtTakenOver',
  written_off: 'settlements.event.writtenOff',
  forgiven: 'settlements.event.forgiven',
  exchange_gain: 'settlements.event.exchangeGain',
};

/** Acts of the office that take two people are counted beside the journals. */
export const EVENT_WORDS: Readonly<Record<string, StaffTextKey>> = { ...ACT_WORDS, ...JOURNAL_WORDS };

export const PLACE_WORDS: Readonly<Record<string, StaffTextKey>> = {
  escrow: 'settlements.place.escrow',
  awaited: 'settlements.place.awaited',
  suspense: 'settlements.place.suspense',
  rounding: 'settlements.place.rounding',
  wallet: 'settlements.place.wallet',
  leaving: 'settlements.place.leaving',
};

/** `2026-10` as the language names it. */
export function monthText(month: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
