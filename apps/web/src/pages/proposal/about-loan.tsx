import type { ReactNode } from 'react';
import { ChainBadge } from '../../features/chain/chain-badge.tsx';
import { ProposalFigures } from '../../features/proposals/proposal-figures.tsx';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Fold } from '../../ui/fold.tsx';
import { ReviewList } from '../../ui/review-list.tsx';

type Props = { proposal: ProposalDetails; isOwner: boolean; story: ReactNode };

/** The days of a loan and its record on the chain; with pictures, words and figures, where the page opens without them. */
export function AboutLoan({ proposal, isOwner, story }: Props) {
  const { t, format } = useText();
  if (proposal.publishedAt === null) return null;
  const days = [
    { label: t('proposal.event.published'), at: proposal.publishedAt },
    { label: t('proposal.step.checked'), at: proposal.approvedAt },
    { label: t('proposal.step.released'), at: proposal.fundedAt },
    { label: t('proposal.event.repaid'), at: proposal.repaidAt },
  ].flatMap(({ label, at }) => (at === null ? [] : [{ label, value: format.date(at) }]));
  return (
    <Fold title={t('proposal.about')}>
      {story}
      {story && isOwner && <ProposalFigures proposal={proposal} />}
      <ReviewList rows={days} />
      <ChainBadge proposalId={proposal.id} />
    </Fold>
  );
}
