import { describe, expect, test } from 'vitest';
import { agreeRefusal, type DayFacts, documentsByDay, needsDayReason, withGaps } from './account-days.ts';
import type { CalendarDate } from './calendar-date.ts';

const day = (on: string, change: Partial<DayFacts> = {}): DayFacts => ({
  day: on as CalendarDate,
  opening: 100,
  closing: 150,
  booked: 50,
  setAside: 0,
  open: 0,
  openLines: 0,
  lines: 1,
  isAgreed: false,
  ...change,
});

test('a gap is what a day lacks to the one before, and between its balances and its lines (R21.10)', () => {
  const gaps = (...days: DayFacts[]) => withGaps(days).map(({ gap }) => gap);
  expect(gaps(day('2026-11-20'), day('2026-11-23', { opening: 150, closing: 200 }))).toEqual([0, 0]);
  expect(gaps(day('2026-11-20'), day('2026-11-23', { opening: 160, closing: 210 }))).toEqual([0, 10]);
  expect(gaps(day('2026-11-20', { booked: 40, setAside: 5, open: -5 }))).toEqual([10]);
  // A day without balances hides no gap of the next one.
  const unknown = day('2026-11-21', { opening: null, closing: null });
  expect(gaps(day('2026-11-20'), unknown, day('2026-11-22', { opening: 151, closing: 201 }))).toEqual([0, null, 1]);
});

describe('a day is agreed when it is whole and all days with lines before it are (R21.10)', () => {
  const refusal = (on: string, ...days: DayFacts[]) => agreeRefusal(withGaps(days), on as CalendarDate);
  const agreed = day('2026-11-20', { isAgreed: true });
  const next = (change: Partial<DayFacts> = {}) => day('2026-11-21', { opening: 150, closing: 200, ...change });
  test.each([
    [null, [agreed, next()]],
    [null, [day('2026-11-20', { lines: 0, booked: 0, closing: 100 }), next({ opening: 100, closing: 150 })]],
    ['day_agreed', [agreed, next({ isAgreed: true })]],
    ['day_has_open_lines', [agreed, next({ openLines: 2 })]],
    ['day_out_of_order', [day('2026-11-20'), next()]],
    ['day_has_gap', [agreed, next({ opening: 151, closing: 201 })]],
    ['day_has_gap', [agreed, next({ closing: null })]],
    ['day_has_gap', [agreed]],
  ])('%s', (expected, days) => expect(refusal('2026-11-21', ...days)).toBe(expected));
});

test('a document without a line stands on its open days, up to the first that has lines (R21.10)', () => {
  const documents = [19, 20, 21].map((number) => ({ on: `2026-11-${number}` as CalendarDate }));
  const standing = (...days: DayFacts[]) =>
    [...documentsByDay(days, documents)].map(([on, here]) => [on.slice(8), ...here.map((one) => one.on.slice(8))]);
  const agreed = day('2026-11-20', { isAgreed: true });
  // The weekend has no day at all.
  expect(standing(agreed, day('2026-11-23'), day('2026-11-24'))).toEqual([['23', '19', '20', '21'], ['24']]);
  expect(standing(day('2026-11-20'), day('2026-11-23'))).toEqual([
    ['20', '19', '20'],
    ['23', '21'],
  ]);
  // A day with balances alone may stay open for ever, so the next one tells of them too.
  expect(standing(agreed, day('2026-11-22', { lines: 0 }), day('2026-11-23'))).toEqual([
    ['22', '19', '20', '21'],
    ['23', '19', '20', '21'],
  ]);
  expect(standing(agreed)).toEqual([]);
});

test('a document of this day needs a reason after three days (R21.10)', () => {
  expect(needsDayReason('2026-11-20' as CalendarDate, '2026-11-22' as CalendarDate)).toBe(false);
  expect(needsDayReason('2026-11-20' as CalendarDate, '2026-11-23' as CalendarDate)).toBe(true);
});
