import type { ProposalSummary } from '../../lib/wire.ts';
import { useProposalList } from './use-proposal-list.ts';
import { useReleasedLoans } from './use-released-loans.ts';

const NONE: readonly ProposalSummary[] = [];

/** The own loans in progress, whatever the list below is narrowed to, and of the `released` ones what to do next needs. */
export function useOwnLoans(isWanted: boolean) {
  const list = useProposalList(
    { tab: 'borrow', status: 'all', sort: 'newest', search: '', partner: '', checked: '' },
    isWanted,
  );
  const proposals = list.data?.pages.flatMap((page) => page.data) ?? NONE;
  const released = useReleasedLoans(proposals);
  return { proposals, released, isReady: !list.isPending };
}
