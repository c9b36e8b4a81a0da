import { expect, test } from 'vitest';
import { instalmentsOf, nextDue, openCents } from './instalments.ts';

const month = (number: number, paidAmount: number, state: 'paid' | 'late' | 'due' | 'upcoming') => ({
  number,
  dueOn: `2026-0${number}-15`,
  amount: 8.33,
  paidAmount,
  state,
  local: null,
});

const schedule = [month(1, 8.33, 'paid'), month(2, 3, 'late'), month(3, 0, 'due'), month(4, 0, 'upcoming')];

test('R8.3, R10.1: waiting money is shown on the oldest unpaid months', () => {
  const months = instalmentsOf({ schedule, pendingAmount: 10 });

  expect(months.map((each) => each.pendingCents)).toEqual([0, 533, 467, 0]);
  expect(months.map((each) => each.state)).toEqual(['paid', 'pending', 'due', 'upcoming']);
});

test('the next month is the first that payments, paid or waiting, do not cover, less the part that has come', () => {
  const next = nextDue(instalmentsOf({ schedule, pendingAmount: 10 }));

  expect(next?.number).toBe(3);
  expect(next && openCents(next)).toBe(366);
});

test('a repaid plan has no next month', () => {
  expect(nextDue(instalmentsOf({ schedule: [month(1, 8.33, 'paid')], pendingAmount: 0 }))).toBeUndefined();
});
