import { BANK_REFERENCE_LENGTH_MAX } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { openRequests } from './open-requests.ts';

type Props = { mfiId: string; batchId: string; step: 'sent' | 'cancelled'; onClose: () => void };

/** A batch went out under the bank's reference, or it does not go out, for a reason (R25.3). */
export function BatchStepDialog({ mfiId, batchId, step, onClose }: Props) {
  const { t } = useStaffText();
  const isSent = step === 'sent';
  const [lost, setLost] = useState<unknown>(null);
  const lengthMax = isSent ? BANK_REFERENCE_LENGTH_MAX : REASON_LENGTH_MAX;
  const kept = useKeptValues(isSent ? null : `cancel-batch.${batchId}`, { told: '' });
  const form = useForm(kept.state, ({ told }) => ({ told: requiredWords(t, told, lengthMax) }));
  const send = useMoneySend('changeBatch', {
    invalidates: [queryKeys.payouts(mfiId)],
    onSuccess: () => {
      toast.success(t(isSent ? 'batches.sentToast' : 'batches.cancelledToast'));
      kept.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() => {
      const told = form.values.told.trim();
      const query = { mfiId, id: batchId };
      if (!isSent) return send.mutate({ query, body: { state: 'cancelled', reason: told } });
      setLost(null);
      openRequests(mfiId, batchId)
        .then((requests) => {
          const sent = requests.map(({ kind, id }) => ({ kind, id, bankReference: told }));
          send.mutate({ query, body: { sent } });
        })
        .catch(setLost);
    });
  const error = send.error ?? lost;
  return (
    <FormDialog
      title={t(isSent ? 'batches.sentTitle' : 'batches.cancelTitle')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={error ? errorSentence(error, t) : undefined}
      submit={{
        ...help('batch'),
        variant: isSent ? 'primary' : 'danger',
        children: t(isSent ? 'batches.markSent' : 'batches.cancel'),
      }}
    >
      <p>{t(isSent ? 'batches.sentLead' : 'batches.cancelLead')}</p>
      {isSent ? (
        <TextField
          label={t('money.withdrawals.referenceField')}
          dir="ltr"
          {...form.field('told')}
          aside={counterBeyond(form.values.told, lengthMax)}
        />
      ) : (
        <TextAreaField label={t('money.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('told')} />
      )}
    </FormDialog>
  );
}
