import { expect, test } from 'vitest';
import type { UserId } from './ids.ts';
import { isMonthOver, settlementState } from './settlements.ts';

const enteredAt = new Date('2026-03-02T06:00:00Z');
const after = (days: number) => new Date(enteredAt.getTime() + days * 86_400_000);

test('a month is over on the first day of the next one', () => {
  expect(isMonthOver('2026-02-01', '2026-02-28')).toBe(false);
  expect(isMonthOver('2026-02-01', '2026-03-01')).toBe(true);
  expect(isMonthOver('2026-12-01', '2027-01-01')).toBe(true);
});

test('R34.3 one signature holds for 30 days, and two for ever', () => {
  const entered = { enteredBy: 1 as UserId, enteredAt, approvedAt: null };
  expect(settlementState(null, after(0))).toBe('open');
  expect(settlementState(entered, after(29))).toBe('entered');
  expect(settlementState(entered, after(30))).toBe('open');
  expect(settlementState({ ...entered, approvedAt: after(1) }, after(400))).toBe('locked');
});
