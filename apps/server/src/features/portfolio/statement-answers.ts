import type { findStatement } from '@sathi/contract/portfolio.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import { type CsvColumn, csvMoney, csvOf } from '../../http/csv.ts';
import type { Language } from '../../http/language.ts';
import type { JournalKind } from '../../ledger/ledger.ts';
import type { StatementRow } from './statement.repository.ts';

type Answer = DataOf<typeof findStatement>['rows'][number];
type Purpose = Answer['purpose'];

/** What each journal is to the person whose accounts it touches. */
const PURPOSES: Readonly<Record<JournalKind, Purpose>> = {
  backing: 'backing',
  release: 'backing_released',
  withdrawal_sent: 'withdrawal',
  withdrawal_failed: 'withdrawal_failed',
  payment_entered: 'repayment_entered',
  payment_rejected: 'repayment_rejected',
  payment_approved: 'share_received',
};

export function statementRowAnswer(row: StatementRow): Answer {
  return {
    id: row.id as Answer['id'],
    date: row.at,
    purpose: PURPOSES[row.kind],
    proposalId: row.proposalId,
    title: row.title,
    outside: row.outsideCents,
    credit: row.creditCents,
    creditAfter: row.creditAfterCents,
  };
}

const HEADERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Date', 'What', 'Proposal', 'Title', 'Own money (USD)', 'Credit change (USD)', 'Credit (USD)'],
  be: ['তারিখ', 'কী', 'প্রস্তাব', 'নাম', 'নিজের টাকা (USD)', 'জমার পরিবর্তন (USD)', 'জমা (USD)'],
  ar: ['التاريخ', 'الحركة', 'الطلب', 'الاسم', 'مالي الخاص (USD)', 'تغيّر الرصيد (USD)', 'الرصيد (USD)'],
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
  },
  be: {
    backing: 'পাশে দাঁড়িয়েছি',
    backing_released: 'টাকা ফেরত এসেছে',
    withdrawal: 'ঋণ পেয়েছি',
    withdrawal_failed: 'পাঠানো যায়নি',
    repayment_entered: 'শোধ করেছি',
    repayment_rejected: 'শোধ গ্রহণ হয়নি',
    share_received: 'আমাকে শোধ করা হয়েছে',
  },
  ar: {
    backing: 'دعمت',
    backing_released: 'عاد مبلغ الدعم',
    withdrawal: 'استلمت القرض',
    withdrawal_failed: 'تعذر الإرسال',
    repayment_entered: 'سددت',
    repayment_rejected: 'رُفض السداد',
    share_received: 'سُدد لي',
  },
};

export function statementCsv(rows: readonly StatementRow[], language: Language): string {
  const values: ReadonlyArray<CsvColumn<StatementRow>['value']> = [
    ({ at }) => at.toISOString(),
    ({ kind }) => WORDS[language][PURPOSES[kind]],
    ({ proposalId }) => proposalId,
    ({ title }) => title,
    ({ outsideCents }) => csvMoney(outsideCents),
    ({ creditCents }) => csvMoney(creditCents),
    ({ creditAfterCents }) => csvMoney(creditAfterCents),
  ];
  return csvOf(
    values.map((value, index) => ({ header: HEADERS[language][index] ?? '', value })),
    rows,
  );
}
