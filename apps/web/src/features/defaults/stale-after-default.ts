import { queryKeys } from '../../lib/query-keys.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

/** The cached answers that a decision about a default makes stale. */
export function staleAfterDefault({ id, mfiName }: ProposalDetails) {
  return [queryKeys.loanDefault(id), queryKeys.proposal(id), queryKeys.mfiQueues(mfiName)];
}
