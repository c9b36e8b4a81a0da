import { BackersList } from '../features/investments/backers-list.tsx';
import { PaymentsPanel } from '../features/repayments/payments-panel.tsx';
import { RepaymentTimeline } from '../features/repayments/repayment-timeline.tsx';
import { TransactionHistory } from '../features/repayments/transaction-history.tsx';
import { WithdrawalsPanel } from '../features/withdrawals/withdrawals-panel.tsx';
import { useSession } from '../lib/session.ts';
import type { ProposalDetails } from '../lib/wire.ts';
import { Stack } from '../ui/page.tsx';

/** Where the money of a proposal is: on its way to the borrower, coming back, and whose it is. For people signed in. */
export default function ProposalMoneyPanels({ proposal }: { proposal: ProposalDetails }) {
  const { user } = useSession();
  if (!user || proposal.status === 1) return null;
  const isOwner = user.id === proposal.userId;
  const isParty = isOwner || user.userMfis.some(({ mfiId }) => mfiId === proposal.mfiId);
  const isReleased = proposal.status >= 5;
  const maySeeMoney = isParty || proposal.isBackedByUser;
  return (
    <Stack>
      {isReleased && isParty && <WithdrawalsPanel proposal={proposal} isOwner={isOwner} />}
      {isReleased && <RepaymentTimeline proposal={proposal} />}
      {isReleased && maySeeMoney && <PaymentsPanel proposal={proposal} />}
      {proposal.allowedActions.includes('seeBackers') && <BackersList proposal={proposal} />}
      {maySeeMoney && proposal.status >= 3 && <TransactionHistory proposal={proposal} />}
    </Stack>
  );
}
