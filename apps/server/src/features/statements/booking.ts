import type { MfiId } from '@sathi/domain/ids.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { MatchTarget, Rates } from '@sathi/domain/statement-candidates.ts';
import type { Tx } from '../../db/db.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import type { Cause } from '../pay-ins/take-over.repository.ts';
import type { Desk } from './desk.repository.ts';
import type { LinePart } from './line-parts.repository.ts';
import type { OpenLine } from './lines.repository.ts';
import type { Effects } from './statement-answers.ts';

/** The desk at which lines of one account are booked, and the person who does. */
export type Booking = {
  readonly tx: Tx;
  readonly now: Date;
  readonly viewer: SignedIn;
  readonly requestHash: string;
  readonly mfiId: MfiId;
  readonly desk: Desk;
  readonly account: Pick<MoneyAccountRow, 'id' | 'kind' | 'currency'>;
  readonly rates: Rates;
};

/** A part of a line, which is on its way to a target; most lines are one. */
export type Portion = {
  readonly line: OpenLine;
  /** Signed as the line, in the currency of the account. */
  readonly amountMinor: number;
  readonly target: MatchTarget;
  /** The use, at trust, of money above what a loan still owes (R22.4). */
  readonly restAs?: 'returned' | 'own_money' | undefined;
};

export type BookedPortion = { readonly parts: readonly LinePart[]; readonly effects: Effects };

export const NO_EFFECTS: Effects = { amountCents: ZERO_CENTS, settled: [], toCreditCents: ZERO_CENTS };

/** Names the journals of one act; a line that was taken back and is booked again needs others. */
export function causeOfBooking({ viewer, requestHash, now }: Booking, key: string): Cause {
  return { actorId: viewer.id, idempotencyKey: key, requestHash, at: now };
}

export function arrivedBy({ account, rates }: Booking, { line, amountMinor }: Portion) {
  return { amount: amountMinor, valueOn: line.valueOn, currency: account.currency, rates };
}
