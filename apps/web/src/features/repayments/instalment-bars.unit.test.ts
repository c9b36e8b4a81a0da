import { expect, test } from 'vitest';
import { instalmentBars, nextDue, openCents } from './instalment-bars.ts';

const month = (number: number, paidAmount: number, state: 'paid' | 'late' | 'due' | 'upcoming') => ({
  number,
  dueOn: `2026-0${number}-15`,
  amount: 8.33,
  paidAmount,
  state,
});

const schedule = [month(1, 8.33, 'paid'), month(2, 3, 'late'), month(3, 0, 'due'), month(4, 0, 'upcoming')];

test('R8.3, R10.1: waiting money is drawn on the oldest unpaid months', () => {
  const bars = instalmentBars({ schedule, pendingAmount: 10 });

  expect(bars.map((bar) => bar.pendingCents)).toEqual([0, 533, 467, 0]);
  expect(bars.map((bar) => bar.state)).toEqual(['paid', 'pending', 'due', 'upcoming']);
});

test('the next month is the first that nothing paid or waiting covers, less what has come for it', () => {
  const next = nextDue(instalmentBars({ schedule, pendingAmount: 10 }));

  expect(next?.number).toBe(3);
  expect(next && openCents(next)).toBe(366);
});

test('when everything is paid there is no next month', () => {
  expect(nextDue(instalmentBars({ schedule: [month(1, 8.33, 'paid')], pendingAmount: 0 }))).toBeUndefined();
});
