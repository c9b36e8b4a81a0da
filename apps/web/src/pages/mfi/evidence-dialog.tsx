import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { CheckedBadge } from '../../features/proposals/checked-badge.tsx';
import { OtherLoans } from '../../features/proposals/other-loans.tsx';
import { ProposalFigures } from '../../features/proposals/proposal-figures.tsx';
import { ProposalHistory } from '../../features/proposals/proposal-history.tsx';
import { ProposalPicture } from '../../features/proposals/proposal-picture.tsx';
import { ProposalProgress } from '../../features/proposals/proposal-progress.tsx';
import { WhoAndWhere } from '../../features/proposals/who-and-where.tsx';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProposalActions } from '../proposal/proposal-actions.tsx';
import MoneyPanels from '../proposal/money-panels.tsx';
import { PlanPanel } from '../proposal/plan-panel.tsx';
import { readerOf, seesMoneyMove } from '../proposal/reader.ts';

type Props = { proposalId: string; onClose: () => void };

/**
 * The evidence before a decision of the staff: the proposal, its money, and the events with their actors; with the
 * decisions.
 */
export default function EvidenceDialog({ proposalId, onClose }: Props) {
  const { t } = useStaffText();
  const { data: proposal, ...query } = useQuery({
    queryKey: queryKeys.proposal(proposalId),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposalId } }, { signal }),
  });
  return (
    <Dialog wide title={t('mfi.evidence.title')} onClose={onClose}>
      <Stack>
        {proposal && (
          <>
            <Words proposal={proposal} />
            <ProposalActions proposal={proposal} compact />
            <Money proposal={proposal} />
            {proposal.allowedActions.includes('seeOtherLoans') && <OtherLoans proposal={proposal} />}
          </>
        )}
        {query.isPending && <Skeleton shape="picture" />}
        {query.isError && !proposal && <ErrorState onRetry={() => void query.refetch()} />}
        <ProposalHistory proposalId={proposalId} />
      </Stack>
    </Dialog>
  );
}

function Money({ proposal }: { proposal: ProposalDetails }) {
  const reader = readerOf(proposal, useSession().user);
  return (
    <>
      {!seesMoneyMove(proposal, reader) && <PlanPanel proposal={proposal} />}
      <MoneyPanels proposal={proposal} reader={reader} />
    </>
  );
}

/** The picture large and every word of it, because both are decided about. */
function Words({ proposal }: { proposal: ProposalDetails }) {
  return (
    <Stack>
      <ProposalPicture proposal={proposal} />
      <div>
        <h3 dir="auto">
          <Link href={paths.proposal(proposal.mfiName, proposal.id)}>{proposal.title}</Link>
        </h3>
        <WhoAndWhere proposal={proposal} />
      </div>
      <p dir="auto">{proposal.description}</p>
      <CheckedBadge proposal={proposal} />
      <ProposalProgress proposal={proposal} />
      <ProposalFigures proposal={proposal} />
    </Stack>
  );
}
