import { Suspense, useEffect } from 'react';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import { useSearchParams } from 'wouter';
import { CampaignProposals } from '../features/campaigns/campaign-proposals.tsx';
import { statusFilterOf } from '../features/campaigns/status-filter.ts';
import { ProposalCard } from '../features/proposals/proposal-card.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session.ts';
import type { ProposalSummary } from '../lib/wire.ts';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);

/** The proposals of a campaign, with the status that the address asks for. */
export default function CampaignProposalList({ campaignId }: { campaignId: string }) {
  const [search, setSearch] = useSearchParams();
  const { user } = useSession();
  useEffect(() => {
    if (user) ActingCard.preload();
  }, [user]);
  const setFilter = (status: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (status === '') next.delete('status');
        else next.set('status', status);
        return next;
      },
      { replace: true },
    );
  return (
    <CampaignProposals campaignId={campaignId} filter={statusFilterOf(search.get('status'))} onFilter={setFilter}>
      {(proposal) => <ReadersCard key={proposal.id} proposal={proposal} isSignedIn={user !== null} />}
    </CampaignProposals>
  );
}

/** What the reader may do comes with its buttons; a visitor gets there by the card itself. */
function ReadersCard({ proposal, isSignedIn }: { proposal: ProposalSummary; isSignedIn: boolean }) {
  const card = <ProposalCard proposal={proposal} />;
  if (!isSignedIn) return card;
  return (
    <Suspense fallback={card}>
      <ActingCard proposal={proposal} />
    </Suspense>
  );
}
