import { formatReference } from '@sathi/domain/references.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

type Receipt = DataOf<'listReceipts'>[number];

const FILTERS = ['all', 'booked', 'reversed'] as const;
type Filter = (typeof FILTERS)[number];

/** The money that came to an institution: one books it, another confirms it, or says that the bank took it back. */
export function ReceiptList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const [filter, setFilter] = useState<Filter>('all');
  const [reversing, setReversing] = useState<Receipt | null>(null);
  const query = { mfiId, ...(filter !== 'all' && { state: filter }) };
  const list = useList('listReceipts', queryKeys.receipts(mfiId, filter), query);
  const { confirm, busy, error } = useConfirming(mfiId);
  return (
    <Panel title={t('receipts.title')}>
      <FilterBar
        label={t('receipts.filter')}
        options={FILTERS.map((value) => ({ value, label: t(`receipts.filter.${value}`) }))}
        value={filter}
        onValueChange={setFilter}
      />
      {error && <FormError>{errorSentence(error, t)}</FormError>}
      {!list.rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
      {list.rows?.length === 0 && <EmptyState icon="inbox" title={t('receipts.none')} />}
      {list.rows && list.rows.length > 0 && (
        <Table rows={list.rows} busy={busy} onConfirm={(row) => void confirm(row)} onReverse={setReversing} />
      )}
      <MoreButton list={list} />
      {reversing && <ReverseDialog mfiId={mfiId} receipt={reversing} onClose={() => setReversing(null)} />}
    </Panel>
  );
}

function useConfirming(mfiId: string) {
  const { t, format } = useStaffText();
  const ask = useConfirm();
  const send = useSend('confirmReceipt', {
    invalidates: staleAfterMoney(mfiId),
    onSuccess: () => toast.success(t('receipts.confirmed')),
  });
  const confirm = async ({ id, amount, local, userName }: Receipt) => {
    const sum = local ? localAmount(local, format) : format.money(amount);
    if (
      await ask({ message: t('receipts.confirmQuestion', { amount: sum, name: userName }), yes: t('receipts.confirm') })
    )
      send.mutate({ query: { mfiId, id } });
  };
  return { confirm, busy: send.isPending, error: send.error };
}

type TableProps = {
  rows: readonly Receipt[];
  busy: boolean;
  onConfirm: (row: Receipt) => void;
  onReverse: (row: Receipt) => void;
};

function Table({ rows, busy, onConfirm, onReverse }: TableProps) {
  const { t, format } = useStaffText();
  return (
    <DataTable
      caption={t('receipts.title')}
      rows={rows}
      rowKey={({ id }) => id}
      isDense
      columns={[
        {
          header: t('awaited.from'),
          cell: ({ userName, reference }) => (
            <Stack gap="tight">
              <bdi>{userName}</bdi>
              <bdi dir="ltr">{formatReference(reference)}</bdi>
            </Stack>
          ),
        },
        { header: t('awaited.amount'), cell: (row) => <Sum row={row} />, numeric: true },
        { header: t('awaited.receivedOn'), cell: ({ receivedOn }) => format.date(receivedOn) },
        { header: t('staff.state'), cell: (row) => <State row={row} />, numeric: true },
        {
          header: t('awaited.act'),
          cell: (row) =>
            (row.mayConfirm || row.mayReverse) && (
              <Row>
                {row.mayConfirm && (
                  <Button
                    {...help('receipt')}
                    small
                    busy={busy}
                    aria-label={t('receipts.confirmOf', { name: row.userName })}
                    onClick={() => onConfirm(row)}
                  >
                    {t('receipts.confirm')}
                  </Button>
                )}
                {row.mayReverse && (
                  <Button
                    {...help('receipt')}
                    small
                    variant="quiet"
                    aria-label={t('receipts.reverseOf', { name: row.userName })}
                    onClick={() => onReverse(row)}
                  >
                    {t('receipts.reverse')}
                  </Button>
                )}
              </Row>
            ),
        },
      ]}
    />
  );
}

/** The dollars that count, and what the account booked where that is other money. */
function Sum({ row: { amount, local } }: { row: Receipt }) {
  const { format } = useStaffText();
  return (
    <Stack gap="tight">
      <span>{format.money(amount)}</span>
      {local && local.currency !== 'USD' && <span>{localAmount(local, format)}</span>}
    </Stack>
  );
}

function State({ row: { state, confirmed, bookedByName, reason } }: { row: Receipt }) {
  const { t } = useStaffText();
  if (state === 'collected') return <Sign tone="info">{t('receipts.state.collected')}</Sign>;
  if (state === 'reversed')
    return (
      <Stack gap="tight">
        <Sign tone="bad">{t('receipts.state.reversed')}</Sign>
        {reason && <bdi>{reason}</bdi>}
      </Stack>
    );
  if (confirmed) return <Sign tone="good">{t('receipts.state.confirmed')}</Sign>;
  return <p>{t('receipts.state.waits', { name: bookedByName })}</p>;
}

/** A paragraph has a line of its own on a phone. */
function Sign({ tone, children }: { tone: 'info' | 'bad' | 'good'; children: string }) {
  return (
    <p>
      <Badge tone={tone}>{children}</Badge>
    </p>
  );
}
