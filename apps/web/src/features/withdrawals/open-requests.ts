import type { HandStep } from '@sathi/domain/payouts.ts';
import { callList } from '../../lib/api.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';

export type Payout = DataOf<'listPayouts'>[number];

/** Money of a loan that its owner withdraws, or credit that a backer asked out. */
export const REQUEST_KINDS = {
  withdrawal: 'batches.kind.withdrawal',
  payout: 'batches.kind.payout',
} as const satisfies Record<Payout['kind'], StaffTextKey>;

/** The steps of staff outside of batches. */
export const HAND_WORDS = {
  sent: 'money.withdrawals.markSent',
  rejected: 'money.withdrawals.reject',
  failed: 'money.withdrawals.markFailed',
} as const satisfies Record<HandStep, StaffTextKey>;

/** The kinds count their numbers each by itself. */
export function keyOf({ kind, id }: Pick<Payout, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** The requests of a batch that are still to be sent, over as many pages as it takes. */
export async function openRequests(mfiId: string, batchId: string): Promise<Payout[]> {
  const requests: Payout[] = [];
  let cursor: string | undefined;
  do {
    const page = await callList('listPayouts', {
      query: { mfiId, state: 'requested', ...(cursor !== undefined && { cursor }) },
    });
    requests.push(...page.data.filter((one) => one.batchId === batchId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return requests;
}
