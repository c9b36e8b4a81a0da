import { hoursAfter } from './durations.ts';
import type { MfiId } from './ids.ts';
import type { SignedIn } from './proposals.ts';
import { confirmRefusal, type ConfirmRefusal, type Entry, hasEnded, type Office } from './staff.ts';

/** A confirmed change is in force this long after: the old number and address have that time to object (R33.4). */
const PHONE_CHANGE_REST_HOURS = 24;
/** Payouts to the person rest for this long after it is in force. */
const PAYOUTS_REST_HOURS = 72;
/** The person whose phone is to be changed: the institutions that hold their money, and those they decide for. */
export type Holder = { readonly moneyAt: readonly MfiId[]; readonly staffOf: readonly MfiId[] };

/** A person without money at the institution is not there for its staff; the phone of staff is the operator's matter. */
export function phoneChangeRefusal(mfiId: MfiId, person: Holder): 'not_found' | 'not_permitted' | null {
  if (!person.moneyAt.includes(mfiId)) return 'not_found';
  return person.staffOf.length > 0 ? 'not_permitted' : null;
}

/**
 * The office by whose name the operator changes a phone: where the person is staff, else one that holds their money. Null
 * for a person of no office, whose account holds nothing that a new one would lack.
 */
export function officeOfChange({ staffOf, moneyAt }: Holder): MfiId | null {
  return staffOf[0] ?? moneyAt[0] ?? null;
}

/**
 * Null when this person may confirm the change: never the one who entered it, not even in an office of one (R34.3). An
 * entry that stays unconfirmed for 30 days is over.
 */
export function phoneChangeConfirmRefusal(
  viewer: SignedIn,
  entry: Entry,
  office: Office,
  now: Date,
): ConfirmRefusal | 'already_approved' | 'wrong_status' | null {
  if (viewer.id === entry.enteredBy) return 'second_person_needed';
  const refusal = confirmRefusal(viewer, entry, office);
  if (refusal !== null) return refusal;
  if (entry.approvedAt !== null) return 'already_approved';
  return hasEnded(entry, now) ? 'wrong_status' : null;
}

export function inForceAt(approvedAt: Date): Date {
  return hoursAfter(approvedAt, PHONE_CHANGE_REST_HOURS);
}

export function payoutsRestUntil(approvedAt: Date): Date {
  return hoursAfter(inForceAt(approvedAt), PAYOUTS_REST_HOURS);
}
