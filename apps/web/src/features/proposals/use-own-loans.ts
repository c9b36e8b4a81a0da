import type { ProposalSummary } from '../../lib/wire.ts';
import { wholeTab } from './home-address.ts';
import { useProposalList } from './use-proposal-list.ts';
import { useReleasedLoans } from './use-released-loans.ts';

const NONE: readonly ProposalSummary[] = [];

/**
 * The own loans in progress, independent of the list's filters, and of the `released` ones the details for the next
 * step.
 */
export function useOwnLoans(isWanted: boolean) {
  const list = useProposalList(wholeTab('borrow'), isWanted);
  const proposals = list.data?.pages.flatMap((page) => page.data) ?? NONE;
  const released = useReleasedLoans(proposals);
  return { proposals, released, isReady: !list.isPending };
}
