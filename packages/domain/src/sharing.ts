import { cents, type Cents } from './money.ts';
import type { Claim, Share } from './repayments.ts';

/** A part of a claim that the house of the institution took over. */
export type TakenOver<Backer> = { readonly from: Backer; readonly to: Backer; readonly amountCents: Cents };
/** The life of a released loan, oldest first: sums that were paid back, and parts that were taken over. */
export type SharingEvent<Backer> = { readonly paidCents: Cents } | { readonly takenOver: TakenOver<Backer> };

export type Sharing<Backer> = {
  /** The sum that each is owed, and the sum that came back to them. */
  readonly claims: ReadonlyMap<Backer, Cents>;
  readonly came: ReadonlyMap<Backer, Cents>;
  readonly roundingCents: Cents;
};

/**
 * Shares a released loan by its history (R22.9). A claim is always the part of a backer in what is outstanding, rounded up, so
 * the sum that came back to each is rounded down and the rest waits in the rounding account; with payments alone this is R9.1. A
 * part that is taken over moves as much of the weight as carries it. Fractions stay exact: the weights are whole numbers over a
 * denominator that all of them share, and that falls out of every share.
 */
export function shareHistory<Backer>(
  weights: readonly Claim<Backer>[],
  events: readonly SharingEvent<Backer>[],
): Sharing<Backer> {
  const brought = new Map(weights.map(({ backer, backedCents }) => [backer, BigInt(backedCents)]));
  let carried = new Map(brought);
  let claims = new Map(brought);
  let outstanding = sumOf(brought);
  for (const event of events) {
    if ('paidCents' in event) {
      outstanding -= BigInt(event.paidCents);
    } else {
      const { from, to, amountCents } = event.takenOver;
      const moved = BigInt(amountCents);
      const whole = sumOf(carried);
      carried = new Map([...carried].map(([backer, weight]) => [backer, weight * outstanding]));
      const most = carried.get(from) ?? 0n;
      move(carried, from, to, moved * whole < most ? moved * whole : most);
      move(claims, from, to, moved);
      move(brought, from, to, moved);
    }
    const whole = sumOf(carried);
    claims = new Map(
      [...claims.keys()].map((backer) => [backer, up((carried.get(backer) ?? 0n) * outstanding, whole)]),
    );
  }
  const came = new Map([...brought].map(([backer, weight]) => [backer, weight - (claims.get(backer) ?? 0n)]));
  return { claims: inCents(claims), came: inCents(came), roundingCents: toCents(sumOf(claims) - outstanding) };
}

/** The sums that come to each by what happened between two states of a loan. */
export function sharesBetween<Backer>(before: Sharing<Backer>, after: Sharing<Backer>): Share<Backer>[] {
  return [...after.came].map(([backer, amount]) => ({
    backer,
    amountCents: cents(amount - (before.came.get(backer) ?? 0)),
  }));
}

function move<Backer>(amounts: Map<Backer, bigint>, from: Backer, to: Backer, amount: bigint): void {
  amounts.set(from, (amounts.get(from) ?? 0n) - amount);
  amounts.set(to, (amounts.get(to) ?? 0n) + amount);
}

function sumOf(amounts: ReadonlyMap<unknown, bigint>): bigint {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** The quotient, rounded up; 0 of nothing. */
function up(amount: bigint, of: bigint): bigint {
  return of === 0n ? 0n : (amount + of - 1n) / of;
}

function toCents(amount: bigint): Cents {
  return cents(Number(amount));
}

function inCents<Backer>(amounts: ReadonlyMap<Backer, bigint>): Map<Backer, Cents> {
  return new Map([...amounts].map(([backer, amount]) => [backer, toCents(amount)]));
}
