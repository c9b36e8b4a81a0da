import type { MfiId } from '@sathi/domain/ids.ts';
import {
  isStaffOf,
  ownMfi,
  type ProposalAction,
  type ProposalRefusal,
  proposalRefusal,
} from '@sathi/domain/permissions.ts';
import { isVisible, type Proposal, type SignedIn } from '@sathi/domain/proposals.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import { RefusalError } from '../errors/refusal-error.ts';

/** The institution that a member of staff names, else their first. @throws RefusalError `not_permitted` */
export function mfiOfStaff(viewer: SignedIn, named: MfiId | undefined): MfiId {
  const own = ownMfi(viewer, named);
  if (own === null) throw new RefusalError('not_permitted');
  return own;
}

/** The same for a manager there. @throws RefusalError `not_permitted` */
export function mfiOfManager(viewer: SignedIn, named: MfiId | undefined): MfiId {
  const own = mfiOfStaff(viewer, named);
  if (!isManagerOf(viewer, own)) throw new RefusalError('not_permitted');
  return own;
}

type OverProposal = {
  readonly viewer: SignedIn;
  readonly proposal: Proposal;
  readonly asked: { readonly mfiId?: MfiId | undefined };
};

/** The institution that staff act for is the proposal’s own (R2.1, security trap T2); strangers learn nothing of it. */
export function staffRefusal(
  action: ProposalAction,
  { viewer, proposal, asked }: OverProposal,
): ProposalRefusal | null {
  const refusal = proposalRefusal(action, viewer, proposal);
  return isOther(asked, proposal) && refusal !== 'not_found' ? 'not_permitted' : refusal;
}

/** Staff of the proposal’s institution alone read on, and never its owner. @throws RefusalError `not_found`, `not_permitted` */
export function refuseOthersThanStaff({ viewer, proposal, asked }: OverProposal): void {
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  const isStaff = isStaffOf(viewer, proposal.mfiId) && viewer.id !== proposal.ownerId;
  if (!isStaff || isOther(asked, proposal)) throw new RefusalError('not_permitted');
}

function isOther({ mfiId }: OverProposal['asked'], proposal: Proposal): boolean {
  return mfiId !== undefined && mfiId !== proposal.mfiId;
}
