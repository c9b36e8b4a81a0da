import assignTexts from 'virtual:texts/features/campaigns/assign-dialog.tsx';
import investTexts from 'virtual:texts/features/investments/invest-dialog.tsx';
import inviteTexts from 'virtual:texts/features/invitations/invite-dialog.tsx';
import messagesTexts from 'virtual:texts/features/messages/messages-dialog.tsx';
import releaseTexts from 'virtual:texts/features/mfi-dashboard/release-dialog.tsx';
import returnTexts from 'virtual:texts/features/mfi-dashboard/return-dialog.tsx';
import repayTexts from 'virtual:texts/features/repayments/repay-dialog.tsx';
import withdrawTexts from 'virtual:texts/features/withdrawals/withdraw-dialog.tsx';
import backersTexts from 'virtual:texts/pages/backers-dialog.tsx';
import shareTexts from 'virtual:texts/pages/share-proposal.tsx';
import type { DecisionSubject } from '../features/mfi-dashboard/decision-subject.ts';
import type { InviteDialog as InviteDialogType } from '../features/invitations/invite-dialog.tsx';
import type { MessagesDialog as MessagesDialogType } from '../features/messages/messages-dialog.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { ProposalSummary } from '../lib/wire.ts';

const AssignDialog = lazyPart(() => import('../features/campaigns/assign-dialog.tsx'), assignTexts);
const InvestDialog = lazyPart(() => import('../features/investments/invest-dialog.tsx'), investTexts);
const WithdrawDialog = lazyPart(() => import('../features/withdrawals/withdraw-dialog.tsx'), withdrawTexts);
const RepayDialog = lazyPart(() => import('../features/repayments/repay-dialog.tsx'), repayTexts);
const ReleaseDialog = lazyPart(() => import('../features/mfi-dashboard/release-dialog.tsx'), releaseTexts);
const ReturnDialog = lazyPart(() => import('../features/mfi-dashboard/return-dialog.tsx'), returnTexts);
const BackersDialog = lazyPart(() => import('./backers-dialog.tsx'), backersTexts);
const ShareProposalDialog = lazyPart(() => import('./share-proposal.tsx'), shareTexts);
const InviteDialog = lazyPart<Parameters<typeof InviteDialogType>[0]>(
  () => import('../features/invitations/invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
  inviteTexts,
);
const MessagesDialog = lazyPart<Parameters<typeof MessagesDialogType>[0]>(
  () => import('../features/messages/messages-dialog.tsx').then((module) => ({ default: module.MessagesDialog })),
  messagesTexts,
);

/** Opens a dialog of its own. */
export const DIALOG_ACTIONS = [
  'invest',
  'withdraw',
  'repay',
  'releaseFunds',
  'returnProposal',
  'message',
  'invite',
  'share',
  'seeBackers',
  'assignToCampaign',
] as const;
export type DialogAction = (typeof DIALOG_ACTIONS)[number];

type Props = { action: DialogAction; proposal: ProposalSummary; subject: DecisionSubject; onClose: () => void };

export function ProposalActionDialog({ action, proposal, subject, onClose }: Props) {
  switch (action) {
    case 'invest':
      return (
        <InvestDialog
          proposal={proposal}
          onClose={onClose}
          sharing={<ShareProposalDialog proposal={proposal} onClose={onClose} />}
        />
      );
    case 'withdraw':
      return <WithdrawDialog proposal={proposal} onClose={onClose} />;
    case 'repay':
      return <RepayDialog proposal={proposal} onClose={onClose} />;
    case 'releaseFunds':
      return <ReleaseDialog subject={subject} onClose={onClose} />;
    case 'message':
      return <MessagesDialog proposalId={proposal.id} onClose={onClose} />;
    case 'assignToCampaign':
      return <AssignDialog proposal={proposal} onClose={onClose} />;
    case 'share':
      return <ShareProposalDialog proposal={proposal} onClose={onClose} />;
    case 'seeBackers':
      return <BackersDialog proposal={proposal} onClose={onClose} />;
    case 'invite':
      return <InviteDialog target={{ proposalId: proposal.id, title: proposal.title }} onClose={onClose} />;
    default:
      return <ReturnDialog subject={subject} collectedAmount={proposal.collectedAmount} onClose={onClose} />;
  }
}
