import { expect, test } from 'vitest';
import { type ChosenPeriod, chosenPeriodOf, periodOf, searchOf, todayOf } from './statement-period.ts';

const TODAY = '2026-11-21';
const chosen = (choice: ChosenPeriod['choice'], from = '', to = ''): ChosenPeriod => ({ choice, from, to });

test.each<[string, ChosenPeriod, ReturnType<typeof periodOf>]>([
  ['this month begins on its first day', chosen('month'), { from: '2026-11-01', to: TODAY }],
  ['this year begins in January', chosen('year'), { from: '2026-01-01', to: TODAY }],
  ['everything has no ends', chosen('all', '2026-02-01', '2026-03-01'), {}],
  ['own days may be one day', chosen('own', '2026-02-01', '2026-02-01'), { from: '2026-02-01', to: '2026-02-01' }],
  ['own days may be open at the end', chosen('own', '2026-02-01'), { from: '2026-02-01' }],
  ['own days may be open at the beginning', chosen('own', '', '2026-02-01'), { to: '2026-02-01' }],
  ['own days do not run backwards', chosen('own', '2026-02-02', '2026-02-01'), null],
])('the period of a statement: %s', (_, period, expected) => {
  expect(periodOf(period, TODAY)).toEqual(expected);
});

test('today is the day in UTC, as the days of a statement are', () => {
  expect(todayOf(new Date('2026-11-21T23:30:00-05:00'))).toBe('2026-11-22');
});

test('a chosen period survives in the address, and nonsense there is the year', () => {
  for (const period of [chosen('month'), chosen('year'), chosen('all'), chosen('own', '2026-02-01', '2026-03-01')]) {
    expect(chosenPeriodOf(new URLSearchParams(searchOf(period)))).toEqual(period);
  }
  expect(chosenPeriodOf(new URLSearchParams('period=week&from=2026-13-40&to=today'))).toEqual(chosen('year'));
});
