import type { MFI_EXPORTS } from '@sathi/contract/mfi-office.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { Db } from '../../db/db.ts';
import { csvMoney, csvPages } from '../../http/csv.ts';
import {
  type ExportedLoan,
  type ExportedPayment,
  type ExportedTransfer,
  listExportedLoans,
  listExportedPayments,
  listExportedTransfers,
  listMonthlyGains,
  type MonthlyGain,
} from './mfi-exports.repository.ts';
import { listMonthlyEvents, type MonthlyEvent } from './monthly-activity.repository.ts';

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

const PAGE_ROWS = 2000;

type Export = (db: Db, mfiId: MfiId, pageRows?: number) => AsyncGenerator<string>;

/**
 * Column names are the same in all languages, because other programs read these files. Each file is whole, however long
 * it is.
 */
export const EXPORTS: Readonly<Record<(typeof MFI_EXPORTS)[number], Export>> = {
  loans: (db, mfiId, limit = PAGE_ROWS) =>
    csvPages<ExportedLoan>(
      [
        { header: 'id', value: ({ id }) => id },
        { header: 'title', value: ({ title }) => title },
        { header: 'borrower', value: ({ borrower }) => borrower },
        { header: 'status', value: ({ status }) => status },
        { header: 'amount_usd', value: ({ amountCents }) => csvMoney(amountCents) },
        { header: 'backed_usd', value: ({ backedCents }) => csvMoney(backedCents) },
        { header: 'funded_usd', value: ({ fundedCents }) => csvMoney(fundedCents) },
        { header: 'repaid_usd', value: ({ repaidCents }) => csvMoney(repaidCents) },
        { header: 'outstanding_usd', value: (loan) => csvMoney(outstandingCents(loan)) },
        { header: 'months_to_repay', value: ({ monthsToRepay }) => monthsToRepay },
        { header: 'needed_on', value: ({ neededOn }) => neededOn },
        { header: 'published_at', value: ({ publishedAt }) => iso(publishedAt) },
        { header: 'approved_at', value: ({ approvedAt }) => iso(approvedAt) },
        { header: 'funded_at', value: ({ fundedAt }) => iso(fundedAt) },
        { header: 'repaid_at', value: ({ repaidAt }) => iso(repaidAt) },
        { header: 'forgiven_usd', value: ({ forgivenCents }) => csvMoney(forgivenCents) },
        { header: 'defaulted_at', value: ({ defaultedAt }) => iso(defaultedAt) },
        { header: 'written_off_at', value: ({ writtenOffAt }) => iso(writtenOffAt) },
        { header: 'local', value: ({ local }) => local && csvMoney(local.amount) },
        {
          header: 'local_outstanding',
          value: ({ localOutstanding }) => localOutstanding && csvMoney(localOutstanding.amount),
        },
        { header: 'currency', value: ({ local }) => local && local.currency },
        { header: 'self_approved', value: ({ selfApproved }) => yesNo(selfApproved) },
      ],
      (last) => listExportedLoans(db, mfiId, { last, limit }),
    ),
  payments: (db, mfiId, limit = PAGE_ROWS) =>
    csvPages<ExportedPayment>(
      [
        { header: 'id', value: ({ id }) => id },
        { header: 'proposal_id', value: ({ proposalId }) => proposalId },
        { header: 'title', value: ({ title }) => title },
        { header: 'borrower', value: ({ borrower }) => borrower },
        { header: 'amount_usd', value: ({ amountCents }) => csvMoney(amountCents) },
        { header: 'state', value: ({ state }) => state },
        { header: 'entered_at', value: ({ enteredAt }) => iso(enteredAt) },
        { header: 'entered_by', value: ({ enteredBy }) => enteredBy },
        { header: 'decided_at', value: ({ decidedAt }) => iso(decidedAt) },
        { header: 'decided_by', value: ({ decidedBy }) => decidedBy },
        { header: 'reason', value: ({ reason }) => reason },
        { header: 'local', value: ({ local }) => local && csvMoney(local.amount) },
        { header: 'currency', value: ({ local }) => local && local.currency },
        { header: 'self_approved', value: ({ selfApproved }) => yesNo(selfApproved) },
        { header: 'reversal_reason', value: ({ reversalReason }) => reversalReason },
        { header: 'reversed_at', value: ({ reversedAt }) => iso(reversedAt) },
        { header: 'reversed_by', value: ({ reversedBy }) => reversedBy },
      ],
      (last) => listExportedPayments(db, mfiId, { last, limit }),
    ),
  ledger: (db, mfiId, limit = PAGE_ROWS) =>
    csvPages<ExportedTransfer>(
      [
        { header: 'journal_id', value: ({ journalId }) => journalId },
        { header: 'at', value: ({ at }) => iso(at) },
        { header: 'event', value: ({ kind }) => kind },
        { header: 'proposal_id', value: ({ proposalId }) => proposalId },
        { header: 'ledger', value: ({ ledger }) => ledger },
        { header: 'from_account', value: ({ fromAccount }) => fromAccount },
        { header: 'to_account', value: ({ toAccount }) => toAccount },
        { header: 'amount_usd', value: ({ amountCents }) => csvMoney(amountCents) },
      ],
      (last) => listExportedTransfers(db, mfiId, { last, limit }),
    ),
  gains: (db, mfiId) =>
    csvPages<MonthlyGain>(
      [
        { header: 'month', value: ({ month }) => month },
        { header: 'currency', value: ({ currency }) => currency },
        { header: 'document', value: ({ document }) => document },
        { header: 'count', value: ({ count }) => count },
        { header: 'local', value: ({ localMinor }) => csvMoney(localMinor) },
        { header: 'booked_usd', value: ({ bookedCents }) => csvMoney(bookedCents) },
        { header: 'gain_usd', value: ({ gainCents }) => csvMoney(gainCents) },
      ],
      async (last) => (last === null ? listMonthlyGains(db, mfiId) : []),
    ),
  months: (db, mfiId) =>
    csvPages<MonthlyEvent>(
      [
        { header: 'month', value: ({ month }) => month },
        { header: 'event', value: ({ event }) => event },
        { header: 'count', value: ({ count }) => count },
        { header: 'amount_usd', value: ({ amountCents }) => (amountCents === null ? null : csvMoney(amountCents)) },
        { header: 'self_approved', value: ({ selfApproved }) => selfApproved },
      ],
      async (last) => (last === null ? listMonthlyEvents(db, mfiId) : []),
    ),
};
