import { type Cents, cents, centsOfDollars } from '@sathi/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ProposalSummary } from '../../lib/wire.ts';

const REFRESH_MS = 15_000;

/** What is still to be backed, kept fresh while somebody decides. It only ever shrinks, so the smallest figure heard is true. */
export function useRemaining(proposal: ProposalSummary): {
  remainingCents: Cents;
  /** A refusal told a newer figure, in dollars. */
  heard: (remainingDollars: number) => void;
} {
  const [told, setTold] = useState(Number.POSITIVE_INFINITY);
  const latest = useQuery({
    queryKey: queryKeys.proposal(proposal.id),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposal.id } }, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const shown = centsOfDollars(proposal.remainingAmount);
  const fresh = latest.data ? centsOfDollars(latest.data.remainingAmount) : shown;
  return {
    remainingCents: cents(Math.min(shown, fresh, told)),
    heard: (remainingDollars) => setTold(centsOfDollars(remainingDollars)),
  };
}
