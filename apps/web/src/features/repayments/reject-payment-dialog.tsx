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

type Props = { subject: PaymentSubject; onClose: () => void };

/** The money has not arrived: why, in words the borrower will read. */
export default function RejectPaymentDialog({ subject, onClose }: Props) {
  const { t, format } = useText();
  const form = useReason(`reject-payment.${subject.paymentId}`);
  const amount = sumFirstLocal(subject, format);
  const send = useMoneySend('rejectPayment', {
    invalidates: staleAfterPayment(subject),
    onSuccess: () => {
      toast.success(t('money.payments.rejectedToast', { amount }));
      form.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() =>
      send.mutate({ query: { proposalId: subject.proposalId, id: subject.paymentId }, body: form.values }),
    );
  return (
    <FormDialog
      title={t('money.payments.rejectTitle', { amount })}
      about={subject.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ variant: 'danger', children: t('money.payments.reject') }}
    >
      <TextAreaField
        label={t('money.reason')}
        hint={t('money.payments.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
