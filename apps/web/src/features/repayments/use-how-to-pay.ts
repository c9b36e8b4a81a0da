import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';

export type HowToPayChannel = DataOf<'findHowToPay'>['channels'][number];

/** The ways to pay a running loan, for its owner and the staff; nothing until the loan has a reference. */
export function useHowToPay(proposal: Pick<ProposalDetails, 'id' | 'status' | 'loanReference'> | undefined) {
  const id = proposal?.id ?? '';
  return useQuery({
    queryKey: queryKeys.howToPay(id),
    queryFn: ({ signal }) => call('findHowToPay', { query: { proposalId: id } }, { signal }),
    enabled: proposal !== undefined && statusOf(proposal) === 'funded' && proposal.loanReference !== null,
  }).data;
}
