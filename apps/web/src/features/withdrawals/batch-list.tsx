import { useState } from 'react';
import { downloadFile } from '../../lib/download.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { BatchRequests } from './batch-requests.tsx';
import { BatchStepDialog } from './batch-step-dialog.tsx';

export type Batch = DataOf<'listBatches'>[number];

const STATES: Record<Batch['state'], { words: StaffTextKey; tone: 'warm' | 'info' | 'good' | 'bad' }> = {
  made: { words: 'batches.state.made', tone: 'warm' },
  approved: { words: 'batches.state.approved', tone: 'info' },
  closed: { words: 'batches.state.closed', tone: 'good' },
  cancelled: { words: 'batches.state.cancelled', tone: 'bad' },
};

/** The batches of an office: one makes them, another approves, then the file goes to the bank (R25.3). */
export function BatchList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const list = useList('listBatches', [...queryKeys.payouts(mfiId), 'batches'], { mfiId });
  const { rows } = list;
  return (
    <Panel title={t('batches.title')}>
      {rows?.length === 0 && <EmptyState icon="bank" title={t('batches.none')} />}
      {rows && rows.length > 0 && (
        <Stack>
          {rows.map((batch) => (
            <OneBatch key={batch.id} mfiId={mfiId} batch={batch} />
          ))}
          <MoreButton list={list} />
        </Stack>
      )}
      {!rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
    </Panel>
  );
}

function OneBatch({ mfiId, batch }: { mfiId: string; batch: Batch }) {
  const { t, format } = useStaffText();
  const { id, state, account, currency, total, count, sent, enteredByName, enteredAt, approvedByName, reason } = batch;
  const sum = localAmount({ amount: total, currency }, format);
  return (
    <article aria-label={t('batches.name', { id })}>
      <Stack gap="tight">
        <Row>
          <strong>{t('batches.name', { id })}</strong>
          <Badge tone={STATES[state].tone}>{t(STATES[state].words)}</Badge>
        </Row>
        <p>{t('batches.sum', { count, sum, account })}</p>
        <p>{t('batches.madeBy', { name: enteredByName, date: format.dateTime(enteredAt) })}</p>
        {approvedByName !== null && <p>{t('batches.approvedBy', { name: approvedByName })}</p>}
        {sent > 0 && state === 'approved' && <p>{t('batches.someSent', { count: sent })}</p>}
        {reason !== null && <p dir="auto">{reason}</p>}
        {(state === 'made' || state === 'approved') && <BatchRequests mfiId={mfiId} batchId={id} />}
        <Acts mfiId={mfiId} batch={batch} sum={sum} />
      </Stack>
    </article>
  );
}

function Acts({ mfiId, batch, sum }: { mfiId: string; batch: Batch; sum: string }) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const [step, setStep] = useState<'sent' | 'cancelled' | null>(null);
  const { id, state, count, mayApprove, mayCancel } = batch;
  const send = useMoneySend('changeBatch', {
    invalidates: [queryKeys.payouts(mfiId)],
    onSuccess: () => toast.success(t('batches.approved')),
  });
  const approve = async () => {
    const yes = await ask({ message: t('batches.approveQuestion', { count, sum }), yes: t('batches.approve') });
    if (yes) send.mutate({ query: { mfiId, id }, body: { state: 'approved' } });
  };
  const download = (format: 'csv' | 'pain.001', name: string) => () =>
    downloadFile('readBatchFile', { query: { mfiId, id, format } }, name);
  return (
    <>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      <Row>
        {mayApprove && (
          <Button {...help('batch')} small busy={send.isPending} onClick={() => void approve()}>
            {t('batches.approve')}
          </Button>
        )}
        {state === 'approved' && (
          <>
            <DownloadButton download={download('pain.001', `batch-${id}.xml`)}>{t('batches.bankFile')}</DownloadButton>
            <DownloadButton download={download('csv', `batch-${id}.csv`)}>{t('batches.csvFile')}</DownloadButton>
            <Button {...help('batch')} small variant="quiet" onClick={() => setStep('sent')}>
              {t('batches.markSent')}
            </Button>
          </>
        )}
        {mayCancel && (
          <Button {...help('batch')} small variant="quiet" onClick={() => setStep('cancelled')}>
            {t('batches.cancel')}
          </Button>
        )}
      </Row>
      {step !== null && <BatchStepDialog mfiId={mfiId} batchId={id} step={step} onClose={() => setStep(null)} />}
    </>
  );
}
