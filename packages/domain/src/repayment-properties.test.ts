import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar-date.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';
import { shareRepayment } from './test/share-repayment.ts';

/** Printed with every test name, so that a failure can be had again: `PROPERTY_SEED=… npx vitest run --project unit`. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const LOANS = 20_000;
const AMOUNT_CENTS_MAX = 10_000_000_000;

type Loan = { readonly backedCents: readonly number[]; readonly paymentsCents: readonly number[] };

/** Backings from one cent to millions, and payments that cut their sum anywhere. */
const backing = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1_00, max: 500_00 }),
  fc.integer({ min: 1, max: Math.floor(AMOUNT_CENTS_MAX / 12) }),
);
const loan: fc.Arbitrary<Loan> = fc.array(backing, { minLength: 1, maxLength: 12 }).chain((backedCents) => {
  const whole = backedCents.reduce((sum, amount) => sum + amount, 0);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole }), { maxLength: 12 });
  return cuts.map((inner) => {
    const ends = [...new Set([...inner, whole])].sort((a, b) => a - b);
    return { backedCents, paymentsCents: ends.map((end, index) => end - (ends[index - 1] ?? 0)) };
  });
});

const claimsOf = (backedCents: readonly number[]) =>
  backedCents.map((amount, backer) => ({ backer, backedCents: cents(amount) }));

describe('R9.4: the vector of the rules', () => {
  const claims = claimsOf([2500, 5000, 2499]);
  test.each([
    { before: 0, payment: 833, credits: [208, 416, 208], balance: 1 },
    { before: 833, payment: 833, credits: [208, 417, 208], balance: 1 },
    { before: 1666, payment: 833, credits: [208, 416, 208], balance: 2 },
    { before: 2499, payment: 7500, credits: [1876, 3751, 1875], balance: 0 },
  ])('$payment after $before gives $credits', ({ before, payment, credits }) => {
    const { shares } = shareRepayment(claims, cents(before), cents(payment));
    expect(shares.map((share) => share.amountCents)).toEqual(credits);
    expect(shares.map((share) => share.backer)).toEqual([0, 1, 2]);
  });

  test('the rounding account holds 1, 1, 2 and 0', () => {
    let balance = 0;
    const balances = [833, 833, 833, 7500].map((payment, index) => {
      balance += shareRepayment(claims, cents(index * 833), cents(payment)).roundingCents;
      return balance;
    });
    expect(balances).toEqual([1, 1, 2, 0]);
  });

  test('R9.1: amounts whose product exceeds an exact number are still shared to the cent', () => {
    const half = AMOUNT_CENTS_MAX / 2;
    const { shares, roundingCents } = shareRepayment(
      claimsOf([half - 1, half + 1]),
      cents(0),
      cents(AMOUNT_CENTS_MAX - 1),
    );
    // (10^10 − 1)(5·10^9 ∓ 1) / 10^10, rounded down by hand
    expect(shares.map((share) => share.amountCents)).toEqual([4_999_999_998, 5_000_000_000]);
    expect(roundingCents).toBe(1);
  });
});

// A thrown error within a property says the same as an expectation, at a hundredth of the time.
test(`R9.3: sharing holds its promises on ${LOANS} random loans (seed ${SEED})`, { timeout: 60_000 }, () => {
  const promises = fc.property(loan, ({ backedCents, paymentsCents }) => {
    const claims = claimsOf(backedCents);
    const credited = backedCents.map(() => 0);
    let paid = 0;
    let rounding = 0;
    for (const payment of paymentsCents) {
      const { shares, roundingCents } = shareRepayment(claims, cents(paid), cents(payment));
      paid += payment;
      rounding += roundingCents;
      for (const { backer, amountCents } of shares) {
        if (amountCents < 0) throw new Error(`a credit of ${amountCents}`);
        credited[backer] = (credited[backer] ?? 0) + amountCents;
      }
      const sum = credited.reduce((total, amount) => total + amount, 0);
      if (sum + rounding !== paid) throw new Error(`${sum} credited and ${rounding} left of ${paid}`);
      if (rounding < 0 || rounding > backedCents.length - 1) throw new Error(`${rounding} cents of rounding`);
    }
    if (rounding !== 0) throw new Error(`${rounding} cents of rounding at the end`);
    if (credited.some((sum, backer) => sum !== backedCents[backer])) throw new Error(`${credited.join()} credited`);
  });
  expect(() => fc.assert(promises, { numRuns: LOANS, seed: SEED })).not.toThrow();
});

test(`R8.1, R8.2: every schedule adds up and goes forward (seed ${SEED})`, () => {
  const terms = fc.record({
    amount: fc.integer({ min: 1_00, max: AMOUNT_CENTS_MAX }),
    months: fc.integer({ min: 1, max: 60 }),
    day: fc.integer({ min: 0, max: 3650 }),
    firstDueAfterMonths: fc.constantFrom(1, 2),
  });
  const promises = fc.property(terms, ({ amount, months, day, firstDueAfterMonths }) => {
    const startOn = addDays('2023-01-01', day);
    const schedule = repaymentSchedule({ amountCents: cents(amount), months, startOn, firstDueAfterMonths });
    const amounts = schedule.map((instalment) => instalment.amountCents as number);
    const dates = schedule.map((instalment) => instalment.dueOn);

    const [first = 0] = amounts;
    const last = amounts.at(-1) ?? 0;
    if (amounts.length !== months) throw new Error(`${amounts.length} instalments`);
    const sum = amounts.reduce((total, each) => total + each, 0);
    if (sum !== amount) throw new Error(`instalments of ${sum} together`);
    if (amounts.slice(0, -1).some((each) => each !== first)) throw new Error(`unequal instalments: ${amounts.join()}`);
    if (last < first || last - first >= months) throw new Error(`${last} after instalments of ${first}`);

    for (const [index, date] of dates.entries()) {
      const days = index === 0 ? 28 : daysBetween(dates[index - 1] ?? date, date);
      if (days < 28 || days > 31) throw new Error(`${days} days until ${date}`);
      // No due date is later in its month than the day the loan began, and only a short month makes it earlier.
      const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number];
      const lastOfMonth = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
      if (dayOfMonth !== Math.min(Number(startOn.slice(8)), lastOfMonth)) throw new Error(`${date} since ${startOn}`);
    }
  });
  expect(() => fc.assert(promises, { numRuns: 2000, seed: SEED })).not.toThrow();
});
