import { backingHindrance } from '@sathi/domain/investments.ts';
import { useMfi } from './use-mfi.ts';
import type { ProposalSummary } from './wire.ts';

type Hindrance = ReturnType<typeof backingHindrance>;

/** Stands against a backing of this open loan whoever asks, as the server will judge; a freeze is not told to strangers. */
export function useBackingHindrance(proposal: ProposalSummary | undefined): Hindrance {
  const { data: mfi } = useMfi(proposal?.mfiName);
  return proposal ? hindranceNow(proposal, mfi?.approveBeforeBacking ?? false) : null;
}

function hindranceNow(
  { fundingDeadline: end, isMFIApproved: isMfiApproved }: ProposalSummary,
  approveBeforeBacking: boolean,
): Hindrance {
  const fundingDeadline = end === null ? null : new Date(end);
  return backingHindrance({ fundingDeadline, approveBeforeBacking, isMfiApproved }, new Date());
}
