import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { TextKey } from '../../lib/text.tsx';

export type WithdrawalDetails = {
  /** An account that the owner keeps: `''` for one that is typed, null before a choice. */
  keptId: string | null;
  method: WithdrawalMethod;
  accountName: string;
  accountNumber: string;
  bankName: string;
  branch: string;
};

export const emptyDetails: WithdrawalDetails = {
  keptId: null,
  method: 'bank',
  accountName: '',
  accountNumber: '',
  bankName: '',
  branch: '',
};

/** An account that is typed before any was chosen is the chosen one. */
export function chosen(details: WithdrawalDetails): WithdrawalDetails {
  return details.keptId === null ? { ...details, keptId: '' } : details;
}

type Words = { name: TextKey; accountName: TextKey; accountNumber: TextKey; numberHint: TextKey };

/** The ways to be paid, with the names of their fields. */
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

/** The fields that the chosen way asks for and that are empty. */
export function missingIn(details: WithdrawalDetails) {
  const bank = METHODS[details.method].hasBank ? (['bankName'] as const) : [];
  return (['accountName', 'accountNumber', ...bank] as const).filter((field) => details[field].trim() === '');
}

/** The destination that was typed, as it is sent. */
export function destinationOf({ method, accountName, accountNumber, bankName, branch }: WithdrawalDetails) {
  return {
    method,
    accountName: accountName.trim(),
    accountNumber: accountNumber.trim(),
    bankName: (METHODS[method].hasBank && bankName.trim()) || null,
    branch: branch.trim() || null,
  };
}
