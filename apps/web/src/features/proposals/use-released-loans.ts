import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import type { ProposalDetails, ProposalSummary } from '../../lib/wire.ts';

const LOANS_ASKED = 5;

export type ReleasedLoans = {
  readonly isReady: boolean;
  readonly details: ReadonlyMap<string, ProposalDetails>;
};

/**
 * Instalments are on the page of a loan, so the few released ones are asked for. `isReady` once each has an answer or
 * failed. One question for all of them: watching several at once is a part of the library that no other page needs.
 */
export function useReleasedLoans(proposals: readonly ProposalSummary[]): ReleasedLoans {
  const client = useQueryClient();
  const released = proposals.filter((proposal) => statusOf(proposal) === 'funded').slice(0, LOANS_ASKED);
  const ids = released.map(({ id }) => id);
  const { data, isPending } = useQuery({
    queryKey: queryKeys.releasedLoans(ids),
    queryFn: async () => {
      const answers = await Promise.allSettled(
        ids.map((id) =>
          client.fetchQuery({
            queryKey: queryKeys.proposal(id),
            queryFn: ({ signal }) => call('findProposal', { query: { id } }, { signal }),
          }),
        ),
      );
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    enabled: ids.length > 0,
  });
  return {
    isReady: ids.length === 0 || !isPending,
    details: new Map((data ?? []).map((loan) => [loan.id, loan])),
  };
}
