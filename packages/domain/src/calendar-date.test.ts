import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDateIn,
  daysBetween,
  daytimeIn,
  endOfDayIn,
  parseCalendarDate,
  type CalendarDate,
} from './calendar-date.ts';

describe('section 9: a date is written YYYY-MM-DD, YYYY/MM/DD or DD/MM/YYYY', () => {
  test.each([
    ['2026-05-31', '2026-05-31'],
    ['2026/05/31', '2026-05-31'],
    ['31/05/2026', '2026-05-31'],
    ['01/02/2026', '2026-02-01'],
    ['2024-02-29', '2024-02-29'],
    ['29/02/2000', '2000-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2999-12-31', '2999-12-31'],
  ])('%s is %s', (text, date) => {
    expect(parseCalendarDate(text)).toBe(date);
  });

  test.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026-05/31',
    '05/31/2026',
    '31-05-2026',
    '1899-12-31',
    '3000-01-01',
    '9999-12-31',
    '0000-01-01',
    '20260531',
    '2026-05-31T00:00:00Z',
    ' 2026-05-31',
    '2026-05-31\n',
    '২০২৬-০৫-৩১',
    '٢٠٢٦-٠٥-٣١',
    'tomorrow',
  ])('%j is no day', (text) => {
    expect(parseCalendarDate(text)).toBeNull();
  });
});

describe('R8.2: months later is the same day, clamped to the end of the month', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2099-12-31', 2, '2100-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-05-31', 0, '2026-05-31'],
    ['2026-05-31', 60, '2031-05-31'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ] as const)('%s and %i months: %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });
});

describe('days are counted on the calendar, through every change of the clocks', () => {
  test.each([
    ['2026-05-31', '2026-05-31', 0],
    ['2026-05-31', '2026-06-01', 1],
    ['2026-06-01', '2026-05-31', -1],
    ['2024-02-28', '2024-03-01', 2],
    ['2026-02-28', '2026-03-01', 1],
    ['2026-03-07', '2026-03-09', 2],
    ['2026-01-01', '2027-01-01', 365],
    ['2024-01-01', '2025-01-01', 366],
  ] as const)('from %s to %s: %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
    expect(addDays(from, days)).toBe(to);
  });
});

describe('the day it is somewhere', () => {
  test.each([
    ['Pacific/Kiritimati', '2025-12-31T09:59:59.999Z', '2025-12-31'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
    ['Asia/Dhaka', '2026-05-31T17:59:59.999Z', '2026-05-31'],
    ['Asia/Dhaka', '2026-05-31T18:00:00.000Z', '2026-06-01'],
    ['Asia/Dili', '2024-02-28T15:00:00.000Z', '2024-02-29'],
    ['Asia/Dili', '2024-02-29T15:00:00.000Z', '2024-03-01'],
    ['America/St_Johns', '2026-01-16T03:29:59.999Z', '2026-01-15'],
    ['America/St_Johns', '2026-01-16T03:30:00.000Z', '2026-01-16'],
    ['America/St_Johns', '2026-07-16T02:29:59.999Z', '2026-07-15'],
    ['America/St_Johns', '2026-07-16T02:30:00.000Z', '2026-07-16'],
    ['Etc/UTC', '2026-05-31T23:59:59.999Z', '2026-05-31'],
  ])('%s at %s: %s', (timeZone, instant, date) => {
    expect(calendarDateIn(timeZone, new Date(instant))).toBe(date);
  });
});

describe('R5.1: a funding deadline is the end of a day in the time zone of the MFI', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-05-31', '2026-05-31T09:59:59.999Z'],
    ['Asia/Dhaka', '2026-05-31', '2026-05-31T17:59:59.999Z'],
    ['Asia/Dili', '2024-02-29', '2024-02-29T14:59:59.999Z'],
    ['Etc/UTC', '2026-12-31', '2026-12-31T23:59:59.999Z'],
    ['America/St_Johns', '2026-01-15', '2026-01-16T03:29:59.999Z'],
    // St. John's turns its clocks at two in the morning of 8 March and of 1 November 2026.
    ['America/St_Johns', '2026-03-07', '2026-03-08T03:29:59.999Z'],
    ['America/St_Johns', '2026-03-08', '2026-03-09T02:29:59.999Z'],
    ['America/St_Johns', '2026-10-31', '2026-11-01T02:29:59.999Z'],
    ['America/St_Johns', '2026-11-01', '2026-11-02T03:29:59.999Z'],
    // A day may have no midnight, or its last hour twice, if clocks turn at midnight itself.
    ['Asia/Beirut', '2026-03-28', '2026-03-28T21:59:59.999Z'],
    ['Asia/Beirut', '2026-10-24', '2026-10-24T21:59:59.999Z'],
    ['America/Havana', '2026-03-07', '2026-03-08T04:59:59.999Z'],
    ['America/Santiago', '2025-09-06', '2025-09-07T03:59:59.999Z'],
    ['America/Havana', '2026-10-31', '2026-11-01T03:59:59.999Z'],
  ] as const)('%s, %s ends at %s', (timeZone, date, instant) => {
    expect(endOfDayIn(timeZone, date).toISOString()).toBe(instant);
  });

  test('the last moment of a day is that day, and one millisecond later is the next', () => {
    const zones = fc.constantFrom(
      'Pacific/Kiritimati',
      'Asia/Dhaka',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Asia/Dili',
      'Asia/Beirut',
      'Africa/Cairo',
      'Europe/Lisbon',
      'Atlantic/Azores',
      'America/St_Johns',
      'America/Havana',
      'America/Santiago',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'Pacific/Pago_Pago',
    );
    const days = fc.integer({ min: 0, max: 3650 }).map((day) => addDays('2024-01-01', day));
    fc.assert(
      fc.property(zones, days, (timeZone, date: CalendarDate) => {
        const end = endOfDayIn(timeZone, date);
        expect(calendarDateIn(timeZone, end)).toBe(date);
        expect(calendarDateIn(timeZone, new Date(end.getTime() + 1))).toBe(addDays(date, 1));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ['2026-01-31T02:29:59.999Z', '2026-01-31T02:30:00.000Z'],
  ['2026-01-31T02:30:00.000Z', '2026-01-31T02:30:00.000Z'],
  ['2026-01-31T14:29:59.999Z', '2026-01-31T14:29:59.999Z'],
  ['2026-01-31T14:30:00.000Z', '2026-02-01T02:30:00.000Z'],
  ['2026-01-31T18:30:00.000Z', '2026-02-01T02:30:00.000Z'],
])('news of %s comes at %s in Kolkata, where it is day from 8 to 20', (now, told) => {
  expect(daytimeIn('Asia/Kolkata', new Date(now)).toISOString()).toBe(told);
});
