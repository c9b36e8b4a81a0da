import { localFirst, sumFirstLocal } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './transaction-list.module.css';

type Transaction = DataOf<'listTransactions'>[number];

const PURPOSES: Record<Transaction['purpose'], TextKey> = {
  backing: 'money.transactions.backing',
  backing_released: 'money.transactions.backingReleased',
  withdrawal: 'money.transactions.withdrawal',
  withdrawal_failed: 'money.transactions.withdrawalFailed',
  repayment: 'money.transactions.repayment',
  repayment_reversed: 'money.transactions.repaymentReversed',
};

const DIRECTIONS: Record<Transaction['direction'], TextKey> = {
  in: 'money.transactions.in',
  out: 'money.transactions.out',
};

function directionOf({ direction, purpose }: Transaction, isOwner: boolean): TextKey {
  const isOfLoan = isOwner && (purpose === 'backing' || purpose === 'backing_released');
  return (isOfLoan ? LOAN_DIRECTIONS : DIRECTIONS)[direction];
}

/** Backings come into the loan, not to its owner. */
const LOAN_DIRECTIONS: Record<Transaction['direction'], TextKey> = {
  in: 'money.transactions.intoLoan',
  out: 'money.transactions.outOfLoan',
};

type Props = { proposal: ProposalSummary; isOwner: boolean };

/** Date, amount and purpose of each movement. A payment that waits is none yet. */
export function TransactionList({ proposal, isOwner }: Props) {
  const { t, format } = useText();
  const waiting = t('money.waiting', { amount: localFirst(proposal.localPending, proposal.pendingAmount, format) });
  const list = useList('listTransactions', queryKeys.transactions(proposal.id), { proposalId: proposal.id });
  return (
    <Stack>
      {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
      {proposal.pendingAmount > 0 && <p className={styles.waiting}>{waiting}</p>}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && <EmptyState icon="history" title={t('money.transactions.empty')} />}
      {list.rows && list.rows.length > 0 && (
        <DataTable
          caption={t('money.transactions.caption')}
          rows={list.rows}
          rowKey={(row) => row.id}
          isDense
          columns={[
            { header: t('money.transactions.for'), cell: (row) => t(PURPOSES[row.purpose]) },
            { header: t('money.amount'), cell: (row) => sumFirstLocal(row, format), numeric: true },
            { header: t('money.date'), cell: (row) => format.date(row.date) },
            { header: t('money.transactions.direction'), cell: (row) => t(directionOf(row, isOwner)) },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Stack>
  );
}
