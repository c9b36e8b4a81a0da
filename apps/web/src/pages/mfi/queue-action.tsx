import { lazy, Suspense, useState } from 'react';
import { ContactButton } from '../../features/contacts/contact-button.tsx';
import type { DecisionSubject } from '../../features/mfis/decision-subject.ts';
import type { Entry, QueueItem } from '../../features/mfis/queue-entry.ts';
import { PaymentDecision } from '../../features/repayments/payment-decision.tsx';
import type { PaymentSubject } from '../../features/repayments/use-approve-payment.tsx';
import { help } from '../../lib/help-mode.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const ReleaseDialog = lazyDialog(async () => {
  const { ReleaseDialog: Component } = await import('../../features/mfis/release-dialog.tsx');
  return { default: Component };
});
const SendWithdrawal = lazy(async () => {
  const { SendWithdrawal: Component } = await import('../../features/withdrawals/send-withdrawal.tsx');
  return { default: Component };
});
const RejectPaymentDialog = lazy(() => import('../../features/repayments/reject-payment-dialog.tsx'));

type Props = {
  item: QueueItem;
  mfi: { id: string; name: string };
  /** Opens the case of a proposal to be checked. */
  onReview: (entry: Entry) => void;
};

/** The next step of one row of a queue. Each button names its row, since many say the same. */
export function QueueAction({ item, mfi, onReview }: Props) {
  const { t, format } = useStaffText();
  const { entry } = item;
  const which = { title: entry.title, amount: sumFirstLocal(entry, format) };
  if (entry.awaitsAnother) return <p>{t('mfi.queues.awaitsAnother')}</p>;
  switch (item.queue) {
    case 'toApprove':
      return (
        <Button
          {...help('approve')}
          small
          variant="quiet"
          icon="eye"
          aria-label={t('mfi.review.openWhich', which)}
          onClick={() => onReview(entry)}
        >
          {t('mfi.review.open')}
        </Button>
      );
    case 'toRelease':
      return (
        <Release subject={{ ...entry, mfiId: mfi.id, mfiName: mfi.name }} label={t('mfi.queues.releaseWhich', which)} />
      );
    case 'withdrawalsToSend':
      return (
        <Suspense fallback={null}>
          <SendWithdrawal
            proposalId={entry.proposalId}
            withdrawalId={item.entry.withdrawalId}
            mfi={mfi}
            label={t('mfi.queues.sendWhich', which)}
            isStopped={item.entry.isStopped}
            restsUntil={item.entry.isResting ? item.entry.payableFrom : null}
          />
        </Suspense>
      );
    case 'cannotPay':
    case 'inDoubt':
      return (
        <LinkButton small variant="quiet" href={paths.proposal(mfi.name, entry.proposalId)}>
          {t('mfi.queues.answer')}
          <VisuallyHidden>{entry.title}</VisuallyHidden>
        </LinkButton>
      );
    case 'late':
      return <ContactButton loan={entry} mfi={mfi} />;
    default:
      return <DecidePayment subject={{ ...item.entry, mfiName: mfi.name }} />;
  }
}

type ReleaseProps = { subject: DecisionSubject; label: string };

function Release({ subject, label }: ReleaseProps) {
  const { t } = useStaffText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...help('release')} small variant="quiet" icon="coins" aria-label={label} onClick={() => setOpen(true)}>
        {t('money.actions.releaseFunds')}
      </Button>
      {isOpen && <ReleaseDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecidePayment({ subject }: { subject: PaymentSubject }) {
  const { t, format } = useStaffText();
  const [isRejecting, setRejecting] = useState(false);
  const which = { title: subject.title, amount: sumFirstLocal(subject, format) };
  return (
    <>
      <PaymentDecision
        subject={subject}
        approveLabel={t('mfi.queues.approvePaymentWhich', which)}
        rejectLabel={t('mfi.queues.rejectPaymentWhich', which)}
        onReject={() => setRejecting(true)}
      />
      <Suspense fallback={null}>
        {isRejecting && <RejectPaymentDialog subject={subject} onClose={() => setRejecting(false)} />}
      </Suspense>
    </>
  );
}
