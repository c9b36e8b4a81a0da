import { isStaffOf } from './permissions.ts';
import type { Proposal, SignedIn } from './proposals.ts';

export const WITHDRAWAL_METHODS = ['bank', 'mobile_wallet', 'cash_at_office'] as const;
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];

export const WITHDRAWAL_STATES = ['requested', 'sent', 'confirmed', 'rejected', 'failed'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** While one of these stands, no other may be asked for (R4.2). */
export const OPEN_WITHDRAWAL_STATES = ['requested', 'sent', 'confirmed'] as const;

/** An owner who says nothing has received the money (R4.2). */
export const CONFIRM_AFTER_DAYS = 7;

type Step = { readonly from: WithdrawalState; readonly by: 'owner' | 'staff' };

/** Each state that can be asked for, the one it follows, and who may ask (R4.2). */
export const WITHDRAWAL_STEPS = {
  sent: { from: 'requested', by: 'staff' },
  rejected: { from: 'requested', by: 'staff' },
  failed: { from: 'sent', by: 'staff' },
  confirmed: { from: 'sent', by: 'owner' },
} as const satisfies Partial<Record<WithdrawalState, Step>>;
export type WithdrawalStep = keyof typeof WITHDRAWAL_STEPS;

export type WithdrawalRefusal = 'not_found' | 'not_permitted' | 'wrong_status';

/** Null when this person may move the withdrawal to `next`. Whoever is neither owner nor staff does not know it exists. */
export function withdrawalRefusal(
  viewer: SignedIn,
  proposal: Pick<Proposal, 'ownerId' | 'mfiId'>,
  current: WithdrawalState,
  next: WithdrawalStep,
): WithdrawalRefusal | null {
  const isOwner = viewer.id === proposal.ownerId;
  const isStaff = isStaffOf(viewer, proposal.mfiId);
  if (!isOwner && !isStaff) return 'not_found';
  const step = WITHDRAWAL_STEPS[next];
  if (step.by === 'owner' ? !isOwner : !isStaff || isOwner) return 'not_permitted';
  return current === step.from ? null : 'wrong_status';
}
