import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import type { Text, TextKey } from './text.tsx';

/** The ways to pay, and the accounts behind them. */
export const CHANNEL_WORDS = {
  bank: 'money.withdraw.bank',
  mobile_wallet: 'money.withdraw.mobileWallet',
  cash: 'money.withdraw.cashAtOffice',
  till: 'money.withdraw.cashAtOffice',
} as const satisfies Record<string, TextKey>;

/** The facts of a payment, as far as its payer told them. In a queue the server of the last release tells none of it. */
export type Paid = {
  readonly channel?: PayChannel | null;
  readonly reference?: string | null;
  readonly paidOn?: string;
  readonly hasSlip?: boolean;
};

/** The way, the number of the transfer, the day and the slip, as far as its payer said them. */
export function paidHow({ channel, reference, paidOn, hasSlip }: Paid, { t, format }: Text): string[] {
  return [
    ...(channel ? [t(CHANNEL_WORDS[channel])] : []),
    ...(reference ? [format.isolate(reference)] : []),
    ...(paidOn ? [format.date(paidOn)] : []),
    ...(hasSlip ? [t('money.repay.slip')] : []),
  ];
}
