import type { MfiId, UserId } from './ids.ts';
import {
  type ConfirmRefusal,
  confirmLoanRefusal,
  confirmRefusal,
  type Entry,
  hasEnded,
  isManagerOf,
  type Office,
  officeWithout,
} from './staff.ts';
import type { SignedIn } from './proposals.ts';

/** A person who is to be stopped, as the rule sees them. */
export type Frozen = { readonly userId: UserId; readonly mfiIds: readonly MfiId[] };

/** A standing freeze. `userId` is the person it is about: the one who is stopped, or the owner of what is. */
export type Freeze = { readonly userId: UserId; readonly undo: Omit<Entry, 'approvedAt'> | null };

/** A manager stops others, but neither themselves nor the staff of another institution (R34.7). */
export function freezeRefusal(viewer: SignedIn, mfiId: MfiId, person: Frozen): 'not_permitted' | null {
  if (!isManagerOf(viewer, mfiId) || person.userId === viewer.id) return 'not_permitted';
  return person.mfiIds.some((id) => id !== mfiId) ? 'not_permitted' : null;
}

/** The entry of its undoing that still waits for a second person; it ends after 30 days (R34.3). */
export function standingUndo({ undo }: Freeze, now: Date): Entry | null {
  if (undo === null) return null;
  const entry = { ...undo, approvedAt: null };
  return hasEnded(entry, now) ? null : entry;
}

/**
 * A manager enters that a freeze be undone; the person it is about only where two others, a manager among them, are not there
 * to do it (R19.9, R34.3).
 */
export function enterUndoRefusal(
  viewer: SignedIn,
  mfiId: MfiId,
  freeze: Freeze,
  office: Office,
  now: Date,
): ConfirmRefusal | 'wrong_status' | null {
  if (!isManagerOf(viewer, mfiId)) return 'not_permitted';
  const others = officeWithout(office, [freeze.userId]).members;
  const areThere = others.length > 1 && others.some(({ role }) => role === 'manager');
  if (viewer.id === freeze.userId && areThere) return 'second_person_needed';
  return standingUndo(freeze, now) === null ? null : 'wrong_status';
}

/**
 * One enters that a freeze be undone, another confirms; an office of one may alone, but not for themselves (R34.3). The others do
 * not wait for the person it is about.
 */
export function undoFreezeRefusal(
  viewer: Pick<SignedIn, 'id'>,
  freeze: Freeze,
  office: Office,
  now: Date,
): ConfirmRefusal | 'wrong_status' | null {
  const entry = standingUndo(freeze, now);
  const enteredBy = entry?.enteredBy ?? viewer.id;
  const refusal =
    viewer.id === freeze.userId
      ? confirmRefusal(viewer, { enteredBy, userId: freeze.userId }, office)
      : confirmLoanRefusal(viewer, { enteredBy }, office, freeze.userId);
  if (refusal === 'not_permitted') return refusal;
  if (entry === null) return 'wrong_status';
  const isOwn = viewer.id === freeze.userId && viewer.id === entry.enteredBy;
  return isOwn ? 'second_person_needed' : refusal;
}
