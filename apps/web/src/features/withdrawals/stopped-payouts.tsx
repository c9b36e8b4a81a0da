import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { ResumePayoutsDialog } from './resume-payouts-dialog.tsx';

type StoppedRow = DataOf<'listStoppedPayouts'>[number];

/** People to whom nothing is paid out: one who saw their ID paper asks to go on, another confirms (R25.1). */
export function StoppedPayouts({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const ask = useConfirm();
  const people = useList('listStoppedPayouts', [...queryKeys.payouts(mfiId), 'stopped'], { mfiId });
  const [entering, setEntering] = useState<StoppedRow | null>(null);
  const send = useSend('confirmPayoutResume', {
    invalidates: [queryKeys.payouts(mfiId)],
    onSuccess: () => toast.success(t('payouts.confirmed')),
  });
  const confirm = async ({ name, entry }: StoppedRow) => {
    if (entry === null) return;
    const message = t('payouts.confirmQuestion', { name, by: entry.enteredByName, reason: entry.reason });
    if (await ask({ message, yes: t('phoneChange.confirm') }))
      send.mutate({ query: { mfiId, id: entry.id }, body: { state: 'approved' } });
  };
  if (!people.rows) return people.isError ? <ErrorState onRetry={people.retry} /> : <Skeleton shape="box" />;
  if (people.rows.length === 0) return <EmptyState icon="check-circle" title={t('payouts.none')} />;
  return (
    <Stack>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      <DataTable
        caption={t('payouts.people')}
        rows={people.rows}
        rowKey={({ personId }) => personId}
        columns={[
          { header: t('staff.name'), cell: ({ name }) => <bdi>{name}</bdi> },
          { header: t('staff.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
          { header: t('payouts.stopped'), cell: ({ stoppedAt }) => format.dateTime(stoppedAt) },
          { header: t('staff.state'), cell: (row) => <State row={row} text={{ t, format }} /> },
          {
            header: t('staff.actions'),
            cell: (row) => (
              <>
                {row.mayEnter && (
                  <Button {...help('staff')} small variant="quiet" onClick={() => setEntering(row)}>
                    {t('payouts.resume', { name: row.name })}
                  </Button>
                )}
                {row.mayConfirm && (
                  <Button {...help('staff')} small busy={send.isPending} onClick={() => void confirm(row)}>
                    {t('payouts.confirm', { name: row.name })}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      <MoreButton list={people} />
      {entering && <ResumePayoutsDialog mfiId={mfiId} person={entering} onClose={() => setEntering(null)} />}
    </Stack>
  );
}

function State({ row, text: { t, format } }: { row: StoppedRow; text: Pick<StaffText, 't' | 'format'> }) {
  const { resumesAt, entry } = row;
  if (resumesAt !== null)
    return <Badge tone="info">{t('payouts.resumes', { date: format.dateTime(resumesAt) })}</Badge>;
  if (entry !== null) {
    const { enteredByName: name, endsAt } = entry;
    return <Badge tone="warm">{t('payouts.waits', { name, date: format.date(endsAt) })}</Badge>;
  }
  return <Badge tone="bad">{t('payouts.isStopped')}</Badge>;
}
