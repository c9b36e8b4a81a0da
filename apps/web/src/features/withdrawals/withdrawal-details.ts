import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { TextKey } from '../../lib/text.tsx';

export type WithdrawalDetails = {
  method: WithdrawalMethod;
  accountName: string;
  accountNumber: string;
  bankName: string;
  branch: string;
};

export const emptyDetails: WithdrawalDetails = {
  method: 'bank',
  accountName: '',
  accountNumber: '',
  bankName: '',
  branch: '',
};

type Words = { name: TextKey; accountName: TextKey; accountNumber: TextKey; numberHint: TextKey };

/** Each way to be paid, and what its fields are called there. */
export const METHODS: Record<WithdrawalMethod, { words: Words; hasBank: boolean; hasBranch: boolean }> = {
  bank: {
    words: {
      name: 'money.withdraw.bank',
      accountName: 'money.withdraw.accountName',
      accountNumber: 'money.withdraw.accountNumber',
      numberHint: 'money.withdraw.numberHint',
    },
    hasBank: true,
    hasBranch: true,
  },
  mobile_wallet: {
    words: {
      name: 'money.withdraw.mobileWallet',
      accountName: 'money.withdraw.walletName',
      accountNumber: 'money.withdraw.walletNumber',
      numberHint: 'money.withdraw.numberHint',
    },
    hasBank: false,
    hasBranch: false,
  },
  cash_at_office: {
    words: {
      name: 'money.withdraw.cashAtOffice',
      accountName: 'money.withdraw.collectorName',
      accountNumber: 'money.withdraw.collectorNumber',
      numberHint: 'money.withdraw.collectorHint',
    },
    hasBank: false,
    hasBranch: true,
  },
};

/** Every field that the chosen way asks for is filled. */
export function isComplete({ method, accountName, accountNumber, bankName }: WithdrawalDetails): boolean {
  const needed = METHODS[method].hasBank ? [accountName, accountNumber, bankName] : [accountName, accountNumber];
  return needed.every((text) => text.trim() !== '');
}
