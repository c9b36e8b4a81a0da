import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cents } from './money.ts';
import { shareHistory, sharesBetween, type SharingEvent } from './sharing.ts';

/** Printed with each test's name, so that a failure can be had again: `PROPERTY_SEED=… npx vitest run --project unit`. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** The number of loans for each property; the long runs take more, and tell how much happened. */
const LOANS = Number(process.env['LOANS'] ?? 2000);
const LIMIT_MS = 600_000;
const HOUSE = -1;
const happened = { events: 0 };
afterAll(() => {
  if (process.env['PROOF'] !== undefined) console.log(`figures: ${happened.events} events`);
});

const weightsOf = (amounts: readonly number[]) =>
  amounts.map((amount, backer) => ({ backer, backedCents: cents(amount) }));
const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1_000_000_000 }));
const backed = fc.array(amount, { minLength: 1, maxLength: 8 });
/** A payment, or who is taken over, each with the share of what is there in thousandths. */
const steps = fc.array(
  fc.record({ isPayment: fc.boolean(), who: fc.nat(7), part: fc.integer({ min: 1, max: 1000 }) }),
  { maxLength: 12 },
);

test(`payments alone are shared as they always were (R9.1, seed ${SEED})`, { timeout: LIMIT_MS }, () => {
  fc.assert(
    fc.property(backed, fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 1000 }), (amounts, first, next) => {
      const weights = weightsOf(amounts);
      const whole = amounts.reduce((sum, one) => sum + one, 0);
      const paid = Math.floor((whole * first) / 1000);
      const payment = Math.max(1, Math.floor(((whole - paid) * next) / 1000));
      const before = shareHistory(weights, [{ paidCents: cents(paid) }]);
      const after = shareHistory(weights, [{ paidCents: cents(paid) }, { paidCents: cents(payment) }]);
      const part = (of: number, backed: number) => (BigInt(of) * BigInt(backed)) / BigInt(whole);
      const shares = amounts.map((one) => Number(part(paid + payment, one) - part(paid, one)));
      expect(sharesBetween(before, after).map(({ amountCents }) => amountCents)).toEqual(shares);
      const shared = shares.reduce((sum, share) => sum + share, 0);
      expect(after.roundingCents - before.roundingCents).toBe(payment - shared);
    }),
    { seed: SEED, numRuns: LOANS },
  );
});

test(`a loan with parts taken over keeps its sums: no share is negative, nobody gets more than they brought (R22.9, seed ${SEED})`, {
  timeout: LIMIT_MS,
}, () => {
  fc.assert(
    fc.property(backed, steps, (amounts, ways) => {
      const weights = weightsOf(amounts);
      const whole = amounts.reduce((sum, one) => sum + one, 0);
      const events: SharingEvent<number>[] = [];
      let outstanding = whole;
      let state = shareHistory(weights, events);
      for (const { isPayment, who, part } of ways) {
        const claim = state.claims.get(who % amounts.length) ?? 0;
        if (isPayment && outstanding > 0) {
          const paid = Math.max(1, Math.floor((outstanding * part) / 1000));
          outstanding -= paid;
          events.push({ paidCents: cents(paid) });
        } else if (!isPayment && claim > 0) {
          const taken = Math.max(1, Math.floor((claim * part) / 1000));
          events.push({ takenOver: { from: who % amounts.length, to: HOUSE, amountCents: cents(taken) } });
        }
        happened.events += 1;
        const next = shareHistory(weights, events);
        for (const share of sharesBetween(state, next)) expect(share.amountCents).toBeGreaterThanOrEqual(0);
        const claims = [...next.claims.values()].reduce((sum, one) => sum + one, 0);
        expect(claims).toBe(outstanding + next.roundingCents);
        expect(next.roundingCents).toBeGreaterThanOrEqual(0);
        expect(next.roundingCents).toBeLessThanOrEqual(
          Math.max(0, [...next.claims.values()].filter((one) => one > 0).length - 1),
        );
        state = next;
      }
      const last = shareHistory(weights, [...events, { paidCents: cents(outstanding) }]);
      expect([...last.claims.values()].every((one) => one === 0)).toBe(true);
      expect([...last.came.values()].reduce((sum, one) => sum + one, 0)).toBe(whole);
    }),
    { seed: SEED, numRuns: LOANS },
  );
});

/** Payments, forgivings and one write-off in any order, each with the share of what is there in thousandths. */
const ends = fc.array(
  fc.record({
    what: fc.constantFrom('payment', 'forgiving', 'write-off'),
    who: fc.nat(7),
    part: fc.integer({ min: 1, max: 999 }),
  }),
  { maxLength: 12 },
);

test(`a loan with claims given up, a write-off and recoveries keeps its sums, and its backers end with what they did not give up (R22.9, R24.9, seed ${SEED})`, {
  timeout: LIMIT_MS,
}, () => {
  fc.assert(
    fc.property(backed, ends, (amounts, ways) => {
      const weights = weightsOf(amounts);
      const events: SharingEvent<number>[] = [];
      const brought = [...amounts];
      let outstanding = amounts.reduce((sum, one) => sum + one, 0);
      let isWrittenOff = false;
      let state = shareHistory(weights, events);
      for (const { what, who, part } of ways) {
        const backer = who % amounts.length;
        const claim = state.claims.get(backer) ?? 0;
        if (what === 'payment' && outstanding > 0) {
          const paid = Math.max(1, Math.floor((outstanding * part) / 1000));
          outstanding -= paid;
          events.push({ paidCents: cents(paid) });
        } else if (what === 'forgiving' && !isWrittenOff && claim > 0 && claim <= outstanding) {
          outstanding -= claim;
          brought[backer] = (brought[backer] ?? 0) - claim;
          events.push({ forgiven: { by: backer, amountCents: cents(claim) } });
        } else if (what === 'write-off' && !isWrittenOff) {
          isWrittenOff = true;
          events.push({ isWrittenOff });
        }
        const next = shareHistory(weights, events);
        for (const share of sharesBetween(state, next)) expect(share.amountCents).toBeGreaterThanOrEqual(0);
        const claims = [...next.claims.values()].reduce((sum, one) => sum + one, 0);
        expect(claims).toBe(outstanding + next.roundingCents);
        expect(next.roundingCents).toBeGreaterThanOrEqual(0);
        expect(next.roundingCents).toBeLessThan(amounts.length);
        happened.events += 1;
        if (events.at(-1) !== undefined && 'isWrittenOff' in events.at(-1)!) expect(next.roundingCents).toBe(0);
        state = next;
      }
      const last = shareHistory(weights, [...events, { paidCents: cents(outstanding) }]);
      expect([...last.claims.values()].every((one) => one === 0)).toBe(true);
      expect([...last.came.values()]).toEqual(brought);
    }),
    { seed: SEED, numRuns: LOANS },
  );
});

/** All events of the money of a loan, in any order; new plans and defaults move none. */
const lives = fc.array(
  fc.record({
    what: fc.constantFrom('payment', 'reversal', 'takeover', 'forgiving', 'write-off'),
    who: fc.nat(7),
    part: fc.integer({ min: 1, max: 1000 }),
  }),
  { maxLength: 16 },
);

test(`a loan adds up after any payments, reversals, takeovers, claims given up, write-off and recoveries, and each ends with what they brought (R22.8, R22.9, R24.9, seed ${SEED})`, {
  timeout: LIMIT_MS,
}, () => {
  fc.assert(
    fc.property(backed, lives, (amounts, ways) => {
      const weights = weightsOf(amounts);
      const book = createBook(amounts);
      for (const { what, who, part } of ways) {
        const state = shareHistory(weights, book.events);
        happened.events += 1;
        book.happen({ what, backer: who % amounts.length, part, state });
        const { claims, came, roundingCents } = shareHistory(weights, book.events);
        const owed = [...claims.values()].reduce((sum, one) => sum + one, 0);
        expect(owed).toBe(book.outstanding + roundingCents);
        expect(roundingCents).toBeGreaterThanOrEqual(0);
        expect(roundingCents).toBeLessThan(amounts.length + 1);
        for (const sum of [...claims.values(), ...came.values()]) expect(sum).toBeGreaterThanOrEqual(0);
      }
      const last = shareHistory(weights, [...book.events, { paidCents: cents(book.outstanding) }]);
      expect([...last.claims.values()].every((one) => one === 0)).toBe(true);
      expect(Object.fromEntries(last.came)).toEqual(Object.fromEntries(book.brought));
    }),
    { seed: SEED, numRuns: LOANS },
  );
});

/** The sums of a loan, and who brought how much, kept beside the sharing by additions alone. */
function createBook(amounts: readonly number[]) {
  const events: SharingEvent<number>[] = [];
  const brought = new Map(amounts.map((sum, backer) => [backer, sum]));
  const book = { events, brought, outstanding: amounts.reduce((sum, one) => sum + one, 0), happen };
  const add = (backer: number, sum: number) => brought.set(backer, (brought.get(backer) ?? 0) + sum);

  type Step = { what: string; backer: number; part: number; state: ReturnType<typeof shareHistory<number>> };
  function happen({ what, backer, part, state }: Step): void {
    const claim = state.claims.get(backer) ?? 0;
    const isWrittenOff = events.some((event) => 'isWrittenOff' in event);
    if (what === 'payment' && book.outstanding > 0) {
      const paid = Math.max(1, Math.floor((book.outstanding * part) / 1000));
      book.outstanding -= paid;
      events.push({ paidCents: cents(paid) });
    } else if (what === 'reversal') {
      const paid = events.filter((event) => 'paidCents' in event);
      const reversed = paid[part % Math.max(1, paid.length)];
      if (reversed === undefined) return;
      book.outstanding += reversed.paidCents;
      events.splice(events.indexOf(reversed), 1);
    } else if (what === 'takeover' && claim > 0 && !isWrittenOff) {
      const amountCents = cents(Math.max(1, Math.floor((claim * part) / 1000)));
      events.push({ takenOver: { from: backer, to: HOUSE, amountCents } });
      add(backer, 0 - amountCents);
      add(HOUSE, amountCents);
    } else if (what === 'forgiving' && claim > 0 && claim <= book.outstanding && !isWrittenOff) {
      book.outstanding -= claim;
      events.push({ forgiven: { by: backer, amountCents: cents(claim) } });
      add(backer, 0 - claim);
    } else if (what === 'write-off' && !isWrittenOff) {
      events.push({ isWrittenOff: true });
    }
  }
  return book;
}
