import { afterEach, describe, expect, test, vi } from 'vitest';
import { calendarDateIn, daytimeIn, endOfDayIn, isPastDay, type CalendarDate } from './calendar-date.ts';

/** The data of ICU 72 write the day of `en-CA` in another order than all others; no standard promises one. */
function writeDaysAsIcu72(): void {
  const formats = Intl.DateTimeFormat.prototype as { format: unknown };
  vi.spyOn(formats, 'format', 'get').mockReturnValue((instant: Date) => {
    const [year, month, day] = instant.toISOString().slice(0, 10).split('-');
    return `${month}/${day}/${year}`;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a day is the same whatever a browser’s data make of its format', () => {
  test.each([
    ['Asia/Dhaka', '2026-11-22T18:00:00Z', '2026-11-23'],
    ['Asia/Dhaka', '2026-11-22T17:59:59Z', '2026-11-22'],
    ['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
  ])('in %s %s is %s', (timeZone, instant, day) => {
    writeDaysAsIcu72();
    expect(calendarDateIn(timeZone, new Date(instant))).toBe(day);
  });

  test('a day ends, and daytime begins, at the same instants', () => {
    writeDaysAsIcu72();
    expect(endOfDayIn('Asia/Dhaka', '2026-11-23').toISOString()).toBe('2026-11-23T17:59:59.999Z');
    expect(daytimeIn('Asia/Dhaka', new Date('2026-11-22T20:00:00Z')).toISOString()).toBe('2026-11-23T02:00:00.000Z');
  });
});

test('a day that cannot be read warns of nothing', () => {
  expect(isPastDay('2026-11-22', '11/23/2026' as CalendarDate)).toBe(false);
  expect(isPastDay('2026-11-22', 'NaN-NaN-NaN' as CalendarDate)).toBe(false);
  expect(isPastDay('2026-11-22', '2026-11-23')).toBe(true);
});
