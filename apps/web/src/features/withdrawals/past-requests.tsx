import { formatReference } from '@sathi/domain/references.ts';
import { useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keyOf } from './open-requests.ts';
import { requestColumns, RequestSteps } from './request-steps.tsx';

const STATES = ['sent', 'confirmed', 'failed', 'rejected', 'cancelled'] as const;

/** The requests that left or ended, by their state: of what was sent, staff say that it came back (R25.4). */
export function PastRequests({ mfi }: { mfi: { id: string; name: string } }) {
  const text = useStaffText();
  const { t } = text;
  const [state, setState] = useState<(typeof STATES)[number]>('sent');
  const list = useList('listPayouts', [...queryKeys.payouts(mfi.id), state], { mfiId: mfi.id, state });
  const { rows } = list;
  return (
    <Panel title={t('payouts.past')}>
      <Stack>
        <FilterBar
          label={t('staff.state')}
          options={STATES.map((value) => ({ value, label: t(`money.withdrawals.${value}`) }))}
          value={state}
          onValueChange={setState}
        />
        {rows?.length === 0 && <EmptyState icon="inbox" title={t('payouts.nonePast')} />}
        {rows && rows.length > 0 && (
          <DataTable
            isDense
            caption={t('payouts.past')}
            rows={rows}
            rowKey={keyOf}
            columns={[
              { header: t('staff.name'), cell: ({ name }) => <bdi>{name}</bdi> },
              ...requestColumns(text),
              {
                header: t('awaited.reference'),
                cell: ({ reference }) => <bdi dir="ltr">{formatReference(reference)}</bdi>,
              },
              { header: t('awaited.act'), cell: (request) => <RequestSteps request={request} mfi={mfi} /> },
            ]}
          />
        )}
        {rows && <MoreButton list={list} />}
        {!rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
      </Stack>
    </Panel>
  );
}
