import {
  areInstructions,
  isBic,
  isUpiId,
  MONEY_ACCOUNT_KINDS,
  type MoneyAccountKind,
} from '@sathi/domain/money-accounts.ts';
import { CURRENCIES, type Currency } from '@sathi/domain/local-money.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import type { FormState } from '../../lib/use-form.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';

export type Account = DataOf<'listMoneyAccounts'>[number];

/** The form as it is typed: instructions by language, the words of fees with commas between. */
export type AccountDraft = {
  readonly kind: MoneyAccountKind;
  readonly currency: Currency;
  readonly label: string;
  readonly feeWords: string;
  readonly holder: string;
  readonly number: string;
  readonly bankName: string;
  readonly bic: string;
  readonly upiId: string;
  readonly qrText: string;
  readonly forPayIn: boolean;
  readonly forPayOut: boolean;
  readonly en: string;
  readonly be: string;
  readonly ar: string;
};

export type AccountForm = FormState<AccountDraft>;

/** A change begins with the values that wait, because it takes their place. */
export function draftOf(account: Account | null): AccountDraft {
  if (account === null) return NEW;
  const { kind, currency, label, feeWords, waiting } = account;
  return {
    kind,
    currency,
    label,
    feeWords: feeWords.join(', '),
    holder: waiting?.holder ?? account.holder,
    number: waiting?.number ?? account.number,
    bankName: waiting?.bankName ?? account.bankName,
    bic: waiting?.bic ?? account.bic,
    upiId: waiting?.upiId ?? account.upiId,
    qrText: waiting?.qrText ?? account.qrText,
    forPayIn: waiting?.forPayIn ?? account.forPayIn,
    forPayOut: waiting?.forPayOut ?? account.forPayOut,
    ...(waiting?.instructions ?? account.instructions),
  };
}

const NEW: AccountDraft = {
  kind: MONEY_ACCOUNT_KINDS[0],
  currency: CURRENCIES[0],
  label: '',
  feeWords: '',
  holder: '',
  number: '',
  bankName: '',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: true,
  forPayOut: false,
  en: '',
  be: '',
  ar: '',
};

/** A till is counted and not paid into from afar: it has a name, a holder and a number. */
export function bodyOf({ kind, currency, feeWords, en, be, ar, ...draft }: AccountDraft) {
  const { label, holder, number } = draft;
  const nature = { kind, currency };
  if (kind === 'till') return { ...nature, label, holder, number };
  const bic = plainNumber(draft.bic).toUpperCase();
  return { ...nature, ...draft, bic, feeWords: wordsOf(feeWords), instructions: { en, be, ar } };
}

function wordsOf(typed: string): string[] {
  return typed
    .split(/[,،\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export function draftProblems(draft: AccountDraft): Partial<Record<keyof AccountDraft, StaffTextKey | undefined>> {
  const missing = (text: string) => (text.trim() === '' ? ('common.required' as const) : undefined);
  const lines = (text: string) =>
    areInstructions(text.trim()) ? undefined : ('accounts.instructionsProblem' as const);
  const bic = plainNumber(draft.bic).toUpperCase();
  const upiId = plainNumber(draft.upiId);
  return {
    label: missing(draft.label),
    holder: missing(draft.holder),
    number: missing(draft.number),
    bic: bic === '' || isBic(bic) ? undefined : 'accounts.bicProblem',
    upiId: upiId === '' || isUpiId(upiId) ? undefined : 'accounts.upiProblem',
    en: lines(draft.en),
    be: lines(draft.be),
    ar: lines(draft.ar),
  };
}
