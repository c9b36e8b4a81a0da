import { statusOf } from '../../lib/proposal-status.ts';
import type { SessionUser } from '../../lib/session.ts';
import type { ProposalSummary } from '../../lib/wire.ts';

/** Decides what stands first on the page. A member of staff who borrows is an owner here. */
export type Reader = 'visitor' | 'member' | 'owner' | 'staff';

export function readerOf({ userId, mfiId }: ProposalSummary, user: SessionUser | null): Reader {
  if (user === null) return 'visitor';
  if (user.id === userId) return 'owner';
  return user.userMfis.some((own) => own.mfiId === mfiId) ? 'staff' : 'member';
}

/** Whether the reader sees how the money of a loan moves; while false, the plan is all that they see of it. */
export function seesMoneyMove(proposal: ProposalSummary, reader: Reader): boolean {
  const status = statusOf(proposal);
  const isParty = reader === 'owner' || reader === 'staff';
  return status !== 'drafted' && status !== 'published' && (isParty || proposal.isBackedByUser);
}
