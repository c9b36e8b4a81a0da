import { Suspense, useState } from 'react';
import releaseTexts from 'virtual:texts/features/mfi-dashboard/release-dialog.tsx';
import rejectTexts from 'virtual:texts/features/repayments/reject-payment-dialog.tsx';
import type { DecisionSubject } from '../features/mfi-dashboard/decision-subject.ts';
import { useApproveProposal } from '../features/mfi-dashboard/use-approve-proposal.ts';
import type { QueueItem } from '../features/mfi-dashboard/queue-card.tsx';
import { PaymentDecision } from '../features/repayments/payment-decision.tsx';
import type { PaymentSubject } from '../features/repayments/use-approve-payment.ts';
import { SendWithdrawal } from '../features/withdrawals/send-withdrawal.tsx';
import { demo } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';

const ReleaseDialog = lazyPart(() => import('../features/mfi-dashboard/release-dialog.tsx'), releaseTexts);
const RejectPaymentDialog = lazyPart(() => import('../features/repayments/reject-payment-dialog.tsx'), rejectTexts);

type Props = { item: QueueItem; mfi: { id: string; name: string } };

/** The next step of one row of a queue. Each button names its row, since many say the same. */
export default function QueueAction({ item, mfi }: Props) {
  const { t, format } = useText();
  const { entry } = item;
  const which = { title: format.isolate(entry.title), amount: format.money(entry.amount) };
  switch (item.queue) {
    case 'toApprove':
      return (
        <Approve subject={{ ...entry, mfiId: mfi.id, mfiName: mfi.name }} label={t('mfi.queues.approveWhich', which)} />
      );
    case 'toRelease':
      return (
        <Release subject={{ ...entry, mfiId: mfi.id, mfiName: mfi.name }} label={t('mfi.queues.releaseWhich', which)} />
      );
    case 'withdrawalsToSend':
      return (
        <SendWithdrawal
          proposalId={entry.proposalId}
          withdrawalId={item.entry.withdrawalId}
          mfiName={mfi.name}
          label={t('mfi.queues.sendWhich', which)}
        />
      );
    default:
      return <DecidePayment subject={{ ...item.entry, mfiName: mfi.name }} />;
  }
}

type SubjectProps = { subject: DecisionSubject; label: string };

function Approve({ subject, label }: SubjectProps) {
  const { t } = useText();
  const { approve, isPending } = useApproveProposal(subject);
  return (
    <Button
      {...demo('approve')}
      small
      variant="quiet"
      icon="check"
      busy={isPending}
      aria-label={label}
      onClick={approve}
    >
      {t('money.actions.approve')}
    </Button>
  );
}

function Release({ subject, label }: SubjectProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...demo('release')} small variant="quiet" icon="coins" aria-label={label} onClick={() => setOpen(true)}>
        {t('money.actions.releaseFunds')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReleaseDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function DecidePayment({ subject }: { subject: PaymentSubject }) {
  const { t, format } = useText();
  const [isRejecting, setRejecting] = useState(false);
  const which = { title: format.isolate(subject.title), amount: format.money(subject.amount) };
  return (
    <>
      <PaymentDecision
        subject={subject}
        approveLabel={t('mfi.queues.approvePaymentWhich', which)}
        rejectLabel={t('mfi.queues.rejectPaymentWhich', which)}
        onReject={() => setRejecting(true)}
      />
      {isRejecting && (
        <Suspense fallback={null}>
          <RejectPaymentDialog subject={subject} onClose={() => setRejecting(false)} />
        </Suspense>
      )}
    </>
  );
}
