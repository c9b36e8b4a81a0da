import { expect, test } from 'vitest';
import { extendedDeadline, isLastDay, leastPartCents, partialWaitsUntil } from './funding-time.ts';
import { cents } from './money.ts';

const DEADLINE = new Date('2026-12-20T17:59:59.999Z');
const before = (ms: number) => new Date(DEADLINE.getTime() - ms);
const DAY_MS = 86_400_000;

test('R5.6, R6.6: the last day of a proposal begins 24 hours before its deadline', () => {
  expect(isLastDay({ fundingDeadline: DEADLINE }, before(DAY_MS))).toBe(false);
  expect(isLastDay({ fundingDeadline: DEADLINE }, before(DAY_MS - 1))).toBe(true);
  expect(isLastDay({ fundingDeadline: DEADLINE }, before(-1))).toBe(true);
});

test('R5.6: the new deadline is the end of a day where the institution is, also when the clocks change between', () => {
  const dhaka = { timeZone: 'Asia/Dhaka', fundingDays: 30 };
  expect(extendedDeadline(DEADLINE, dhaka)).toEqual(new Date('2027-01-19T17:59:59.999Z'));
  const berlin = { timeZone: 'Europe/Berlin', fundingDays: 10 };
  expect(extendedDeadline(new Date('2026-10-20T21:59:59.999Z'), berlin)).toEqual(new Date('2026-10-30T22:59:59.999Z'));
});

test.each([
  [100, 100],
  [150, 100],
  [200, 100],
  [20_000, 10_000],
  [20_001, 10_001],
])('R5.5: an owner who takes a part of %i cents goes ahead from %i on', (amount, least) => {
  expect(leastPartCents(cents(amount))).toBe(least);
});

test('R31.2: what is awaited may come until the end of the day on which a backing of the last day lapses', () => {
  const dhaka = { timeZone: 'Asia/Dhaka', payDays: 7, lapseGraceDays: 3 };
  expect(partialWaitsUntil(DEADLINE, dhaka)).toEqual(new Date('2026-12-30T17:59:59.999Z'));
  const berlin = { ...dhaka, timeZone: 'Europe/Berlin' };
  expect(partialWaitsUntil(new Date('2026-10-20T21:59:59.999Z'), berlin)).toEqual(new Date('2026-10-30T22:59:59.999Z'));
});
