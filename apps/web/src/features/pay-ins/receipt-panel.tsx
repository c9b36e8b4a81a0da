import { centsOfDollars } from '@sathi/domain/money.ts';
import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { usePayIns } from './use-pay-ins.ts';

type PayIn = DataOf<'listPayIns'>[number];

/** The reader's money that arrived, and what became of it. */
export function ReceiptPanel({ list }: { list: ReturnType<typeof usePayIns> }) {
  const text = useMoneyText();
  const { t, format } = text;
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <Panel title={t('payIn.receipts')}>
      <DataTable
        caption={t('payIn.receiptsList')}
        rows={list.rows}
        rowKey={({ id }) => id}
        isDense
        columns={[
          { header: t('payIn.receivedAt'), cell: ({ mfiName }) => <bdi>{mfiName}</bdi> },
          { header: t('payIn.amount'), cell: ({ amount }) => format.money(amount), numeric: true },
          { header: t('payIn.receivedOn'), cell: ({ receivedOn }) => format.date(receivedOn) },
          { header: t('payIn.receiptUse'), cell: (row) => <Use row={row} text={text} />, numeric: true },
        ]}
      />
      <MoreButton list={list} />
    </Panel>
  );
}

function Use({ row, text: { t, format } }: { row: PayIn; text: MoneyText }) {
  const { settled, toCredit, state } = row;
  if (state !== 'booked') {
    return (
      <p>
        <Badge tone={state === 'reversed' ? 'bad' : 'info'}>{t(`payIn.state.${state}`)}</Badge>
      </p>
    );
  }
  const paid = settled.reduce((sum, { amount }) => sum + centsOfDollars(amount), 0) / 100;
  return (
    <Stack gap="tight">
      {paid > 0 && <p>{t('payIn.receiptFor', { amount: format.money(paid), count: settled.length })}</p>}
      {toCredit > 0 && <p>{t('payIn.receiptToCredit', { amount: format.money(toCredit) })}</p>}
    </Stack>
  );
}
