import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { expect, test } from 'vitest';
import { type CalendarDay, calendarFile } from './calendar-file.ts';

const DAY: CalendarDay = {
  id: 'instalment-7-1@sathi.example',
  day: '2026-12-31' as CalendarDate,
  title: 'Pay $8.33: Two goats',
  text: 'As planned.',
  url: 'https://sathi.example/App/proposal?id=7',
  isOver: false,
  rings: true,
};
const fileOf = (day: Partial<CalendarDay>) =>
  calendarFile({
    name: 'Two goats',
    days: [{ ...DAY, ...day }],
    madeAt: new Date('2026-11-23T08:00:00.123Z'),
    sequence: 42,
  });
/** The lines of a file as a calendar reads them, with folded lines put together. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('a due day is a whole day of the institution, without an hour or a zone', () => {
  const lines = linesOf(fileOf({}));
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sathi//Repayments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Two goats',
    'BEGIN:VEVENT',
    'UID:instalment-7-1@sathi.example',
    'DTSTAMP:20261123T080000Z',
    'SEQUENCE:42',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Pay $8.33: Two goats',
    'DESCRIPTION:As planned.',
    'URL:https://sathi.example/App/proposal?id=7',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Pay $8.33: Two goats',
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a paid day is taken out of a calendar, and rings no more', () => {
  const lines = linesOf(fileOf({ isOver: true }));
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).not.toContain('BEGIN:VALARM');
});

test('no line is longer than 75 bytes, none breaks inside a letter, and the text comes back whole', () => {
  const title = 'সেলাই মেশিন কিনে স্কুলের পোশাক বানাব 🧵 '.repeat(5);
  const file = fileOf({ title });
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\ufffd');
  }
  expect(linesOf(file)).toContain(`SUMMARY:${title}`);
});

test('a title with signs that mean something to calendars is text, and begins no line of its own', () => {
  const lines = linesOf(fileOf({ title: 'a; b, c\\d\nEND:VEVENT\r\nATTACH:x\u0007' }));
  expect(lines).toContain('SUMMARY:a\\; b\\, c\\\\d\\nEND:VEVENT\\nATTACH:x ');
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});
