import { plainNumber } from './digits.ts';
import { hoursAfter } from './durations.ts';
import type { UserId } from './ids.ts';
import type { SignedIn } from './proposals.ts';
import { confirmLoanRefusal, type ConfirmRefusal, type Entry, type Office } from './staff.ts';
import { normalForm } from './text.ts';
import type { WithdrawalMethod } from './withdrawals.ts';

/** A new destination rests this long before money is sent to it (R25.1). */
const REST_HOURS = 24;

/** Payouts that two people have resumed go on after this long (R25.1). */
export const RESUME_HOURS = 24;
/** How many account numbers one of an office may look at in an hour (R25.2). */
export const SHOWS_PER_HOUR = 30;

/**
 * Whether naming a destination asks for a fresh proof, and a new one rests: always in production, elsewhere where the
 * institution has chosen so (R25.1).
 */
export function provesPayouts({ isProduction, isChosen }: { isProduction: boolean; isChosen: boolean }): boolean {
  return isProduction || isChosen;
}

/**
 * The instant from which money may be sent to a destination that is named now. `since` is when its owner first named it, in
 * a request that stands or was sent; null for a new one, and for one that nobody was told of.
 */
export function payableFrom(now: Date, since: Date | null, rests: boolean): Date {
  const rested = hoursAfter(since ?? now, REST_HOURS);
  return rests && rested > now ? rested : now;
}

/**
 * The instant from which a request may be sent: after the rest of its destination, and after that of a person whose phone
 * staff have changed (R33.4).
 */
export function restsUntil(from: Date, payoutsRestUntil: Date | null): Date {
  return payoutsRestUntil !== null && payoutsRestUntil > from ? payoutsRestUntil : from;
}

/** Null when a request may be sent now, as far as its destination goes. `from` is null for requests from before there was a rest. */
export function restRefusal(from: Date | null, now: Date): 'cooling_off' | null {
  return from !== null && now < from ? 'cooling_off' : null;
}

/**
 * Four eyes over a person's payouts (R34.3): nobody ever resumes their own, in an office of one either, so the other members
 * do not wait for them (R19.9).
 */
export function resumeRefusal(
  viewer: SignedIn,
  personId: UserId,
  { enteredBy }: Pick<Entry, 'enteredBy'>,
  office: Office,
): ConfirmRefusal | null {
  if (viewer.id === personId) return 'second_person_needed';
  return confirmLoanRefusal(viewer, { enteredBy }, office, personId);
}

/** How many accounts a person keeps: each new one is told by every way. */
export const PAYOUT_ACCOUNTS_MAX = 10;

/** The instant from which money may be sent to an account that a person keeps (R25.1). */
export function accountUsableFrom(addedAt: Date): Date {
  return hoursAfter(addedAt, REST_HOURS);
}

/** An IBAN, in a number without what people write between its signs. */
export const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/**
 * The number as it is kept: its digits, without what people write between them. An IBAN keeps its letters, which belong to
 * it. Null without a digit.
 */
export function keptNumber(typed: string): string | null {
  const compact = plainNumber(normalForm(typed, 'NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '');
  const digits = compact.replaceAll(/\D/g, '');
  return IBAN.test(compact) ? compact : digits || null;
}

export type PayoutDestination = {
  readonly method: WithdrawalMethod;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string | null;
  readonly branch: string | null;
};

/** Whether money for the one would arrive at the other: case, spaces and punctuation make no difference. */
export function isSameDestination(one: PayoutDestination, other: PayoutDestination): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ method, accountName, accountNumber, bankName, branch }: PayoutDestination): string {
  return JSON.stringify([method, ...[accountName, accountNumber, bankName ?? '', branch ?? ''].map(folded)]);
}

/** A text without case, spaces and punctuation: people write one name and one number in many ways. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]/gu, '');
}

/** Staff look at these twice before they send: a destination that nobody used before, an account in another name. */
export const PAYOUT_WARNINGS = ['new_account', 'name_differs', 'several_people_one_account'] as const;
export type PayoutWarning = (typeof PAYOUT_WARNINGS)[number];

/**
 * `destinationSince` is null for requests from before that was written down; `ownerName` for a former member, whose name is
 * erased.
 */
export function payoutWarnings(
  request: { readonly accountName: string; readonly requestedAt: Date; readonly destinationSince: Date | null },
  ownerName: string | null,
): PayoutWarning[] {
  const { accountName, requestedAt, destinationSince } = request;
  const isNew = destinationSince === null || destinationSince >= requestedAt;
  return [
    ...(isNew ? (['new_account'] as const) : []),
    ...(ownerName === null || wordsOf(accountName) === wordsOf(ownerName) ? [] : (['name_differs'] as const)),
  ];
}

type OwnRequest = Pick<PayoutDestination, 'method' | 'accountNumber' | 'bankName'> & {
  readonly id: number;
  readonly ownerId: UserId;
};

/** The requests whose account another person's request names too. */
export function sharedAccounts(requests: readonly OwnRequest[]): ReadonlySet<number> {
  const byAccount = Map.groupBy(requests, ({ method, accountNumber }) =>
    JSON.stringify([method, folded(accountNumber)]),
  );
  const shared = [...byAccount.values()].filter((those) => new Set(those.map(({ ownerId }) => ownerId)).size > 1);
  return new Set(shared.flat().map(({ id }) => id));
}

/** The same words in any order are the same name. */
function wordsOf(name: string): string {
  return name
    .split(/[\s.,-]+/u)
    .map(folded)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
