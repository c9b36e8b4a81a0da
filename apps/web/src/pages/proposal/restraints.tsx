import { ProposalFreezes } from '../../features/freezes/proposal-freezes.tsx';
import { HiddenBanners } from '../../features/reports/hidden-banners.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';

/** Freezes and reports that stand against a proposal, above everything else. */
export default function Restraints({ proposal, userId }: { proposal: ProposalDetails; userId: string }) {
  return (
    <>
      <ProposalFreezes proposal={proposal} userId={userId} />
      <HiddenBanners proposal={proposal} />
    </>
  );
}
