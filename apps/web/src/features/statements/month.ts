/** `2026-11` of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function monthsFrom(month: string, by: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 7);
}

/** The days of a month; the first one with its column, where weeks begin on Sunday. */
export function daysOfMonth(month: string): { day: string; column: number | null }[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const column = new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 1;
  return Array.from({ length: count }, (_, index) => ({
    day: `${month}-${String(index + 1).padStart(2, '0')}`,
    column: index === 0 ? column : null,
  }));
}

/** The names of the days of a week, from Sunday on, as short as a phone has room for: Arabic shortens them no other way. */
export function weekdaysFrom(tag: string): { key: number; label: string }[] {
  const name = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, key) => ({ key, label: name.format(new Date(Date.UTC(1970, 0, 4 + key))) }));
}
