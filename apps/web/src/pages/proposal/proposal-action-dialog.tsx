import { lazy, Suspense } from 'react';
import type { subjectOf } from '../../features/mfis/decision-subject.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { AssignDialog } from '../../features/campaigns/assign-dialog.tsx';
import { InvestDialog } from '../../features/investments/invest-dialog.tsx';
import { ToPay } from '../../features/pay-ins/to-pay.tsx';
import { ThankOwnerDialog } from '../../features/investments/thank-owner-dialog.tsx';
import { WithdrawDialog } from '../../features/withdrawals/withdraw-dialog.tsx';
import { RepayDialog } from '../../features/repayments/repay-dialog.tsx';
import { ReleaseDialog } from '../../features/mfis/release-dialog.tsx';
import { ReturnDialog } from '../../features/mfis/return-dialog.tsx';
import MessagesDialog from '../../features/messages/messages-dialog.tsx';
import type { DialogAction } from './proposal-action-looks.ts';
import { ApproveQuestion } from './approve-question.tsx';
import { BackersDialog } from './backers-dialog.tsx';
import FillInDialog from '../../features/proposals/writing/fill-in-dialog.tsx';
import { TranslateDialog } from '../../features/proposals/translate-dialog.tsx';
import ShareProposal from './share-proposal.tsx';
import InviteDialog from '../../features/invitations/invite-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The card shows where an institution awaits money. */
const HowToPayCard = lazy(() => import('../../features/pay-ins/how-to-pay-card.tsx'));

type Props = {
  action: DialogAction;
  proposal: ProposalSummary;
  subject: ReturnType<typeof subjectOf>;
  onClose: (outcome?: 'backed') => void;
};

/** The dialog behind each action that has one. Fetched when the first is opened. */
export default function ProposalActionDialog({ action, proposal, subject, onClose }: Props) {
  switch (action) {
    case 'invest':
      return (
        <InvestDialog
          proposal={proposal}
          onClose={onClose}
          sharing={<ShareProposal proposal={proposal} onClose={() => onClose('backed')} />}
          paying={(state) => <ToPay mfiName={proposal.mfiName} {...state} />}
          howToPay={
            <Suspense fallback={<Skeleton shape="box" />}>
              <HowToPayCard mfiName={proposal.mfiName} />
            </Suspense>
          }
        />
      );
    case 'withdraw':
      return <WithdrawDialog proposal={proposal} onClose={onClose} />;
    case 'repay':
      return <RepayDialog proposal={proposal} onClose={onClose} />;
    case 'approve':
      return <ApproveQuestion subject={subject} onClose={onClose} />;
    case 'releaseFunds':
      return <ReleaseDialog subject={subject} onClose={onClose} />;
    case 'message':
      return <MessagesDialog proposalId={proposal.id} onClose={onClose} />;
    case 'assignToCampaign':
      return <AssignDialog proposal={proposal} onClose={onClose} />;
    case 'share':
      return <ShareProposal proposal={proposal} onClose={onClose} />;
    case 'seeBackers':
      return <BackersDialog proposal={proposal} onClose={onClose} />;
    case 'thank':
      return <ThankOwnerDialog proposal={proposal} onClose={onClose} />;
    case 'fillIn':
      return <FillInDialog proposal={proposal} onClose={onClose} />;
    case 'translate':
      return <TranslateDialog proposal={proposal} onClose={onClose} />;
    case 'invite':
      return <InviteDialog target={{ proposalId: proposal.id, title: proposal.title }} onClose={onClose} />;
    default:
      return <ReturnDialog subject={subject} collectedAmount={proposal.collectedAmount} onClose={onClose} />;
  }
}
