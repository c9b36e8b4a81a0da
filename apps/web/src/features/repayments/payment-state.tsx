import { type TextKey, useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';

export type Payment = DataOf<'listPayments'>[number];

const STATES: Record<Payment['state'], { word: TextKey; tone: Tone; icon: IconName }> = {
  pending: { word: 'money.payments.pending', tone: 'info', icon: 'clock' },
  approved: { word: 'money.payments.approved', tone: 'good', icon: 'check' },
  reversed: { word: 'money.payments.reversed', tone: 'bad', icon: 'undo' },
  rejected: { word: 'money.payments.rejected', tone: 'bad', icon: 'ban' },
};

/** The reason that the server gives where who entered a payment took it back (R10.1). */
const WITHDRAWN = 'withdrawn';

export function PaymentState({ payment }: { payment: Payment }) {
  const { t } = useText();
  const isWithdrawn = payment.state === 'rejected' && payment.reason === WITHDRAWN;
  const { word, tone, icon } = STATES[isWithdrawn ? 'reversed' : payment.state];
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {t(word)}
      </Badge>
      {payment.reason && !isWithdrawn && <p dir="auto">{t('money.payments.because', { reason: payment.reason })}</p>}
    </>
  );
}
