import { cents, type Cents } from './money.ts';
import type { Claim, Share } from './repayments.ts';

/** A part of a claim that the house of the institution took over. */
export type TakenOver<Backer> = { readonly from: Backer; readonly to: Backer; readonly amountCents: Cents };
/** A backer gave up all that they were owed then. */
export type Forgiven<Backer> = { readonly by: Backer; readonly amountCents: Cents };
/** The life of a released loan, oldest first: sums paid back, parts taken over, claims given up, and the write-off. */
export type SharingEvent<Backer> =
  | { readonly paidCents: Cents }
  | { readonly takenOver: TakenOver<Backer> }
  | { readonly forgiven: Forgiven<Backer> }
  | { readonly isWrittenOff: true };

export type Sharing<Backer> = {
  /** The sum that each is owed, which is lost since the write-off, and the sum that came back to them. */
  readonly claims: ReadonlyMap<Backer, Cents>;
  readonly came: ReadonlyMap<Backer, Cents>;
  readonly roundingCents: Cents;
};

type State<Backer> = {
  /** The part of each, less what they gave up: it came back to them, or is owed. */
  readonly brought: Map<Backer, bigint>;
  /** Weights, over a denominator that all of them share. */
  carried: Map<Backer, bigint>;
  claims: Map<Backer, bigint>;
  outstanding: bigint;
};

/**
 * Shares a released loan by its history (R22.9). A claim is always the part of a backer in what is outstanding, rounded up, so
 * the sum that came back to each is rounded down and the rest waits in the rounding account; with payments alone this is R9.1. A
 * part that is taken over moves as much of the weight as carries it, and one that is given up ends it. Fractions stay exact: the
 * weights are whole numbers over a denominator that all of them share, and that falls out of every share. `weights` stand in the
 * order of the first backing of each.
 */
export function shareHistory<Backer>(
  weights: readonly Claim<Backer>[],
  events: readonly SharingEvent<Backer>[],
): Sharing<Backer> {
  const brought = new Map(weights.map(({ backer, backedCents }) => [backer, BigInt(backedCents)]));
  const state = { brought, carried: new Map(brought), claims: new Map(brought), outstanding: sumOf(brought) };
  for (const event of events) {
    happen(state, event);
    const whole = sumOf(state.carried);
    state.claims = new Map(
      [...state.claims.keys()].map((backer) => [
        backer,
        up((state.carried.get(backer) ?? 0n) * state.outstanding, whole),
      ]),
    );
  }
  const { claims, outstanding } = state;
  const came = new Map([...brought].map(([backer, weight]) => [backer, weight - (claims.get(backer) ?? 0n)]));
  return { claims: inCents(claims), came: inCents(came), roundingCents: toCents(sumOf(claims) - outstanding) };
}

/** The event itself; the claims follow from what it leaves. */
function happen<Backer>(state: State<Backer>, event: SharingEvent<Backer>): void {
  if ('paidCents' in event) {
    state.outstanding -= BigInt(event.paidCents);
  } else if ('takenOver' in event) {
    const { from, to, amountCents } = event.takenOver;
    const moved = BigInt(amountCents);
    const weight = weightOf(state, from, moved);
    move(state.carried, from, to, weight);
    move(state.claims, from, to, moved);
    move(state.brought, from, to, moved);
  } else if ('forgiven' in event) {
    const { by, amountCents } = event.forgiven;
    const given = BigInt(amountCents);
    const weight = weightOf(state, by, given);
    add(state.carried, by, -weight);
    add(state.brought, by, -given);
    state.outstanding -= given;
  } else {
    state.carried = writtenOff(state);
  }
}

/** The weight that carries so much of a claim, at most all of it; the weights get the denominator that it needs. */
function weightOf<Backer>(state: State<Backer>, backer: Backer, amount: bigint): bigint {
  const whole = sumOf(state.carried);
  state.carried = new Map([...state.carried].map(([each, weight]) => [each, weight * state.outstanding]));
  const most = state.carried.get(backer) ?? 0n;
  return amount * whole < most ? amount * whole : most;
}

/**
 * The cents of the rounding account are paid, one each, to those whose share was rounded the most, of equals to whom stands first
 * (R9.5). What is left to each is the weight from then on.
 */
function writtenOff<Backer>({ carried, claims, outstanding }: State<Backer>): Map<Backer, bigint> {
  const whole = sumOf(carried);
  const roundedBy = (backer: Backer) => (claims.get(backer) ?? 0n) * whole - (carried.get(backer) ?? 0n) * outstanding;
  const cents = Number(sumOf(claims) - outstanding);
  const paid = [...claims.keys()].toSorted((one, other) => compare(roundedBy(other), roundedBy(one))).slice(0, cents);
  return new Map([...claims].map(([backer, claim]) => [backer, paid.includes(backer) ? claim - 1n : claim]));
}

/** The sums that come to each by what happened between two states of a loan. */
export function sharesBetween<Backer>(before: Sharing<Backer>, after: Sharing<Backer>): Share<Backer>[] {
  return [...after.came].map(([backer, amount]) => ({
    backer,
    amountCents: cents(amount - (before.came.get(backer) ?? 0)),
  }));
}

function move<Backer>(amounts: Map<Backer, bigint>, from: Backer, to: Backer, amount: bigint): void {
  add(amounts, from, -amount);
  add(amounts, to, amount);
}

function add<Backer>(amounts: Map<Backer, bigint>, to: Backer, amount: bigint): void {
  amounts.set(to, (amounts.get(to) ?? 0n) + amount);
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
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
