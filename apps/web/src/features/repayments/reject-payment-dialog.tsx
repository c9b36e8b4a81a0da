import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useId, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Form } from '../../ui/form.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type PaymentSubject, staleAfterPayment } from './use-approve-payment.ts';

const REASON_LENGTH_MAX = 500;

type Props = { subject: PaymentSubject & { title: string }; onClose: () => void };

/** The money has not arrived: why, in words the borrower will read. */
export default function RejectPaymentDialog({ subject, onClose }: Props) {
  const { t, format } = useText();
  const formId = useId();
  const [reason, setReason] = useState('');
  const [attempted, setAttempted] = useState(false);
  const amount = format.money(subject.amount);
  const send = useMoneySend('rejectPayment', {
    invalidates: staleAfterPayment(subject),
    onSuccess: () => {
      toast.success(t('money.payments.rejectedToast', { amount }));
      onClose();
    },
  });
  const submit = () => {
    setAttempted(true);
    if (reason.trim() === '' || lengthInCodePoints(reason) > REASON_LENGTH_MAX) return;
    send.mutate({ query: { proposalId: subject.proposalId, id: subject.paymentId }, body: { reason } });
  };
  return (
    <Dialog
      title={t('money.payments.rejectTitle', { amount })}
      onClose={onClose}
      busy={send.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={send.isPending}>
            {t('money.payments.reject')}
          </Button>
        </>
      }
    >
      <Focused>
        <Form
          id={formId}
          onSubmit={submit}
          busy={send.isPending}
          error={send.error ? errorSentence(send.error, t) : undefined}
        >
          <TextAreaField
            label={t('money.reason')}
            hint={t('money.payments.reasonHint')}
            error={attempted && reason.trim() === '' ? t('common.required') : undefined}
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onValueChange={setReason}
          />
        </Form>
      </Focused>
    </Dialog>
  );
}
