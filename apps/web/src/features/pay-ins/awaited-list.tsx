import { formatReference } from '@sathi/domain/references.ts';
import { toLatinDigits } from '@sathi/domain/digits.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TypedFilter } from '../../ui/typed-filter.tsx';
import { SlipButton } from '../files/slip-button.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { type Awaited, useAwaited } from './use-awaited.ts';

/** The people whose money an institution awaits, and the way to book it by hand. */
export function AwaitedList({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const [words, setWords] = useState('');
  const [entering, setEntering] = useState<{ reference: string } | null>(null);
  const list = useAwaited(mfiId, words !== '');
  const shown = list.rows?.filter((row) => isFound(row, words)) ?? [];
  const enter = (
    <Button {...help('receipt')} icon="plus" onClick={() => setEntering({ reference: '' })}>
      {t('awaited.enter')}
    </Button>
  );
  return (
    <Panel title={t('awaited.title')} aside={enter}>
      {!list.rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
      {list.rows?.length === 0 && (
        <EmptyState icon="check-circle" title={t('awaited.none')} text={t('awaited.noneText')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <Stack>
          {list.total !== undefined && <p>{t('awaited.total', { amount: format.money(list.total) })}</p>}
          <TypedFilter label={t('awaited.search')} value={words} onValueChange={setWords} />
          <p role="status">{shown.length === 0 && !list.hasMore && t('awaited.noneFound')}</p>
          {shown.length > 0 && <Table rows={shown} onEnter={setEntering} />}
          <MoreButton list={list} />
        </Stack>
      )}
      {entering && (
        <ReceiptDialog
          mfiId={mfiId}
          reference={entering.reference}
          awaited={list.rows ?? []}
          onClose={() => setEntering(null)}
        />
      )}
    </Panel>
  );
}

type TableProps = { rows: readonly Awaited[]; onEnter: (row: Awaited) => void };

function Table({ rows, onEnter }: TableProps) {
  const { t, format } = useStaffText();
  return (
    <DataTable
      caption={t('awaited.title')}
      rows={rows}
      rowKey={({ userId }) => userId}
      isDense
      columns={[
        { header: t('people.name'), cell: ({ name }) => <bdi>{name}</bdi> },
        { header: t('awaited.due'), cell: ({ amountDue }) => format.money(amountDue), numeric: true },
        {
          header: t('awaited.reference'),
          cell: ({ reference }) => <bdi dir="ltr">{formatReference(reference)}</bdi>,
        },
        { header: t('awaited.payBy'), cell: (row) => <PayBy row={row} />, numeric: true },
        {
          header: t('awaited.act'),
          cell: (row) => (
            <Button
              {...help('receipt')}
              small
              variant="quiet"
              aria-label={t('awaited.enterOf', { name: row.name })}
              onClick={() => onEnter(row)}
            >
              {t('awaited.enter')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function PayBy({ row: { name, payBy, told } }: { row: Awaited }) {
  const { t, format } = useStaffText();
  return (
    <Stack gap="tight">
      <span>{t('awaited.byDay', { date: format.date(payBy) })}</span>
      {told && (
        <p>
          <Badge tone="info">{t('awaited.told', { date: format.date(told.paidOn) })}</Badge>
        </p>
      )}
      {told?.slip && <SlipButton slip={told.slip} label={t('awaited.slipOf', { name: format.isolate(name) })} />}
    </Stack>
  );
}

/** True when the name, the phone, the reference or the payer's own transfer number contains the words typed. */
function isFound({ name, phone, reference, told }: Awaited, words: string): boolean {
  const compact = (text: string) => toLatinDigits(text).replaceAll(/[\s-]/g, '').toLowerCase();
  const wanted = compact(words);
  return [name, phone, reference, told?.reference ?? ''].some((text) => compact(text).includes(wanted));
}
