import { isFrozenFor, isStaffOf } from './permissions.ts';
import type { Proposal, SignedIn } from './proposals.ts';

export const WITHDRAWAL_METHODS = ['bank', 'mobile_wallet', 'cash_at_office'] as const;
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];

export const WITHDRAWAL_STATES = ['requested', 'sent', 'confirmed', 'rejected', 'failed', 'cancelled'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** The states of a withdrawal that bar another request (R4.2). */
export const OPEN_WITHDRAWAL_STATES = ['requested', 'sent', 'confirmed'] as const;

/** An owner who says nothing has received the money (R4.2). */
export const CONFIRM_AFTER_DAYS = 7;

type Stage = { readonly state: WithdrawalState; readonly sentAt: Date | null; readonly closedAt: Date | null };

/**
 * Whether a request still stands where a step took it at `at` (ISO 8601, UTC; any time when it is undefined). Its line may have been
 * undone, and the step taken again by another (R21.9): what was undone is no news.
 */
export function hasStayed(
  { state, sentAt, closedAt }: Stage,
  step: 'sent' | 'failed',
  at: string | undefined,
): boolean {
  const states: readonly WithdrawalState[] = step === 'sent' ? ['sent', 'confirmed'] : ['failed', 'rejected'];
  const takenAt = step === 'sent' ? sentAt : closedAt;
  return states.includes(state) && (at === undefined || takenAt?.toISOString() === at);
}

type Step = { readonly from: WithdrawalState; readonly by: 'owner' | 'staff' };

/** Each state that can be asked for, the one it follows, and who may ask (R4.2). */
export const WITHDRAWAL_STEPS = {
  sent: { from: 'requested', by: 'staff' },
  rejected: { from: 'requested', by: 'staff' },
  failed: { from: 'sent', by: 'staff' },
  confirmed: { from: 'sent', by: 'owner' },
  cancelled: { from: 'requested', by: 'owner' },
} as const satisfies Partial<Record<WithdrawalState, Step>>;
export type WithdrawalStep = keyof typeof WITHDRAWAL_STEPS;

export type WithdrawalRefusal = 'not_found' | 'not_permitted' | 'second_person_needed' | 'wrong_status' | 'frozen';

/**
 * Null when this person may move the withdrawal to `next`. For a person who is neither owner nor staff it does not
 * exist, at any step they ask for, existing or not.
 */
export function withdrawalRefusal(
  viewer: SignedIn,
  proposal: Pick<Proposal, 'ownerId' | 'mfiId' | 'frozenFor'>,
  current: WithdrawalState,
  next: WithdrawalStep | undefined,
): WithdrawalRefusal | null {
  const isOwner = viewer.id === proposal.ownerId;
  const isStaff = isStaffOf(viewer, proposal.mfiId);
  if (!isOwner && !isStaff) return 'not_found';
  if (next === undefined) return null;
  const step = WITHDRAWAL_STEPS[next];
  if (step.by === 'owner' ? !isOwner : !isStaff) return 'not_permitted';
  if (step.by === 'staff' && isOwner) return 'second_person_needed';
  if (current !== step.from) return 'wrong_status';
  return next === 'sent' && isFrozenFor(viewer, proposal) ? 'frozen' : null;
}
