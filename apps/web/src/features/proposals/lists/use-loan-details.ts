import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { ProposalDetails, ProposalSummary } from '../../../lib/wire.ts';
import { needsDetails } from './next-step.ts';

const LOANS_ASKED = 5;

export type LoanDetails = {
  readonly isReady: boolean;
  readonly details: ReadonlyMap<string, ProposalDetails>;
};

/**
 * Instalments and awaited money are on the page of a loan, so the pages of the few that need them are asked for. `isReady`
 * once each has an answer or failed. One question for all of them: watching several at once is a part of the library that
 * no other page needs.
 */
export function useLoanDetails(proposals: readonly ProposalSummary[]): LoanDetails {
  const client = useQueryClient();
  // Those to pay back come before those that wait.
  const asked = proposals.filter(needsDetails).sort((a, b) => b.status - a.status);
  const ids = asked.slice(0, LOANS_ASKED).map(({ id }) => id);
  const { data, isPending } = useQuery({
    queryKey: queryKeys.loanDetails(ids),
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
