import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import { DebtsPanel } from './debts-panel.tsx';

const DrawDialog = lazyDialog(() => import('./draw-dialog.tsx'));

/** The institution's own money and gifts to it, and debts that it may take over. Nothing is shown where there is none. */
export function OwnMoney({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const [isDrawing, setDrawing] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.deskPosition(mfiId),
    queryFn: () => call('findPosition', { query: { mfiId } }),
  });
  const debts = useList('listDebts', queryKeys.debts(mfiId), { mfiId });
  const figures = data
    ? [
        { label: t('own.house'), amount: data.house.stillOut },
        { label: t('own.houseCredit'), amount: data.house.credit },
        { label: t('own.fund'), amount: data.fund.stillOut },
        { label: t('own.fundCredit'), amount: data.fund.credit },
      ]
    : [];
  return (
    <>
      {data && figures.some(({ amount }) => amount !== 0) && (
        <Panel title={t('own.title')}>
          <SummaryFigures figures={figures.map(({ label, amount }) => ({ label, value: format.money(amount) }))} />
          {data.house.credit > 0 && (
            <Button {...help('ownMoney')} variant="quiet" icon="wallet" onClick={() => setDrawing(true)}>
              {t('own.draw')}
            </Button>
          )}
          {isDrawing && <DrawDialog mfiId={mfiId} position={data} onClose={() => setDrawing(false)} />}
        </Panel>
      )}
      {debts.rows && debts.rows.length > 0 && <DebtsPanel mfiId={mfiId} list={debts} />}
    </>
  );
}
