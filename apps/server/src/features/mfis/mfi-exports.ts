import type { MFI_EXPORTS } from '@sathi/contract/mfi-office.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Db } from '../../db/db.ts';
import { csvMoney, csvOf } from '../../http/csv.ts';
import { listExportedLoans, listExportedPayments, listExportedTransfers } from './mfi-exports.repository.ts';

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

/** Column names are the same for everybody, because other programs read these files. */
export const EXPORTS: Readonly<Record<(typeof MFI_EXPORTS)[number], (db: Db, mfiId: MfiId) => Promise<string>>> = {
  loans: async (db, mfiId) =>
    csvOf(
      [
        { header: 'id', value: ({ id }) => id },
        { header: 'title', value: ({ title }) => title },
        { header: 'borrower', value: ({ borrower }) => borrower },
        { header: 'status', value: ({ status }) => status },
        { header: 'amount_usd', value: ({ amountCents }) => csvMoney(amountCents) },
        { header: 'backed_usd', value: ({ backedCents }) => csvMoney(backedCents) },
        { header: 'funded_usd', value: ({ fundedCents }) => csvMoney(fundedCents) },
        { header: 'repaid_usd', value: ({ repaidCents }) => csvMoney(repaidCents) },
        { header: 'outstanding_usd', value: ({ fundedCents, repaidCents }) => csvMoney(fundedCents - repaidCents) },
        { header: 'months_to_repay', value: ({ monthsToRepay }) => monthsToRepay },
        { header: 'needed_on', value: ({ neededOn }) => neededOn },
        { header: 'published_at', value: ({ publishedAt }) => iso(publishedAt) },
        { header: 'approved_at', value: ({ approvedAt }) => iso(approvedAt) },
        { header: 'funded_at', value: ({ fundedAt }) => iso(fundedAt) },
        { header: 'repaid_at', value: ({ repaidAt }) => iso(repaidAt) },
      ],
      await listExportedLoans(db, mfiId),
    ),
  payments: async (db, mfiId) =>
    csvOf(
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
      ],
      await listExportedPayments(db, mfiId),
    ),
  ledger: async (db, mfiId) =>
    csvOf(
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
      await listExportedTransfers(db, mfiId),
    ),
};
