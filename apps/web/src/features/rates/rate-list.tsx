import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { RateDialog } from './rate-dialog.tsx';

type RateRow = DataOf<'listRates'>[number];

/** The price of a dollar, day by day: entered by one, approved by another (R23.2). */
export function RateList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const rates = useList('listRates', queryKeys.rates(mfiId), { mfiId });
  const acts = useRateActs(mfiId);
  const [isAdding, setAdding] = useState(false);
  const { rows } = rates;
  const add = (
    <Button {...help('rate')} icon="plus" variant="quiet" onClick={() => setAdding(true)}>
      {t('rates.add')}
    </Button>
  );
  return (
    <Panel title={t('rates.title')} aside={rows && rows.length > 0 && add}>
      {acts.error && <FormError>{errorSentence(acts.error, t)}</FormError>}
      {rows?.length === 0 && (
        <EmptyState icon="coins" title={t('rates.none')} text={t('rates.noneText')} action={add} />
      )}
      {rows && rows.length > 0 && (
        <>
          <p>{t('rates.lead')}</p>
          <RateTable rows={rows} acts={acts} />
          <MoreButton list={rates} />
        </>
      )}
      {!rows && (rates.isError ? <ErrorState onRetry={rates.retry} /> : <Skeleton shape="box" />)}
      {isAdding && <RateDialog mfiId={mfiId} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function RateTable({ rows, acts }: { rows: readonly RateRow[]; acts: RateActs }) {
  const text = useStaffText();
  const { t, format } = text;
  return (
    <DataTable
      caption={t('rates.table')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { header: t('rates.validFrom'), cell: ({ validFrom }) => format.date(validFrom) },
        { header: t('rates.perUsd'), cell: (row) => <bdi>{valueOf(row, text)}</bdi> },
        {
          header: t('rates.source'),
          cell: ({ source, reason }) => (
            <Stack gap="tight">
              <bdi>{source}</bdi>
              {reason !== '' && <bdi>{reason}</bdi>}
            </Stack>
          ),
        },
        { header: t('rates.state'), cell: (row) => <State row={row} acts={acts} /> },
      ]}
    />
  );
}

function State({ row, acts }: { row: RateRow; acts: RateActs }) {
  const { t, format } = useStaffText();
  const { state, enteredByName: name, decidedByName, endsAt, mayConfirm } = row;
  if (state !== 'entered' || endsAt === null) {
    return t(state === 'approved' ? 'rates.state.approved' : 'rates.state.refused', { name: decidedByName ?? '' });
  }
  return (
    <Stack gap="tight">
      <p>{t('accounts.waits', { name, date: format.date(endsAt) })}</p>
      {mayConfirm && (
        <Row>
          <Button {...help('rate')} small busy={acts.busy} onClick={() => acts.approve(row)}>
            {t('rates.approve')}
          </Button>
          <Button {...help('rate')} small variant="quiet" busy={acts.busy} onClick={() => acts.refuse(row)}>
            {t('rates.refuse')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function valueOf({ currency, perUsd }: RateRow, { t }: Pick<StaffText, 't'>): string {
  return t('rates.value', { currency, rate: perUsd });
}

type RateActs = ReturnType<typeof useRateActs>;

function useRateActs(mfiId: string) {
  const text = useStaffText();
  const { t, format } = text;
  const ask = useConfirm();
  const decide = useSend('decideRate', {
    invalidates: [queryKeys.rates(mfiId)],
    onSuccess: ({ state }) => toast.success(t(state === 'approved' ? 'rates.approved' : 'rates.refused')),
  });
  const send = (id: string, state: 'approved' | 'refused') => decide.mutate({ query: { mfiId, id }, body: { state } });
  return {
    busy: decide.isPending,
    error: decide.error,
    approve: async (row: RateRow) => {
      const facts = { value: valueOf(row, text), date: format.date(row.validFrom) };
      if (await ask({ message: t('rates.approveQuestion', facts), yes: t('rates.approve') })) send(row.id, 'approved');
    },
    refuse: ({ id }: RateRow) => send(id, 'refused'),
  };
}
