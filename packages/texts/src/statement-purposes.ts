import type { MoneyKey } from './keys.ts';

/** The word for each purpose of a row of a statement, on the screen and in the file. */
export const PURPOSE_TEXTS = {
  backing: 'portfolio.purpose.backing',
  backing_released: 'portfolio.purpose.backingReleased',
  withdrawal: 'portfolio.purpose.withdrawal',
  withdrawal_failed: 'portfolio.purpose.withdrawalFailed',
  repayment_entered: 'portfolio.purpose.repaymentEntered',
  repayment_rejected: 'portfolio.purpose.repaymentRejected',
  share_received: 'portfolio.purpose.shareReceived',
  received: 'portfolio.purpose.received',
  settled: 'portfolio.purpose.settled',
  lapsed: 'portfolio.purpose.lapsed',
  taken_over: 'portfolio.purpose.takenOver',
  payout: 'portfolio.purpose.payout',
  given: 'portfolio.purpose.given',
  reversed: 'portfolio.purpose.reversed',
  recovered: 'portfolio.purpose.recovered',
  written_off: 'portfolio.purpose.writtenOff',
  forgiven: 'portfolio.purpose.forgiven',
} as const satisfies Readonly<Record<string, MoneyKey>>;
