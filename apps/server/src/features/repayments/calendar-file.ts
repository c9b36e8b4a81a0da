import { addDays, type CalendarDate } from '@sathi/domain/calendar-date.ts';

const LINE_BYTES_MAX = 75;

export type CalendarDay = {
  /** The id is the same whenever the file is made, so that a calendar moves the day instead of adding one. */
  readonly id: string;
  readonly day: CalendarDate;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** The day is taken out of a calendar that has it. */
  readonly isOver: boolean;
  /** Rings at nine in the morning of the day before. */
  readonly rings: boolean;
};

type Calendar = {
  readonly name: string;
  readonly days: readonly CalendarDay[];
  readonly madeAt: Date;
  /** Grows from file to file: the days of a later one replace those of an earlier one. */
  readonly sequence: number;
};

/** Whole days as a file that every calendar reads (RFC 5545). A day has no time and no zone: it is that of the institution. */
export function calendarFile({ name, days, madeAt, sequence }: Calendar): string {
  const stamp = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sathi//Repayments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap((day) => eventOf(day, stamp, sequence)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf({ id, day, title, text, url, isOver, rings }: CalendarDay, stamp: string, sequence: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    `STATUS:${isOver ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    ...(rings && !isOver ? alarmOf(title) : []),
    'END:VEVENT',
  ];
}

function alarmOf(title: string): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-PT15H', 'END:VALARM'];
}

function compact(day: CalendarDate): string {
  return day.replaceAll('-', '');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Lines go on after a line break and a space, and never break inside a letter. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE_BYTES_MAX) {
      text += '\r\n ';
      bytes = 1;
    }
    text += letter;
    bytes += size;
  }
  return text;
}
