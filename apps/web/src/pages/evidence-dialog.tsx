import { useQuery } from '@tanstack/react-query';
import { ProposalCard } from '../features/proposals/proposal-card.tsx';
import ProposalHistory from '../features/proposals/proposal-history.tsx';
import ProposalNotes from '../features/proposals/proposal-notes.tsx';
import { call } from '../lib/api.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useText } from '../lib/text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import ProposalActions from './proposal-actions.tsx';
import ProposalMoneyPanels from './proposal-money-panels.tsx';

type Props = { proposalId: string; onClose: () => void };

/** What the staff look at before they decide: the proposal, its money, and who did what and when; with the decisions. */
export default function EvidenceDialog({ proposalId, onClose }: Props) {
  const { t } = useText();
  const { data: proposal, ...query } = useQuery({
    queryKey: queryKeys.proposal(proposalId),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposalId } }, { signal }),
  });
  return (
    <Dialog wide title={t('mfi.evidence.title')} onClose={onClose}>
      <Stack>
        {proposal && (
          <>
            <ProposalCard
              proposal={proposal}
              notes={<ProposalNotes proposal={proposal} />}
              actions={<ProposalActions proposal={proposal} compact />}
            />
            <ProposalMoneyPanels proposal={proposal} />
          </>
        )}
        {query.isPending && <Skeleton shape="picture" />}
        {query.isError && !proposal && <ErrorState onRetry={() => void query.refetch()} />}
        <ProposalHistory proposalId={proposalId} />
      </Stack>
    </Dialog>
  );
}
