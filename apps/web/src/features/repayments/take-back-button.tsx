import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';
import { type PaymentSubject, staleAfterPayment } from './use-approve-payment.tsx';

/** Takes back a waiting payment, for the person who entered it by mistake, or did not make it (R10.1). */
export function TakeBackButton({ subject, label }: { subject: PaymentSubject; label: string }) {
  const { t, format } = useText();
  const confirm = useConfirm();
  const amount = sumFirstLocal(subject, format);
  const send = useMoneySend('takeBackPayment', {
    invalidates: staleAfterPayment(subject),
    onSuccess: () => toast.success(t('money.payments.reversedToast', { amount })),
  });
  const takeBack = async () => {
    const isSure = await confirm({
      title: t('money.payments.reverseTitle', { amount }),
      about: subject.title,
      message: t('money.payments.takeBackNote'),
      yes: t('money.payments.reverse'),
    });
    if (isSure) send.mutate({ query: { proposalId: subject.proposalId, id: subject.paymentId } });
  };
  return (
    <>
      <Button
        {...help('repay')}
        small
        variant="plain"
        icon="undo"
        busy={send.isPending}
        aria-label={label}
        onClick={() => void takeBack()}
      >
        {t('money.payments.reverse')}
      </Button>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </>
  );
}
