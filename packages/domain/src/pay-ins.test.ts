import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { InvestmentId, ProposalId } from './ids.ts';
import { cents } from './money.ts';
import {
  awaitingRefusal,
  deadlineAfterLapse,
  decideBounce,
  decideUndo,
  hasLapsed,
  mayTell,
  movedCreditCents,
  payByOf,
  reopenedPayBy,
  settle,
} from './pay-ins.ts';

const day = (text: string) => text as CalendarDate;
const backing = (proposal: number, investment: number, unpaid: number, payBy: string | null) => ({
  proposalId: proposal as ProposalId,
  investmentId: investment as InvestmentId,
  unpaidCents: cents(unpaid),
  payBy: payBy as CalendarDate | null,
});
const ZONE = { lapseGraceDays: 3, timeZone: 'Asia/Dhaka' };

describe('a sum pays the earliest day first, then the proposal, then the backing (R20.6)', () => {
  const unpaid = [
    backing(2, 9, 100, '2026-11-29'),
    backing(2, 7, 100, '2026-11-29'),
    backing(1, 8, 100, '2026-11-29'),
    backing(3, 1, 100, '2026-11-28'),
    backing(1, 2, 0, '2026-11-01'),
  ];
  test.each([
    { amount: 50, pays: [[1, 50]], rest: 0 },
    {
      amount: 250,
      pays: [
        [1, 100],
        [8, 100],
        [7, 50],
      ],
      rest: 0,
    },
    {
      amount: 401,
      pays: [
        [1, 100],
        [8, 100],
        [7, 100],
        [9, 100],
      ],
      rest: 1,
    },
    { amount: 0, pays: [], rest: 0 },
  ])('$amount', ({ amount, pays, rest }) => {
    const { parts, restCents } = settle(unpaid, cents(amount));
    expect(parts.map(({ of, amountCents }) => [of.investmentId, amountCents])).toEqual(pays);
    expect(restCents).toBe(rest);
  });
});

test('the last day is so many days from today (R20.2)', () => {
  expect(payByOf(day('2026-11-22'), 7)).toBe('2026-11-29');
});

test('a payer tells once in thirty days (R20.2)', () => {
  expect(mayTell(null, day('2026-11-30'))).toBe(true);
  expect(mayTell(day('2026-11-01'), day('2026-11-30'))).toBe(false);
  expect(mayTell(day('2026-10-31'), day('2026-11-30'))).toBe(true);
});

test('a backing lapses after the last second of its grace, at the place of the institution (R20.3)', () => {
  const lapsesAt = Date.parse('2026-12-02T18:00:00.000Z');
  expect(hasLapsed(day('2026-11-29'), ZONE, new Date(lapsesAt - 1))).toBe(false);
  expect(hasLapsed(day('2026-11-29'), ZONE, new Date(lapsesAt))).toBe(true);
  expect(hasLapsed(day('2026-12-02'), { ...ZONE, lapseGraceDays: 0 }, new Date(lapsesAt))).toBe(true);
});

describe('a proposal that lost a backing is open for a week at least, once (R20.4)', () => {
  const after = (deadline: string, wasMoved = false) =>
    deadlineAfterLapse({ deadline: new Date(deadline), wasMoved, today: day('2026-12-03'), timeZone: 'Asia/Dhaka' });
  test('less than a week left is made a week', () => {
    expect(after('2026-12-05T17:59:59.999Z')?.toISOString()).toBe('2026-12-10T17:59:59.999Z');
  });
  test('a later deadline stays', () => expect(after('2026-12-10T17:59:59.999Z')).toBe(null));
  test('a deadline moves once', () => expect(after('2026-12-05T17:59:59.999Z', true)).toBe(null));
});

describe('an institution awaits so much of a person, and nothing after two lapses in ninety days (R20.10)', () => {
  const today = day('2026-12-01');
  test.each([
    { lapsed: [], unpaid: 400_00, toPay: 100_00, refusal: null },
    { lapsed: [], unpaid: 400_00, toPay: 100_01, refusal: 'amount_above_unpaid_limit' },
    { lapsed: [], unpaid: 600_00, toPay: 0, refusal: null },
    { lapsed: ['2026-11-20'], unpaid: 0, toPay: 1_00, refusal: null },
    { lapsed: ['2026-11-20', '2026-11-20'], unpaid: 0, toPay: 1_00, refusal: null },
    { lapsed: ['2026-11-20', '2026-09-02'], unpaid: 0, toPay: 1_00, refusal: 'pay_first' },
    { lapsed: ['2026-11-20', '2026-09-01'], unpaid: 0, toPay: 1_00, refusal: null },
    { lapsed: ['2026-11-20', '2026-09-02'], unpaid: 0, toPay: 0, refusal: null },
  ])('$toPay beside $unpaid after lapses on $lapsed', ({ lapsed, unpaid, toPay, refusal }) => {
    const owes = { unpaidCents: cents(unpaid), lapsedOn: lapsed as CalendarDate[] };
    expect(awaitingRefusal(cents(toPay), owes, { unpaidLimitCents: cents(500_00), today })).toBe(refusal);
  });
});

describe('a bounce is covered in turn (R20.8)', () => {
  const open = (proposal: number, investment: number, payBy: string | null, sums: [number, number, number]) => ({
    ...backing(proposal, investment, sums[1], payBy),
    amountCents: cents(sums[0]),
    fromCreditCents: cents(sums[2]),
  });
  const bounce = (amount: number, credit: number) => {
    const decided = decideBounce({
      amountCents: cents(amount),
      creditCents: cents(credit),
      backings: [
        open(1, 1, null, [300, 0, 100]),
        open(2, 2, '2026-11-28', [500, 200, 100]),
        open(3, 3, '2026-11-29', [400, 0, 400]),
      ],
      loans: [
        { proposalId: 7 as ProposalId, claimCents: cents(50) },
        { proposalId: 8 as ProposalId, claimCents: cents(70) },
      ],
    });
    return {
      credit: decided.fromCreditCents,
      reopened: decided.reopened.map(({ of, amountCents }) => [of.investmentId, amountCents]),
      takenOver: decided.takenOver.map(({ of, amountCents }) => [of.proposalId, amountCents]),
      below: decided.belowZeroCents,
    };
  };
  test('credit alone covers a bounce that it is enough for', () => {
    expect(bounce(90, 100)).toEqual({ credit: 90, reopened: [], takenOver: [], below: 0 });
  });
  test('then by what was paid in on open backings, the latest day first; what came from credit stays', () => {
    expect(bounce(350, 100)).toEqual({
      credit: 100,
      reopened: [
        [2, 200],
        [1, 50],
      ],
      takenOver: [],
      below: 0,
    });
  });
  test('then by released loans, the latest first, then below zero', () => {
    expect(bounce(525, 0)).toEqual({
      credit: 0,
      reopened: [
        [2, 200],
        [1, 200],
      ],
      takenOver: [
        [8, 70],
        [7, 50],
      ],
      below: 5,
    });
  });
  test('credit that is below zero covers nothing', () => {
    expect(bounce(20, -500)).toEqual({ credit: 0, reopened: [[2, 20]], takenOver: [], below: 0 });
  });
});

test('a backing that is unpaid again has three days at least (R20.8)', () => {
  expect(reopenedPayBy(day('2026-11-29'), day('2026-11-28'))).toBe('2026-12-01');
  expect(reopenedPayBy(day('2026-12-09'), day('2026-11-28'))).toBe('2026-12-09');
  expect(reopenedPayBy(null, day('2026-11-28'))).toBe('2026-12-01');
});

test('the credit that moves is what came from the institution, and at most what is there (R24.8)', () => {
  const moved = (common: number, putIn: number, took: number) =>
    movedCreditCents({ commonCents: cents(common), putInCents: cents(putIn), tookCents: cents(took) });
  expect(moved(100, 300, 50)).toBe(100);
  expect(moved(300, 300, 50)).toBe(250);
  expect(moved(300, 50, 60)).toBe(0);
});

describe('a receipt that was booked by mistake leaves everything as it was before (R21.9)', () => {
  const open = (investment: number, payBy: string, sums: [amount: number, unpaid: number]) => ({
    ...backing(1, investment, sums[1], payBy),
    amountCents: cents(sums[0]),
    fromCreditCents: cents(0),
  });
  const undo = (amount: number, credit: number, paid: ReadonlyArray<[number, number]>) => {
    const decided = decideUndo({
      amountCents: cents(amount),
      paidCents: new Map(paid.map(([id, sum]) => [id as InvestmentId, cents(sum)])),
      creditCents: cents(credit),
      backings: [open(1, '2026-11-28', [300, 0]), open(2, '2026-11-29', [200, 50])],
      loans: [],
    });
    const parts = decided.reopened.map(({ of, amountCents, asBefore }) => [of.investmentId, amountCents, asBefore]);
    return [parts, decided.fromCreditCents, decided.belowZeroCents];
  };
  test('the parts that it paid keep their day, and the rest was credit', () => {
    const paid: [number, number][] = [
      [1, 300],
      [2, 150],
    ];
    const before = [
      [1, 300, true],
      [2, 150, true],
    ];
    expect(undo(460, 10, paid)).toEqual([before, 10, 0]);
  });
  test('a part that no longer stands is covered by credit, then by other backings with a new day', () => {
    expect(undo(160, 60, [[7, 160]])).toEqual([[[2, 100, undefined]], 60, 0]);
    expect(
      undo(400, 0, [
        [2, 100],
        [7, 300],
      ]),
    ).toEqual([
      [
        [2, 150, undefined],
        [1, 250, undefined],
      ],
      0,
      0,
    ]);
  });
});
