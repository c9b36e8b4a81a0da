import { queryKeys } from '../../lib/query-keys.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

/** The cached answers that a step towards undoing a release makes stale. */
export function staleAfterUndoing({ id, mfiName }: ProposalDetails) {
  return [queryKeys.proposal(id), queryKeys.mfiQueues(mfiName)];
}
