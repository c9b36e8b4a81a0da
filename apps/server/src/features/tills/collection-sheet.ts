import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { readCollectionSheet } from '@sathi/contract/tills.ts';
import { askedLocal } from '@sathi/domain/asked-local.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { type LocalSum, type Minor, sumsByCurrency, writeLocal } from '@sathi/domain/local-money.ts';
import { addCents, type Cents } from '@sathi/domain/money.ts';
import { loanLateness } from '@sathi/domain/portfolio.ts';
import { isRateTooOld } from '@sathi/domain/rates.ts';
import { dueOnSheet, localOnSheet } from '@sathi/domain/tills.ts';
import type { Db } from '../../db/db.ts';
import { found } from '../../errors/refusal-error.ts';
import { csvMoney, csvOf } from '../../http/csv.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { runningLoan } from '../portfolio/portfolio-answers.ts';
import { listRunningLoans } from '../portfolio/portfolio.repository.ts';
import { findLastRate } from '../rates/rates.repository.ts';
import { listSheetLoans } from './collection-sheet.repository.ts';

export type SheetRow = DataOf<typeof readCollectionSheet>[number];
type Wanted = {
  readonly mfiId: MfiId;
  readonly date: CalendarDate | undefined;
  readonly officerId: UserId | undefined;
  readonly area: string | undefined;
};

/** The loans of which something is due or overdue on the day of the sheet (R22.5). */
export async function collectionSheet(
  db: Db,
  { mfiId, date, officerId, area }: Wanted,
  now: Date,
): Promise<SheetRow[]> {
  const loans = new Map((await listRunningLoans(db, mfiId)).map((loan) => [loan.proposalId, runningLoan(loan, now)]));
  const people = (await listSheetLoans(db, mfiId)).filter(
    (row) =>
      (officerId === undefined || row.officerId === officerId) && (area === undefined || sameArea(row.area, area)),
  );
  const asked = await askingAt(db, mfiId, now);
  return people.flatMap(({ officerId: _, pendingCents, currency, plan, approvedLocal, waitingLocal, ...row }) => {
    const loan = loans.get(row.proposalId);
    if (loan === undefined) return [];
    const { today } = loan;
    const until = date ?? today;
    const { dueCents, overdueCents } = dueOnSheet(loan.instalments, loan.repaidCents, { today, until });
    const sum = addCents(dueCents, overdueCents);
    if (sum === 0) return [];
    const { daysLate } = loanLateness(loan);
    const local = currency === null ? asked(sum) : { amount: localOnSheet(plan, approvedLocal, until), currency };
    const localWaiting = currency === null ? null : { amount: waitingLocal, currency };
    return [{ ...row, due: dueCents, overdue: overdueCents, daysLate, waiting: pendingCents, localWaiting, local }];
  });
}

function sameArea(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Dollars of a loan without a rate of its own, as they are asked for today; null where the rate is too old (R23.2). */
async function askingAt(db: Db, mfiId: MfiId, now: Date) {
  const { localCurrency: currency, localUnitMinor: unit } = found(await findMoneySettings(db, mfiId));
  if (currency === null) return (sum: Cents) => ({ amount: Number(sum) as Minor, currency: 'USD' as const });
  const today = calendarDateIn(found(await findMfiSettings(db, mfiId)).timeZone, now);
  const rate = await findLastRate(db, mfiId, currency, today);
  if (rate === undefined || isRateTooOld(rate, today)) return () => null;
  return (sum: Cents) => ({ amount: askedLocal(sum, rate.rateMillionths, unit), currency });
}

export function sheetSums(rows: readonly SheetRow[]): LocalSum[] {
  return sumsByCurrency(rows.flatMap(({ local }) => local ?? []));
}

export function sheetCsv(rows: readonly SheetRow[]): string {
  return csvOf<SheetRow>(
    [
      { header: 'proposal_id', value: ({ proposalId }) => proposalId },
      { header: 'loan_reference', value: ({ loanReference }) => loanReference },
      { header: 'borrower', value: ({ borrower }) => borrower },
      { header: 'phone', value: ({ phone }) => phone },
      { header: 'area', value: ({ area }) => area },
      { header: 'due_usd', value: ({ due }) => csvMoney(due) },
      { header: 'overdue_usd', value: ({ overdue }) => csvMoney(overdue) },
      { header: 'days_late', value: ({ daysLate }) => daysLate },
      { header: 'waiting_usd', value: ({ waiting }) => csvMoney(waiting) },
      { header: 'local', value: ({ local }) => local && Number(writeLocal(local.amount)) },
      { header: 'currency', value: ({ local }) => local && local.currency },
    ],
    rows,
  );
}
