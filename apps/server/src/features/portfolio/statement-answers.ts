import type { findStatement } from '@sathi/contract/portfolio.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import ar from '@sathi/texts/ar/money.json' with { type: 'json' };
import be from '@sathi/texts/be/money.json' with { type: 'json' };
import en from '@sathi/texts/en/money.json' with { type: 'json' };
import { PURPOSE_TEXTS } from '@sathi/texts/statement-purposes.ts';
import { type CsvColumn, csvMoney, csvOf } from '../../http/csv.ts';
import type { Language } from '../../http/language.ts';
import type { StatementRow } from './statement.repository.ts';

type Answer = DataOf<typeof findStatement>['rows'][number];
type Purpose = Answer['purpose'];

/** The meaning of each journal for the person whose accounts it touches. */
const PURPOSES: Readonly<Record<StatementRow['kind'], Purpose>> = {
  backing: 'backing',
  release: 'backing_released',
  cancelled: 'backing_released',
  withdrawal_sent: 'withdrawal',
  withdrawal_failed: 'withdrawal_failed',
  payment_entered: 'repayment_entered',
  payment_rejected: 'repayment_rejected',
  payment_approved: 'share_received',
  payment_reversed: 'reversed',
  received: 'received',
  received_reversed: 'reversed',
  settled: 'settled',
  unsettled: 'reversed',
  lapsed: 'lapsed',
  taken_over: 'taken_over',
  payout_asked: 'payout',
  payout_dropped: 'payout',
  payout_sent: 'payout',
  payout_unsent: 'payout',
  payout_failed: 'payout',
  payout_unfailed: 'payout',
  given: 'given',
  debt_taken_over: 'taken_over',
  written_off: 'written_off',
  forgiven: 'forgiven',
};

/** Money that a loan in default still brings has a word of its own; a cent that another's forgiving sets free came back as any. */
function purposeOf({ kind, isRecovery, givenUpCents, outsideCents }: StatementRow): Purpose {
  if (isRecovery && outsideCents === 0) return 'recovered';
  return kind === 'forgiven' && givenUpCents === 0 ? 'share_received' : PURPOSES[kind];
}

/** The ledger counts in dollars alone. */
const CURRENCY = 'USD';

export function statementRowAnswer(row: StatementRow): Answer {
  return {
    id: row.id as Answer['id'],
    date: row.at,
    purpose: purposeOf(row),
    proposalId: row.proposalId,
    title: row.title,
    outside: row.outsideCents,
    credit: row.creditCents,
    creditAfter: row.creditAfterCents,
    givenUp: row.givenUpCents,
    currency: CURRENCY,
  };
}

const HEADERS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Date',
    'What',
    'Proposal',
    'Title',
    'Own money (USD)',
    'Credit change (USD)',
    'Credit (USD)',
    'Currency',
    'Given up (USD)',
  ],
  be: ['তারিখ', 'কী', 'প্রস্তাব', 'নাম', 'নিজের টাকা (USD)', 'জমার পরিবর্তন (USD)', 'জমা (USD)', 'মুদ্রা', 'ছেড়ে দেওয়া (USD)'],
  ar: [
    'التاريخ',
    'الحركة',
    'الطلب',
    'الاسم',
    'أموالي (USD)',
    'تغيّر الرصيد (USD)',
    'الرصيد (USD)',
    'العملة',
    'متنازل عنه (USD)',
  ],
};
const TEXTS = { en, be, ar };

export function statementCsv(rows: readonly StatementRow[], language: Language): string {
  const values: ReadonlyArray<CsvColumn<StatementRow>['value']> = [
    ({ at }) => at.toISOString(),
    (row) => TEXTS[language][PURPOSE_TEXTS[purposeOf(row)]],
    ({ proposalId }) => proposalId,
    ({ title }) => title,
    ({ outsideCents }) => csvMoney(outsideCents),
    ({ creditCents }) => csvMoney(creditCents),
    ({ creditAfterCents }) => csvMoney(creditAfterCents),
    () => CURRENCY,
    ({ givenUpCents }) => csvMoney(givenUpCents),
  ];
  return csvOf(
    values.map((value, index) => ({ header: HEADERS[language][index] ?? '', value })),
    rows,
  );
}
