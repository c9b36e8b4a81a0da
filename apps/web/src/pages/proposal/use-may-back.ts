import { isOpen } from '@sathi/domain/proposals.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useBackingHindrance } from '../../lib/use-backing-hindrance.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

/** Whether this reader may back the loan now; refused while it is open, they read why, as far as it is known. */
export function useMayBack(proposal: ProposalDetails, user: SessionUser | null) {
  const why = useBackingHindrance(proposal);
  const takesBackings = isOpen(statusOf(proposal));
  const canBack = user ? proposal.allowedActions.includes('invest') : takesBackings && why === null;
  return { canBack, isRefused: takesBackings && !canBack, why };
}
