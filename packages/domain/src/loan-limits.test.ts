import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from './calendar-date.ts';
import type { ProposalId } from './ids.ts';
import { areLimitsInOrder, type LoanLimits, loanLimitRefusal, ownLimitOf, pausingLoanOf } from './loan-limits.ts';
import { cents, type Cents } from './money.ts';
import type { LoanOfPerson } from './track-record.ts';

const NO_LIMITS: LoanLimits = { minimumCents: null, maximumCents: null, firstLoanCents: null, growthPercent: null };
const DUE = '2026-03-01' as CalendarDate;
const LATER = '2026-04-01' as CalendarDate;

type Kind = 'on time' | 'too late' | 'late now' | 'running';

/** One instalment, due on 1 March without grace. */
function loan(dollars: number, kind: Kind): LoanOfPerson {
  const amountCents = cents(dollars * 100);
  const isRepaid = kind === 'on time' || kind === 'too late';
  return {
    proposalId: 1 as ProposalId,
    fundedCents: amountCents,
    repaidCents: isRepaid ? amountCents : cents(0),
    forgivenCents: cents(0),
    today: kind === 'running' ? DUE : LATER,
    graceDays: 0,
    instalments: [{ number: 1, dueOn: DUE, amountCents }],
    planChange: null,
    isDefaulted: false,
    payments: isRepaid ? [{ on: kind === 'on time' ? DUE : LATER, amountCents }] : [],
  };
}

/** $10 to $1,000, $200 at first, then half as much again as was repaid. */
const LIMITS: LoanLimits = {
  minimumCents: cents(10_00),
  maximumCents: cents(1000_00),
  firstLoanCents: cents(200_00),
  growthPercent: 150,
};

const limitIn = (limits: LoanLimits, ...loans: readonly LoanOfPerson[]) => {
  const { maximumCents, reason } = ownLimitOf(limits, loans);
  return [maximumCents === null ? null : maximumCents / 100, reason];
};

test.each<[string, readonly [number, Kind][], number, string]>([
  ['nobody yet', [], 200, 'first_loan'],
  ['a loan that runs', [[200, 'running']], 200, 'first_loan'],
  ['a loan repaid on time', [[200, 'on time']], 300, 'history'],
  ['a small loan repaid on time', [[40, 'on time']], 200, 'history'],
  [
    'a small loan after a large one',
    [
      [300, 'on time'],
      [20, 'on time'],
    ],
    450,
    'history',
  ],
  ['a loan repaid too late', [[200, 'too late']], 200, 'history'],
  [
    'one repaid on time and one too late',
    [
      [300, 'on time'],
      [400, 'too late'],
    ],
    450,
    'history',
  ],
  [
    'one repaid on time and one late now',
    [
      [300, 'on time'],
      [100, 'late now'],
    ],
    300,
    'history',
  ],
  ['so much that the institution lends no more', [[900, 'on time']], 1000, 'maximum'],
])('a borrower with %s may ask for the amount that this has earned', (_, loans, dollars, reason) => {
  expect(limitIn(LIMITS, ...loans.map(([amount, kind]) => loan(amount, kind)))).toEqual([dollars, reason]);
});

test('an institution without limits sets none, and each of them stands alone', () => {
  expect(ownLimitOf(NO_LIMITS, [loan(5, 'late now')])).toEqual({
    minimumCents: null,
    maximumCents: null,
    reason: null,
  });
  expect(limitIn({ ...NO_LIMITS, maximumCents: cents(500_00) })).toEqual([500, 'maximum']);
  expect(limitIn({ ...NO_LIMITS, firstLoanCents: cents(50_00) })).toEqual([50, 'first_loan']);
  expect(limitIn({ ...NO_LIMITS, firstLoanCents: cents(50_00) }, loan(50, 'on time'))).toEqual([null, null]);
  expect(ownLimitOf({ ...NO_LIMITS, minimumCents: cents(5_00) }, []).minimumCents).toBe(5_00);
});

test('an amount is refused outside the bounds, and not at them', () => {
  const own = ownLimitOf(LIMITS, []);
  const refused = [9_99, 10_00, 200_00, 200_01].map((amount) => loanLimitRefusal(cents(amount), own));
  expect(refused).toEqual(['amount_below_limit', null, null, 'amount_above_limit']);
  expect(loanLimitRefusal(cents(99_999_999_00), ownLimitOf(NO_LIMITS, []))).toBeNull();
});

test('limits are in order from the smallest loan over the first to the largest', () => {
  const of = (minimum: number | null, first: number | null, maximum: number | null) =>
    areLimitsInOrder({
      minimumCents: minimum as Cents | null,
      firstLoanCents: first as Cents | null,
      maximumCents: maximum as Cents | null,
      growthPercent: null,
    });
  expect([of(1, 2, 3), of(2, 2, 2), of(null, null, null), of(1, null, 2), of(null, 5, null)]).not.toContain(false);
  expect([of(3, 2, null), of(null, 3, 2), of(3, null, 2)]).not.toContain(true);
});

describe('for all limits and loans', () => {
  const amount = fc.integer({ min: 1, max: 2000 });
  const limits = fc
    .record({
      bounds: fc.tuple(amount, amount, amount).map((three) => three.toSorted((a, b) => a - b)),
      growthPercent: fc.option(fc.integer({ min: 100, max: 500 })),
      hasMaximum: fc.boolean(),
    })
    .map(
      ({ bounds: [minimum, first, maximum], growthPercent, hasMaximum }): LoanLimits => ({
        minimumCents: cents((minimum as number) * 100),
        firstLoanCents: cents((first as number) * 100),
        maximumCents: hasMaximum ? cents((maximum as number) * 100) : null,
        growthPercent,
      }),
    );
  const kind = fc.constantFrom<Kind>('on time', 'too late', 'late now', 'running');
  const loans = fc.array(
    fc.tuple(amount, kind).map(([dollars, of]) => loan(dollars, of)),
    { maxLength: 5 },
  );
  const most = (of: LoanLimits, own: readonly LoanOfPerson[]) =>
    ownLimitOf(of, own).maximumCents ?? Number.POSITIVE_INFINITY;

  test('a limit is at least a first loan and at most what the institution lends', () => {
    fc.assert(
      fc.property(limits, loans, (of, own) => {
        expect(most(of, own)).toBeGreaterThanOrEqual(of.firstLoanCents as Cents);
        expect(most(of, own)).toBeLessThanOrEqual(of.maximumCents ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  test('one more loan repaid on time never lowers a limit, and one more that is late never raises it', () => {
    fc.assert(
      fc.property(limits, loans, amount, (of, own, dollars) => {
        expect(most(of, [...own, loan(dollars, 'on time')])).toBeGreaterThanOrEqual(most(of, own));
        expect(most(of, [...own, loan(dollars, 'late now')])).toBeLessThanOrEqual(most(of, own));
        expect(most(of, [...own, loan(dollars, 'too late')])).toBe(most(of, own));
      }),
    );
  });
});

test.each([
  [[30, 'running'], null],
  [[31, 'running'], 31],
  [[31, 'repaid'], null],
  [[31, 'running', 90, 'running'], 90],
] as const)('R10.10: of loans so many days late %j the one that pauses lending is %s days late', (loans, daysLate) => {
  const owned = loans.flatMap((days, index) =>
    typeof days === 'number'
      ? [{ ...loan(100, loans[index + 1] === 'repaid' ? 'too late' : 'late now'), today: addDays(DUE, days) }]
      : [],
  );
  expect(pausingLoanOf(owned)?.daysLate ?? null).toBe(daysLate);
});
