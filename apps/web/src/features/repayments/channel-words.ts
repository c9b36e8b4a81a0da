import type { TextKey } from '../../lib/text.tsx';

/** The ways to pay, and the accounts behind them. */
export const CHANNEL_WORDS = {
  bank: 'money.withdraw.bank',
  mobile_wallet: 'money.withdraw.mobileWallet',
  cash: 'money.withdraw.cashAtOffice',
  till: 'money.withdraw.cashAtOffice',
} as const satisfies Record<string, TextKey>;
