import { formatReference } from '@sathi/domain/references.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import type { WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { requestSum } from './request-sum.ts';
import { PayoutCare } from './payout-care.tsx';
import { METHODS } from './withdrawal-details.ts';

export type StaffStep = Exclude<WithdrawalStep, 'confirmed' | 'cancelled'>;
type Words = { title: TextKey; submit: TextKey; done: TextKey };

const WORDS: Record<StaffStep, Words> = {
  sent: {
    title: 'money.withdrawals.sentTitle',
    submit: 'money.withdrawals.markSent',
    done: 'money.withdrawals.sentToast',
  },
  rejected: {
    title: 'money.withdrawals.rejectTitle',
    submit: 'money.withdrawals.reject',
    done: 'money.withdrawals.rejectedToast',
  },
  failed: {
    title: 'money.withdrawals.failTitle',
    submit: 'money.withdrawals.markFailed',
    done: 'money.withdrawals.failedToast',
  },
};

type Props = {
  withdrawal: DataOf<'listWithdrawals'>[number];
  step: StaffStep;
  mfi: { id: string; name: string };
  onClose: () => void;
};

/**
 * Staff: the money is sent, under the number of the bank; or it is not, for a reason (R4.2). A transfer names our reference,
 * so that its line, and one that brings the money back, finds the request.
 */
export default function WithdrawalStepDialog({ withdrawal, step, mfi, onClose }: Props) {
  const text = useText();
  const { t } = text;
  const kept = useKeptValues(step === 'sent' ? null : `withdrawal-${step}.${withdrawal.id}`, { told: '' });
  const form = useForm(kept.state, ({ told }) => ({ told: requiredWords(t, told) }));
  const words = WORDS[step];
  const send = useMoneySend('updateWithdrawal', {
    invalidates: [queryKeys.proposal(withdrawal.proposalId), queryKeys.mfiQueues(mfi.name)],
    onSuccess: () => {
      toast.success(t(words.done));
      kept.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() => {
      const told = form.values.told.trim();
      const body = { state: step, ...(step === 'sent' ? { reference: told } : { reason: told }) };
      send.mutate({ query: { id: withdrawal.id }, body });
    });
  const { words: method } = METHODS[withdrawal.method];
  const isTransfer = step === 'sent' && withdrawal.method !== 'cash_at_office';
  const reference = formatReference(withdrawal.reference);
  return (
    <FormDialog
      title={t(words.title)}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ variant: step === 'sent' ? 'primary' : 'danger', children: t(words.submit) }}
    >
      <ReviewList
        rows={[
          { label: t('money.amount'), value: requestSum(withdrawal, text) },
          { label: t('money.withdraw.method'), value: t(method.name) },
          { label: t(method.accountName), value: withdrawal.accountName },
          { label: t(method.accountNumber), value: <bdi dir="ltr">{withdrawal.accountNumber}</bdi> },
          ...(isTransfer ? [{ label: t('money.withdrawals.toWrite'), value: <bdi dir="ltr">{reference}</bdi> }] : []),
        ]}
      />
      {step === 'sent' && <PayoutCare withdrawal={withdrawal} mfiId={mfi.id} />}
      {step === 'sent' ? (
        <TextField
          label={t('money.withdrawals.referenceField')}
          hint={t('money.withdrawals.referenceHint')}
          {...form.field('told')}
        />
      ) : (
        <TextAreaField
          label={t('money.reason')}
          hint={t('money.withdrawals.reasonHint')}
          maxLength={REASON_LENGTH_MAX}
          {...form.field('told')}
        />
      )}
    </FormDialog>
  );
}
