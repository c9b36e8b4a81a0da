import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Transaction = DataOf<'listTransactions'>[number];

const PURPOSES: Record<Transaction['purpose'], TextKey> = {
  backing: 'money.transactions.backing',
  backing_released: 'money.transactions.backingReleased',
  withdrawal: 'money.transactions.withdrawal',
  withdrawal_failed: 'money.transactions.withdrawalFailed',
  repayment_entered: 'money.transactions.repaymentEntered',
  repayment_rejected: 'money.transactions.repaymentRejected',
  repayment: 'money.transactions.repayment',
};

const DIRECTIONS: Record<Transaction['direction'], TextKey> = {
  in: 'money.transactions.in',
  out: 'money.transactions.out',
};

/** Date, amount and what it was for, as the ledger has it. */
export function TransactionHistory({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const list = useList('listTransactions', queryKeys.transactions(proposal.id), { proposalId: proposal.id });
  return (
    <Panel title={t('money.transactions.title')}>
      {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && <EmptyState icon="history" title={t('money.transactions.empty')} />}
      {list.rows && list.rows.length > 0 && (
        <DataTable
          caption={t('money.transactions.caption')}
          rows={list.rows}
          rowKey={(row) => row.id}
          columns={[
            { header: t('money.date'), cell: (row) => format.date(row.date) },
            { header: t('money.transactions.for'), cell: (row) => t(PURPOSES[row.purpose]) },
            { header: t('money.transactions.direction'), cell: (row) => t(DIRECTIONS[row.direction]) },
            { header: t('money.amount'), cell: (row) => format.money(row.amount), numeric: true },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Panel>
  );
}
