import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { Minor } from './local-money.ts';
import { cents } from './money.ts';
import { expectedAfterForgiving, expectedShares, loanLateness, portfolioOf, type RunningLoan } from './portfolio.ts';
import { repaymentSchedule } from './repayments.ts';

const TODAY = '2026-06-30' as CalendarDate;
const day = (text: string) => text as CalendarDate;
const dollars = (amount: number) => [{ amount: amount as Minor, currency: 'USD' }];

/** $100 over four months of $25, the first due on `firstDue`. */
function loanWith(firstDue: string, repaid = 0, over: Partial<RunningLoan> = {}): RunningLoan {
  const instalments = [0, 1, 2, 3].map((month) => {
    const date = new Date(`${firstDue}T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + month);
    return { number: month + 1, dueOn: day(date.toISOString().slice(0, 10)), amountCents: cents(2500) };
  });
  const sums = { fundedCents: cents(10_000), repaidCents: cents(repaid), forgivenCents: cents(0) };
  return { instalments, ...sums, today: TODAY, graceDays: 3, ...over };
}

describe('R10.7: how late a loan is', () => {
  test.each<[string, number, number, string | null]>([
    ['2026-07-10', 0, 0, null],
    ['2026-06-27', 0, 0, null],
    ['2026-06-26', 0, 4, '1-30'],
    ['2026-05-31', 0, 30, '1-30'],
    ['2026-05-30', 0, 31, '31-60'],
    ['2026-05-01', 0, 60, '31-60'],
    ['2026-04-30', 0, 61, '61-90'],
    ['2026-04-01', 0, 90, '61-90'],
    ['2026-03-28', 0, 94, '>90'],
    ['2026-04-30', 2500, 31, '31-60'],
    ['2026-04-30', 2499, 61, '61-90'],
  ])('first due %s with %i cents repaid is %i days late: %s', (firstDue, repaid, daysLate, bucket) => {
    expect(loanLateness(loanWith(firstDue, repaid))).toEqual({ daysLate, bucket });
  });

  test('grace is the institution’s', () => {
    expect(loanLateness(loanWith('2026-06-26', 0, { graceDays: 4 })).daysLate).toBe(0);
  });
});

describe('R11.4: the figures of a portfolio', () => {
  test('no outstanding amount gives no rate', () => {
    const nothing = { loansCount: 0, outstandingCents: 0, par30: null };
    expect(portfolioOf([])).toMatchObject(nothing);
    expect(portfolioOf([loanWith('2026-01-10', 10_000)])).toMatchObject(nothing);
  });

  test('the outstanding amount is split by bucket, with the part over 30 days late', () => {
    const portfolio = portfolioOf([
      loanWith('2026-07-10'),
      loanWith('2026-06-10', 0),
      loanWith('2026-05-30', 2000),
      loanWith('2026-03-01', 7500),
      loanWith('2026-01-01', 10_000),
    ]);
    expect(portfolio.loansCount).toBe(4);
    expect(portfolio.outstandingCents).toBe(10_000 + 10_000 + 8000 + 2500);
    expect(portfolio.buckets).toEqual([
      { bucket: '1-30', loansCount: 2, outstandingCents: 12_500, sums: dollars(12_500) },
      { bucket: '31-60', loansCount: 1, outstandingCents: 8000, sums: dollars(8000) },
      { bucket: '61-90', loansCount: 0, outstandingCents: 0, sums: [] },
      { bucket: '>90', loansCount: 0, outstandingCents: 0, sums: [] },
    ]);
    expect(portfolio.par30).toBeCloseTo(8000 / 30_500, 12);
  });

  test('loans that come as one count by their number', () => {
    const alike = Array.from({ length: 3 }, () => loanWith('2026-05-30', 2000));
    const together = { ...loanWith('2026-05-30'), fundedCents: cents(24_000), loansCount: 3 };
    expect(portfolioOf([loanWith('2026-07-10'), together])).toEqual(portfolioOf([loanWith('2026-07-10'), ...alike]));
  });

  test('a loan in local money is owed in it, beside the dollars of others (R23.7)', () => {
    const localOutstanding = { amount: 918_500 as Minor, currency: 'BDT' } as const;
    const { outstandingCents, sums, buckets } = portfolioOf([
      loanWith('2026-07-10', 0),
      loanWith('2026-06-10', 0, { localOutstanding }),
    ]);
    expect(outstandingCents).toBe(20_000);
    expect(sums).toEqual([localOutstanding, ...dollars(10_000)]);
    expect(buckets[0]).toMatchObject({ bucket: '1-30', sums: [localOutstanding] });
  });
});

describe("R9.1: a backer's expected shares, month by month", () => {
  test('the vector of the rules: instalments 833, 833, 833, 7500 of 9999 for 2500, 5000 and 2499', () => {
    const instalments = [833, 833, 833, 7500].map((amount, index) => ({
      number: index + 1,
      dueOn: day(`2026-0${index + 1}-28`),
      amountCents: cents(amount),
    }));
    const of = (backed: number) =>
      expectedShares({ instalments, fundedCents: cents(9999) }, cents(backed)).map(({ amountCents }) => amountCents);
    expect([of(2500), of(5000), of(2499)]).toEqual([
      [208, 208, 208, 1876],
      [416, 417, 416, 3751],
      [208, 208, 208, 1875],
    ]);
  });

  test('R30.1: a backer who gave a claim up expects no more, and the others all of the rest', () => {
    // A loan of 100.00 runs for four months, and b gives up 36.00 of it after 10.00 were paid back.
    const instalments = [2500, 2500, 1400].map((amount, index) => ({
      number: index + 1,
      dueOn: day(`2026-0${index + 1}-28`),
      amountCents: cents(amount),
    }));
    const weights = [
      { backer: 'a', backedCents: cents(6000) },
      { backer: 'b', backedCents: cents(4000) },
    ];
    const forgivings = [{ by: 'b', amountCents: cents(3600), repaidCents: cents(1000) }];
    const of = (backer: string) =>
      expectedAfterForgiving({ instalments, weights, forgivings }, backer).map(({ amountCents }) => amountCents);
    expect(of('a')).toEqual([2100, 2500, 1400]);
    expect(of('b')).toEqual([400, 0, 0]);
  });

  test('the shares add up to exactly the backed amount', () => {
    const instalments = repaymentSchedule({
      amountCents: cents(10_007),
      months: 7,
      startOn: day('2026-01-31'),
      firstDueAfterMonths: 1,
    });
    const shares = expectedShares({ instalments, fundedCents: cents(10_007) }, cents(3333));
    expect(shares.reduce((sum, share) => sum + share.amountCents, 0)).toBe(3333);
  });
});
