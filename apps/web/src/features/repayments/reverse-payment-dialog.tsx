import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type PaymentSubject, staleAfterPayment } from './use-approve-payment.tsx';

/** Money that was approved did not stay: why, in words the borrower and the backers will read (R22.8). */
export function ReversePaymentDialog({ subject, onClose }: { subject: PaymentSubject; onClose: () => void }) {
  const { t, format } = useText();
  const form = useReason(`reverse-payment.${subject.paymentId}`);
  const amount = sumFirstLocal(subject, format);
  const send = useMoneySend('reversePayment', {
    invalidates: staleAfterPayment(subject),
    onSuccess: () => {
      toast.success(t('money.payments.reversedToast', { amount }));
      form.forget();
      onClose();
    },
  });
  const query = { proposalId: subject.proposalId, id: subject.paymentId };
  return (
    <FormDialog
      title={t('money.payments.reverseTitle', { amount })}
      about={subject.title}
      onClose={onClose}
      onSubmit={() => form.attempt(() => send.mutate({ query, body: form.values }))}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ variant: 'danger', children: t('money.payments.reverse') }}
    >
      <p>{t('money.payments.reverseNote')}</p>
      <TextAreaField
        label={t('money.reason')}
        hint={t('money.payments.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
