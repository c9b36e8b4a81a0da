import { lengthInCodePoints } from '@sathi/domain/text.ts';
import type { WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { METHODS } from './withdrawal-details.ts';

const REASON_LENGTH_MAX = 500;

type StaffStep = Exclude<WithdrawalStep, 'confirmed'>;
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
  step: WithdrawalStep;
  mfiName: string;
  onClose: () => void;
};

/** Staff: the money is sent, under a reference; or it is not, for a reason (R4.2). */
export default function WithdrawalStepDialog({ withdrawal, step, mfiName, onClose }: Props) {
  const { t, format } = useText();
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const words = WORDS[step as StaffStep];
  const send = useMoneySend('updateWithdrawal', {
    invalidates: [queryKeys.proposal(withdrawal.proposalId), queryKeys.mfiQueues(mfiName)],
    onSuccess: () => {
      toast.success(t(words.done));
      onClose();
    },
  });
  const isMissing = typed.trim() === '';
  const submit = () => {
    setAttempted(true);
    if (isMissing || lengthInCodePoints(typed) > REASON_LENGTH_MAX) return;
    const told = step === 'sent' ? { reference: typed.trim() } : { reason: typed.trim() };
    send.mutate({ query: { id: withdrawal.id }, body: { state: step, ...told } });
  };
  const field = {
    error: attempted && isMissing ? t('common.required') : undefined,
    value: typed,
    onValueChange: setTyped,
  };
  const { words: method } = METHODS[withdrawal.method];
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
          { label: t('money.amount'), value: t('money.usd', { amount: format.money(withdrawal.amount) }) },
          { label: t('money.withdraw.method'), value: t(method.name) },
          { label: t(method.accountName), value: withdrawal.accountName },
          { label: t(method.accountNumber), value: <bdi dir="ltr">{withdrawal.accountNumber}</bdi> },
        ]}
      />
      {step === 'sent' ? (
        <TextField
          label={t('money.withdrawals.referenceField')}
          hint={t('money.withdrawals.referenceHint')}
          {...field}
        />
      ) : (
        <TextAreaField
          label={t('money.reason')}
          hint={t('money.withdrawals.reasonHint')}
          maxLength={REASON_LENGTH_MAX}
          {...field}
        />
      )}
    </FormDialog>
  );
}
