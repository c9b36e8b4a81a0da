import type { ProposalSummary } from '../../../lib/wire.ts';
import { wholeTab } from './home-address.ts';
import { useProposalList } from './use-proposal-list.ts';
import { useLoanDetails } from './use-loan-details.ts';

const NONE: readonly ProposalSummary[] = [];

/**
 * The own loans in progress, independent of the list's filters, and the `details` that their next steps need.
 */
export function useOwnLoans(isWanted: boolean) {
  const list = useProposalList(wholeTab('borrow'), isWanted);
  const proposals = list.data?.pages.flatMap((page) => page.data) ?? NONE;
  const details = useLoanDetails(proposals);
  return { proposals, details, isReady: !list.isPending };
}
