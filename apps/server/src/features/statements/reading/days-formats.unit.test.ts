import { afterEach, expect, test, vi } from 'vitest';
import { readDay } from './days.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('an hour of a statement is a day of the MFI also with the data of ICU 72, which write days in another order', () => {
  const formats = Intl.DateTimeFormat.prototype as { format: unknown };
  vi.spyOn(formats, 'format', 'get').mockReturnValue(() => '11/23/2026, 1:15:00 AM');
  const zones = { mfi: 'America/New_York', file: 'Asia/Dhaka' };
  expect(readDay('2026-11-23 01:15:00', 'ymd', zones)).toBe('2026-11-22');
  expect(readDay('2026-11-23 12:00:00', 'ymd', zones)).toBe('2026-11-23');
});
