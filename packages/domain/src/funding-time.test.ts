import { expect, test } from 'vitest';
import { extendedDeadline, isLastDay } from './funding-time.ts';

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
