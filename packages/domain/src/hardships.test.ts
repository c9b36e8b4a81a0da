import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { isAsOffered, remindersRestUntil } from './hardships.ts';

const at = (day: string) => new Date(`${day}T06:00:00.000Z`);

describe('R28.1: reminders rest for 14 days from a request, once in 90 days', () => {
  test.each([
    ['the first request', null, '2026-03-15'],
    ['the next one a day before 90 days are over', '2025-12-16', null],
    ['the next one after 90 days', '2025-12-15', '2026-03-15'],
    ['a second one in the same fortnight', '2026-03-10', null],
  ])('%s', (_, lastRest, until) => {
    expect(remindersRestUntil(at('2026-03-01'), lastRest === null ? null : at(lastRest))).toEqual(
      until === null ? null : at(until),
    );
  });
});

describe('R28.2: a plan that asks no more than was offered needs no second word of the borrower', () => {
  const months = [
    { dueOn: '2026-05-31' as CalendarDate, sum: 1500 },
    { dueOn: '2026-06-30' as CalendarDate, sum: 1502 },
  ];
  test.each([
    ['as much, from that day on', { monthly: 1502, fromOn: '2026-05-31' }, true],
    ['a cent more in one month', { monthly: 1501, fromOn: '2026-05-31' }, false],
    ['a day earlier', { monthly: 1502, fromOn: '2026-06-01' }, false],
    ['something, when nothing was offered', { monthly: 0, fromOn: '2026-05-01' }, false],
  ])('%s', (_, { monthly, fromOn }, is) => {
    expect(isAsOffered(months, { monthly, fromOn: fromOn as CalendarDate })).toBe(is);
  });
});
