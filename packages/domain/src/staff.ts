import { daysAfter } from './durations.ts';
import type { MfiId, UserId } from './ids.ts';
import type { SignedIn } from './proposals.ts';

/** Roles within an institution; a manager may all that an officer may (R34.4). */
export const STAFF_ROLES = ['officer', 'manager'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** An entry that no second person confirms ends after this many days (R34.3). */
export const ENTRY_DAYS = 30;
/** An invitation that its person does not follow ends after this many days (R34.4). */
const INVITATION_DAYS = 7;
/** A person who was removed counts as a member for this many days, so that removing the other leaves nobody alone. */
const REMOVED_COUNTS_DAYS = 7;

/** A note of staff about a person, in code points. */
export const PERSON_NOTE_LENGTH_MAX = 500;
/** The longest note to the owner of a proposal that is returned. */
export const RETURN_NOTE_LENGTH_MAX = 1000;

export type StaffMember = { readonly userId: UserId; readonly role: StaffRole };

/** The people who decide in an institution. `removedLately` counts those who left within `REMOVED_COUNTS_DAYS`. */
export type Office = { readonly members: readonly StaffMember[]; readonly removedLately: number };

/** A decision that waits for another person. */
export type Entry = { readonly enteredBy: UserId; readonly enteredAt: Date; readonly approvedAt: Date | null };

export function isManagerOf(viewer: SignedIn, mfiId: MfiId): boolean {
  return viewer.managerOf?.includes(mfiId) ?? false;
}

/** An entry ends unconfirmed after 30 days; an invitation ends 7 days after it was confirmed. */
export function endOf({ enteredAt, approvedAt }: Pick<Entry, 'enteredAt' | 'approvedAt'>): Date {
  return approvedAt === null ? daysAfter(enteredAt, ENTRY_DAYS) : daysAfter(approvedAt, INVITATION_DAYS);
}

export function hasEnded(entry: Pick<Entry, 'enteredAt' | 'approvedAt'>, now: Date): boolean {
  return now >= endOf(entry);
}

/** The beginning of the time in which a removal still counts. */
export function removedSince(now: Date): Date {
  return daysAfter(now, -REMOVED_COUNTS_DAYS);
}

/** An entry with the member of the office whom it is about. */
type About = Pick<Entry, 'enteredBy'> & { readonly userId?: UserId | null };

export type ConfirmRefusal = 'not_permitted' | 'second_person_needed';

/**
 * Four eyes (R34.3): a manager other than the person who entered it confirms; where no other manager is there, any other
 * member, and the person it is about only where nobody else is left. In an office of one the same person may, which is
 * marked (R19.8).
 */
export function confirmRefusal(
  viewer: Pick<SignedIn, 'id'>,
  { enteredBy, userId: about = null }: About,
  office: Office,
): ConfirmRefusal | null {
  const own = office.members.find(({ userId }) => userId === viewer.id);
  if (own === undefined) return 'not_permitted';
  if (viewer.id === enteredBy) return isAlone(office) ? null : 'second_person_needed';
  const hasThird = office.members.some(({ userId }) => userId !== enteredBy && userId !== about);
  if (viewer.id === about && hasThird) return 'second_person_needed';
  const hasOtherManager = office.members.some(
    ({ userId, role }) => userId !== enteredBy && userId !== about && role === 'manager',
  );
  return own.role === 'manager' || !hasOtherManager ? null : 'not_permitted';
}

/** The others who may be the second person. */
export function confirmersOf(entry: About, office: Office): UserId[] {
  const others = office.members.map(({ userId }) => userId).filter((userId) => userId !== entry.enteredBy);
  return others.filter((id) => confirmRefusal({ id }, entry, office) === null);
}

/** The office without the people whose own matter it is: they never decide it (R19.9), so no other member waits for them. */
export function officeWithout({ members, removedLately }: Office, own: readonly UserId[]): Office {
  return { members: members.filter(({ userId }) => !own.includes(userId)), removedLately };
}

/**
 * Null when this person may do the second of two acts that one person may not both do; a single member may, which is
 * marked (R2.6, R19.8). `first` did the earlier of the two acts.
 */
export function secondEyesRefusal(
  viewer: Pick<SignedIn, 'id'>,
  first: UserId | null,
  office: Office,
): 'second_person_needed' | null {
  return viewer.id === first && !isAlone(office) ? 'second_person_needed' : null;
}

/**
 * As {@link confirmRefusal}, over the loan or the money of a person who may be of the office: they decide nothing of it
 * (R19.9), so the other members do not wait for them. That leaves no member alone: the one who entered it confirms it
 * only where they are the whole office.
 */
export function confirmLoanRefusal(
  viewer: Pick<SignedIn, 'id'>,
  entry: Pick<Entry, 'enteredBy'>,
  office: Office,
  ownerId: UserId,
): ConfirmRefusal | null {
  return (
    secondEyesRefusal(viewer, entry.enteredBy, office) ??
    confirmRefusal(viewer, entry, officeWithout(office, [ownerId]))
  );
}

/** One person is the whole office, and nobody left it lately. */
export function isAlone({ members, removedLately }: Office): boolean {
  return members.length === 1 && removedLately === 0;
}

/** An institution keeps a manager: the last one is neither removed nor made an officer (R34.4). */
export function lossRefusal(userId: UserId, { members }: Office): 'last_manager' | null {
  const managers = members.filter(({ role }) => role === 'manager');
  return managers.length === 1 && managers[0]?.userId === userId ? 'last_manager' : null;
}
