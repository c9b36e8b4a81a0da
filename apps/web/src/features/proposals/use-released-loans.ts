import { useQueries } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ProposalDetails, ProposalSummary } from '../../lib/wire.ts';

const LOANS_ASKED = 5;

/** Instalments are on the page of a loan, so the few released ones are asked for. `isReady` once each has an answer or failed. */
export function useReleasedLoans(proposals: readonly ProposalSummary[]): {
  isReady: boolean;
  details: ReadonlyMap<string, ProposalDetails>;
} {
  const released = proposals.filter((proposal) => proposal.status === 5).slice(0, LOANS_ASKED);
  const pages = useQueries({
    queries: released.map(({ id }) => ({
      queryKey: queryKeys.proposal(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => call('findProposal', { query: { id } }, { signal }),
    })),
  });
  return {
    isReady: pages.every(({ isPending }) => !isPending),
    details: new Map(pages.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  };
}
