import type { CalendarDate } from './calendar-date.ts';
import type { UserId } from './ids.ts';
import type { Minor } from './local-money.ts';
import { filledBy } from './local-plan.ts';
import { cents, type Cents } from './money.ts';
import type { SignedIn } from './proposals.ts';
import type { Instalment } from './repayments.ts';
import { type Office, secondEyesRefusal } from './staff.ts';

/** A village, a market, a street: where an officer collects, in code points. */
export const AREA_LENGTH_MAX = 120;

/**
 * The open parts of a loan's instalments that a collection sheet names (R22.5): those whose day is over, and those that fall due
 * from today until the day of the sheet. Approved payments fill the oldest first (R8.3).
 */
export function dueOnSheet(
  instalments: readonly Instalment[],
  repaidCents: Cents,
  { today, until }: { readonly today: CalendarDate; readonly until: CalendarDate },
): { readonly dueCents: Cents; readonly overdueCents: Cents } {
  const from = until < today ? until : today;
  let [paid, due, overdue] = [Number(repaidCents), 0, 0];
  for (const { dueOn, amountCents } of instalments) {
    const open = amountCents - Math.min(paid, amountCents);
    paid = Math.max(0, paid - amountCents);
    if (dueOn < from) overdue += open;
    else if (dueOn <= until) due += open;
  }
  return { dueCents: cents(due), overdueCents: cents(overdue) };
}

export type LocalDue = { readonly dueOn: CalendarDate; readonly local: Minor };

/** The local money that a loan with its own rate asks for until a day, whatever the rate is today (R22.5, R23.4). */
export function localOnSheet(plan: readonly LocalDue[], approvedLocal: Minor, until: CalendarDate): Minor {
  const filled = filledBy(plan, approvedLocal);
  return plan.reduce(
    (sum, { dueOn, local }, index) => (dueOn <= until ? sum + local - (filled[index] ?? 0) : sum),
    0,
  ) as Minor;
}

export const TILL_STATES = ['open', 'closed', 'received'] as const;
export type TillState = (typeof TILL_STATES)[number];
/** Cash that was taken; cash that was refused and is still in the hand; cash that was handed back (R22.5). */
export const TILL_ENTRY_STATES = ['taken', 'refused', 'returned'] as const;
export type TillEntryState = (typeof TILL_ENTRY_STATES)[number];
/** The most entries in one call. */
export const TILL_ENTRIES_MAX = 200;
/** Ten billion of any currency: more than anybody carries, and so little that what an office holds stays exact when added up. */
export const CASH_MINOR_MAX = 10_000_000_000_00 as Minor;
/** A device numbers its receipts from 1 to this. */
export const RECEIPT_NUMBER_MAX = 99_999;

/** The number of a receipt as it is written on paper: `DCBS-2041-017` (R22.7). */
export function tillReceiptNumber(mfiName: string, till: number, number: number): string {
  return `${mfiName}-${till}-${String(number).padStart(3, '0')}`;
}

/** The cash that an officer has to hand over: what they were given, and what they took (R22.6). */
export function expectedInTill(floatMinor: Minor, takenMinor: readonly Minor[]): Minor {
  return takenMinor.reduce<number>((sum, minor) => sum + minor, floatMinor) as Minor;
}

/** The receipt numbers that are missing below the highest one (R22.6). */
export function missingNumbers(numbers: readonly number[]): number[] {
  const known = new Set(numbers);
  return Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter((each) => !known.has(each));
}

type Till = { readonly officerId: UserId; readonly state: TillState; readonly closedBy: UserId | null };

/** Officers close their own till unless refused cash is still in their hand; a manager closes one that was left alone (R22.5, R22.6). */
export function closeTillRefusal(
  viewer: Pick<SignedIn, 'id'>,
  till: Till,
  { isManager, hasRefused }: { readonly isManager: boolean; readonly hasRefused: boolean },
): 'not_permitted' | 'wrong_status' | null {
  const isOwn = viewer.id === till.officerId;
  if (!isOwn && !isManager) return 'not_permitted';
  return till.state !== 'open' || (isOwn && hasRefused) ? 'wrong_status' : null;
}

/** Cash that its closed till did not get goes into a later one, under the receipt that its officer gave (R22.5). */
export function lateCashRefusal(
  viewer: Pick<SignedIn, 'id'>,
  numberedBy: Pick<Till, 'officerId' | 'state'>,
): 'not_permitted' | 'wrong_status' | null {
  if (viewer.id !== numberedBy.officerId) return 'not_permitted';
  return numberedBy.state === 'open' ? 'wrong_status' : null;
}

/**
 * Null when this person may receive a till: another than the one who collected its cash and the one who closed it; what
 * is left of a received till, another than its receiver (R19.8, R22.6).
 */
export function receiveTillRefusal(
  viewer: SignedIn,
  till: Till,
  office: Office,
  hasLeft: boolean,
): 'second_person_needed' | 'wrong_status' | null {
  const firsts = [till.officerId, till.closedBy];
  if (firsts.some((first) => secondEyesRefusal(viewer, first, office) !== null)) return 'second_person_needed';
  return till.state === 'closed' || (till.state === 'received' && hasLeft) ? null : 'wrong_status';
}
