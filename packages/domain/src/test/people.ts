import type { MfiId, ProposalId, UserId } from '../ids.ts';
import { cents } from '../money.ts';
import type { Proposal, SignedIn, Viewer } from '../proposals.ts';

const ROI = 3 as MfiId;
const FATEN = 2 as MfiId;

/** One person for each relation to a proposal of ROI. To the rules a backer is any other signed-in person. */
export const PEOPLE = {
  visitor: null,
  stranger: { id: 20 as UserId, mfiIds: [] },
  backer: { id: 21 as UserId, mfiIds: [] },
  owner: { id: 10 as UserId, mfiIds: [] },
  staff: { id: 3 as UserId, mfiIds: [ROI] },
  otherStaff: { id: 2 as UserId, mfiIds: [FATEN] },
  ownerStaff: { id: 10 as UserId, mfiIds: [FATEN, ROI] },
} as const satisfies Record<string, Viewer>;
export type Person = keyof typeof PEOPLE;

export const { owner, stranger, staff, otherStaff, ownerStaff } = PEOPLE satisfies Record<string, SignedIn | null>;

/** One hundred dollars asked for, nothing backed. */
export function proposalWith(change: Partial<Proposal> = {}): Proposal {
  return {
    id: 169 as ProposalId,
    ownerId: owner.id,
    mfiId: ROI,
    status: 'published',
    isMfiApproved: false,
    amountCents: cents(100_00),
    backedCents: cents(0),
    fundedCents: cents(0),
    repaidCents: cents(0),
    forgivenCents: cents(0),
    pendingCents: cents(0),
    fundingDeadline: new Date('2026-06-30T17:59:59.999Z'),
    approveBeforeBacking: false,
    ...change,
  };
}
