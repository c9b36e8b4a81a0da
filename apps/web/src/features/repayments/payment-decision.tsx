import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { type PaymentSubject, useApprovePayment } from './use-approve-payment.tsx';

type Props = {
  subject: PaymentSubject;
  /** Names for the buttons among others of their kind. */
  approveLabel: string;
  rejectLabel: string;
  onReject: () => void;
};

/** Staff: a payment has arrived, or it has not (R10.3). */
export function PaymentDecision({ subject, approveLabel, rejectLabel, onReject }: Props) {
  const { t } = useText();
  const { approve, problem, isPending } = useApprovePayment(subject);
  return (
    <>
      <Button
        {...help('decidePayment')}
        small
        variant="quiet"
        icon="check"
        busy={isPending}
        aria-label={approveLabel}
        onClick={approve}
      >
        {t('money.payments.approve')}
      </Button>
      <Button {...help('decidePayment')} small variant="plain" aria-label={rejectLabel} onClick={onReject}>
        {t('money.payments.reject')}
      </Button>
      {problem && <FormError>{problem}</FormError>}
    </>
  );
}
