import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, isUndecided } from '../../lib/api.ts';
import type { Local } from '../../lib/local-amount.ts';
import type { Paid } from '../../lib/paid-how.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { readSession } from '../../lib/session.ts';
import { useMoneyWords } from '../../lib/use-send.ts';

export type Approvable = Paid & {
  /** A name of its own in its queue. */
  key: string;
  proposalId: string;
  title: string;
  amount: number;
  local: Local | null;
  /** Absent for a proposal. */
  paymentId?: string;
  /** The revision of a proposal as it was opened. */
  revision?: string;
};

export type ApprovalFailure = { item: Approvable; error: ApiError };
export type ApprovalOutcome = { approved: readonly Approvable[]; failures: readonly ApprovalFailure[] };

/**
 * The longest pause that is made. A queue is longer than the number that may be approved in a minute; a pause of more
 * than a minute is the end of a day's allowance.
 */
const PAUSE_SECONDS_MAX = 60;

/**
 * Approves one after the other, each under a key of its own, and pauses where the server asks for it. A failure stops none of the
 * others, and is told at the end. Without a network no approval goes out.
 */
export function useApproveMany(mfi: { id: string; name: string }) {
  const client = useQueryClient();
  /** A decision that may or may not have been made goes out again under the same key. */
  const undecided = useRef(new Map<string, string>());
  const { refuse, explain } = useMoneyWords();
  const approve = async (item: Approvable, asker: string | undefined): Promise<ApprovalFailure | null> => {
    // The decision is not theirs who signed in during a pause.
    const isAsker = readSession().user?.id === asker;
    const refused = isAsker ? refuse() : new ApiError({ status: 401, code: 'unexpected' });
    if (refused) return { item, error: refused };
    const idempotencyKey = undecided.current.get(item.key) ?? crypto.randomUUID();
    undecided.current.delete(item.key);
    try {
      await approveOne(mfi.id, item, idempotencyKey);
      return null;
    } catch (error) {
      const pauseSeconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null;
      if (pauseSeconds !== null && pauseSeconds <= PAUSE_SECONDS_MAX) {
        await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
        return approve(item, asker);
      }
      if (isUndecided(error)) undecided.current.set(item.key, idempotencyKey);
      const known = error instanceof ApiError ? error : new ApiError({ status: 0, code: 'unexpected' });
      return { item, error: explain(known) };
    }
  };
  return useMutation<ApprovalOutcome, ApiError, readonly Approvable[]>({
    mutationFn: async (items) => {
      const refused = refuse();
      if (refused) throw refused;
      const asker = readSession().user?.id;
      const failures: ApprovalFailure[] = [];
      for (const item of items) {
        // A weak connection is not divided, and the server takes them in turn.
        const failure = await approve(item, asker);
        if (failure) failures.push(failure);
      }
      const failed = new Set(failures.map(({ item }) => item));
      return { approved: items.filter((item) => !failed.has(item)), failures };
    },
    onSuccess: async (_, items) => {
      const stale = [
        ...items.map(({ proposalId }) => queryKeys.proposal(proposalId)),
        queryKeys.proposals,
        queryKeys.mfiQueues(mfi.name),
        queryKeys.mfiStats(mfi.name),
        queryKeys.mfiPortfolio(mfi.name),
      ];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

async function approveOne(
  mfiId: string,
  { proposalId, paymentId, revision }: Approvable,
  idempotencyKey: string,
): Promise<void> {
  const read = revision !== undefined && { revision };
  if (paymentId === undefined) {
    await call('approveProposal', { query: { mfiId, proposalId, ...read } }, { idempotencyKey });
  } else await call('approvePayment', { query: { proposalId, id: paymentId } }, { idempotencyKey });
}
