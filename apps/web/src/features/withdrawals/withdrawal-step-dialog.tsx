import { formatReference } from '@sathi/domain/references.ts';
import { BANK_REFERENCE_LENGTH_MAX } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import type { WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { type TextKey, useStaffText, useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { requestSum } from './request-sum.ts';
import { PayoutCare } from './payout-care.tsx';
import { SendingFields, useSending } from './sending-fields.tsx';
import { StepDialog } from './step-dialog.tsx';
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
 * Staff: the money is sent, by an account and under the number of the bank; or it is not, for a reason (R4.2). A transfer names
 * our reference, so that its line, and one that brings the money back to that account, finds the request.
 */
export default function WithdrawalStepDialog({ withdrawal, step, mfi, onClose }: Props) {
  const { t } = useStaffText();
  const isSent = step === 'sent';
  const kept = useKeptValues(isSent ? null : `withdrawal-${step}.${withdrawal.id}`, { told: '' });
  const form = useForm(kept.state, ({ told }) => ({
    told: requiredWords(t, told, isSent ? BANK_REFERENCE_LENGTH_MAX : REASON_LENGTH_MAX),
  }));
  const words = WORDS[step];
  const sending = useSending(mfi, withdrawal);
  const { accounts, retry, accountId, sentOn } = sending;
  // The account that is filled in is not known yet.
  const isWaiting = isSent && accounts === undefined && retry === undefined;
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
      const query = { id: withdrawal.id };
      if (!isSent) return send.mutate({ query, body: { state: step, reason: told } });
      const how = { ...(accountId !== '' && { accountId }), ...(sentOn !== '' && { sentOn }) };
      send.mutate({ query, body: { state: step, reference: told, ...how } });
    });
  return (
    <StepDialog
      title={t(words.title)}
      above={
        <>
          <Facts withdrawal={withdrawal} isSent={isSent} />
          {isSent && <PayoutCare withdrawal={withdrawal} mfiId={mfi.id} />}
        </>
      }
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ variant: isSent ? 'primary' : 'danger', disabled: isWaiting, children: t(words.submit) }}
    >
      {isSent ? (
        <>
          <SendingFields sending={sending} dayError={send.error?.messageFor('sentOn')} mayLeaveOut />
          <TextField
            label={t('money.withdrawals.referenceField')}
            hint={t('money.withdrawals.referenceHint')}
            {...form.field('told')}
            aside={counterBeyond(form.values.told, BANK_REFERENCE_LENGTH_MAX)}
          />
        </>
      ) : (
        <TextAreaField
          label={t('money.reason')}
          hint={t('money.withdrawals.reasonHint')}
          maxLength={REASON_LENGTH_MAX}
          {...form.field('told')}
        />
      )}
    </StepDialog>
  );
}

function Facts({ withdrawal, isSent }: { withdrawal: Props['withdrawal']; isSent: boolean }) {
  const text = useText();
  const { t } = text;
  const { method, accountName, accountNumber, reference } = withdrawal;
  const { words } = METHODS[method];
  const isTransfer = isSent && method !== 'cash_at_office';
  return (
    <ReviewList
      rows={[
        { label: t('money.amount'), value: requestSum(withdrawal, text) },
        { label: t('money.withdraw.method'), value: t(words.name) },
        { label: t(words.accountName), value: accountName },
        { label: t(words.accountNumber), value: <bdi dir="ltr">{accountNumber}</bdi> },
        ...(isTransfer
          ? [{ label: t('money.withdrawals.toWrite'), value: <bdi dir="ltr">{formatReference(reference)}</bdi> }]
          : []),
      ]}
    />
  );
}
