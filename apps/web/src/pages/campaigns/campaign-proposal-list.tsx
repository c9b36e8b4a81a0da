import { useSearchParams } from 'wouter';
import { CampaignProposals } from '../../features/campaigns/campaign-proposals.tsx';
import { CAMPAIGN_FILTERS, type CampaignFilter } from '../../features/campaigns/use-campaign-proposals.ts';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { statusFilterOf, writtenStatus } from '../../lib/proposal-status.ts';
import { useSession } from '../../lib/session.ts';
import { ActingCard } from '../proposal/acting-card.tsx';

/** The proposals of a campaign, with the status that the address asks for. */
export function CampaignProposalList({ campaignId }: { campaignId: string }) {
  const [search, setSearch] = useSearchParams();
  const { user } = useSession();
  const setFilter = (filter: CampaignFilter) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (filter === '') next.delete('status');
        else next.set('status', writtenStatus(filter));
        return next;
      },
      { replace: true },
    );
  return (
    <CampaignProposals
      campaignId={campaignId}
      filter={statusFilterOf(search.get('status'), CAMPAIGN_FILTERS)}
      onFilter={setFilter}
    >
      {(proposal) =>
        user ? (
          <ActingCard key={proposal.id} proposal={proposal} />
        ) : (
          <ProposalCard key={proposal.id} proposal={proposal} />
        )
      }
    </CampaignProposals>
  );
}
