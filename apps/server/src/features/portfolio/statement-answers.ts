import type { findStatement } from '@sathi/contract/portfolio.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
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
    'مالي الخاص (USD)',
    'تغيّر الرصيد (USD)',
    'الرصيد (USD)',
    'العملة',
    'ما تُرك (USD)',
  ],
};
const WORDS: Readonly<Record<Language, Readonly<Record<Purpose, string>>>> = {
  en: {
    backing: 'Backed',
    backing_released: 'Backing returned',
    withdrawal: 'Loan received',
    withdrawal_failed: 'Sending failed',
    repayment_entered: 'Repaid',
    repayment_rejected: 'Repayment rejected',
    share_received: 'Paid back to me',
    received: 'Paid in',
    settled: 'For what I backed',
    lapsed: 'Ended without payment',
    taken_over: 'Taken over by the institution',
    payout: 'Paid out',
    given: 'Given',
    reversed: 'Taken back',
    recovered: 'Paid back after default',
    written_off: 'Written off, lost',
    forgiven: 'Forgiven',
  },
  be: {
    backing: 'পাশে দাঁড়িয়েছি',
    backing_released: 'টাকা ফেরত এসেছে',
    withdrawal: 'ঋণ পেয়েছি',
    withdrawal_failed: 'পাঠানো যায়নি',
    repayment_entered: 'শোধ করেছি',
    repayment_rejected: 'শোধ নামঞ্জুর',
    share_received: 'শোধ পেয়েছি',
    received: 'জমা দিয়েছি',
    settled: 'যার পাশে দাঁড়িয়েছি তার জন্য',
    lapsed: 'টাকা না আসায় শেষ',
    taken_over: 'প্রতিষ্ঠান নিয়ে নিয়েছে',
    payout: 'জমা তুলেছি',
    given: 'দান করেছি',
    reversed: 'ফিরিয়ে নেওয়া হয়েছে',
    recovered: 'খেলাপির পরে শোধ পেয়েছি',
    written_off: 'অবলোপন, ক্ষতি',
    forgiven: 'পাওনা ছেড়ে দিয়েছি',
  },
  ar: {
    backing: 'دعمت',
    backing_released: 'عاد مبلغ الدعم',
    withdrawal: 'استلمت القرض',
    withdrawal_failed: 'تعذر الإرسال',
    repayment_entered: 'سددت',
    repayment_rejected: 'رُفض السداد',
    share_received: 'سُدد لي',
    received: 'دفعت',
    settled: 'لما دعمته',
    lapsed: 'انتهى دون دفع',
    taken_over: 'تولته المؤسسة',
    payout: 'سحب الرصيد',
    given: 'تبرعت',
    reversed: 'أُلغي',
    recovered: 'سُدد لي بعد التعثر',
    written_off: 'شُطب، خسارة',
    forgiven: 'تنازلت عنه',
  },
};

export function statementCsv(rows: readonly StatementRow[], language: Language): string {
  const values: ReadonlyArray<CsvColumn<StatementRow>['value']> = [
    ({ at }) => at.toISOString(),
    (row) => WORDS[language][purposeOf(row)],
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
