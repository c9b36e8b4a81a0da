import { useLocation, useSearchParams } from 'wouter';
import { useAccount } from '../../features/identity/use-account.ts';
import { paths } from '../../lib/paths.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

/**
 * Opens the dialog by itself for a person whose way in began with the wish to back this loan. A person who has backed
 * and has no password yet is led on to choose one.
 */
export function useBackingAhead(proposal: ProposalDetails, isSignedIn: boolean) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const isAhead = isSignedIn && search.get('back') === proposal.id;
  const account = useAccount(isAhead);
  if (!isAhead) return {};
  const page = paths.proposal(proposal.mfiName, proposal.id);
  const onEnd = (outcome?: 'backed') => {
    if (outcome === 'backed' && account.data?.passwordLater) {
      navigate(paths.choosePassword(proposal.mfiName), { replace: true, state: { returnTo: page } });
    } else navigate(page, { replace: true });
  };
  return { ...(!proposal.isBackedByUser && { begins: 'invest' as const }), onEnd };
}
