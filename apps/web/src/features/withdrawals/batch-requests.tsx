import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { openRequests, type Payout, REQUEST_KINDS } from './open-requests.ts';
import { PayoutWarnings } from './payout-warnings.tsx';

type Props = { mfiId: string; batchId: string };

/** The requests of a batch that no line has sent; another than who made it takes one out (R25.9). */
export function BatchRequests({ mfiId, batchId }: Props) {
  const { t, format } = useStaffText();
  const [leaving, setLeaving] = useState<Payout | null>(null);
  const requests = useQuery({
    queryKey: [...queryKeys.payouts(mfiId), 'batch', batchId],
    queryFn: () => openRequests(mfiId, batchId),
  });
  if (requests.data === undefined) {
    return requests.isError ? <ErrorState onRetry={() => void requests.refetch()} /> : <Skeleton shape="box" />;
  }
  return (
    <>
      <DataTable
        isDense
        caption={t('batches.requests', { id: batchId })}
        rows={requests.data}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        columns={[
          {
            header: t('staff.name'),
            cell: (request) => (
              <Row>
                <bdi>{request.name}</bdi>
                <PayoutWarnings request={request} />
              </Row>
            ),
          },
          { header: t('batches.kind'), cell: ({ kind }) => t(REQUEST_KINDS[kind]) },
          { header: t('money.amount'), numeric: true, cell: (request) => sumFirstLocal(request, format) },
          {
            header: t('awaited.act'),
            cell: (request) =>
              request.mayRemove && (
                <Button
                  {...help('batch')}
                  small
                  variant="quiet"
                  aria-label={t('batches.takeOutOf', { name: request.name })}
                  onClick={() => setLeaving(request)}
                >
                  {t('batches.takeOut')}
                </Button>
              ),
          },
        ]}
      />
      {leaving && <TakeOut mfiId={mfiId} batchId={batchId} request={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

export function TakeOut({ mfiId, batchId, request, onClose }: Props & { request: Payout; onClose: () => void }) {
  const { t } = useStaffText();
  const form = useReason(`take-out.${batchId}.${request.kind}.${request.id}`);
  const send = useMoneySend('changeBatch', {
    invalidates: [queryKeys.payouts(mfiId)],
    onSuccess: () => {
      toast.success(t('batches.takenOut'));
      form.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() => {
      const { kind, id } = request;
      const remove = [{ kind, id, reason: form.values.reason.trim() }];
      send.mutate({ query: { mfiId, id: batchId }, body: { remove } });
    });
  return (
    <FormDialog
      title={t('batches.takeOutOf', { name: request.name })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('batch'), variant: 'danger', children: t('batches.takeOut') }}
    >
      <p>{t('batches.takeOutLead')}</p>
      <TextAreaField label={t('money.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('reason')} />
    </FormDialog>
  );
}
