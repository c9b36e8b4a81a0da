import { type CalendarDate, daysBetween } from './calendar-date.ts';

/** Money that was booked by hand may wait so many days for its line before it needs a reason, and a day as long to be agreed (R21.10). */
const LINE_WAIT_DAYS = 3;

/** One day of an account as its lines and files tell it, in whole minor units. */
export type DayFacts = {
  readonly day: CalendarDate;
  /** Null where no file tells it. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly booked: number;
  readonly setAside: number;
  readonly open: number;
  /** Open lines may add up to nothing. */
  readonly openLines: number;
  readonly lines: number;
  readonly isAgreed: boolean;
};

/** Days in their order, each with the sum by which it does not follow the one before or its own lines; null where unknown. */
export function withGaps<Facts extends DayFacts>(days: readonly Facts[]): (Facts & { readonly gap: number | null })[] {
  let before: number | null = null;
  return days.map((day) => {
    const gap = gapOf(day, before);
    before = day.closing ?? before;
    return { ...day, gap };
  });
}

function gapOf({ opening, closing, booked, setAside, open }: DayFacts, before: number | null): number | null {
  if (opening === null || closing === null) return null;
  const between = before === null ? 0 : opening - before;
  return between + closing - opening - (booked + setAside + open);
}

export type AgreeRefusal = 'day_has_open_lines' | 'day_out_of_order' | 'day_has_gap' | 'day_agreed';

/** May this day be agreed (R21.10)? `days` are those of the account up to it, with the balances that were typed. */
export function agreeRefusal(
  days: ReadonlyArray<DayFacts & { readonly gap: number | null }>,
  day: CalendarDate,
): AgreeRefusal | null {
  const own = days.find((each) => each.day === day);
  if (own?.isAgreed) return 'day_agreed';
  if (own !== undefined && own.openLines > 0) return 'day_has_open_lines';
  if (days.some((each) => each.day < day && each.lines > 0 && !each.isAgreed)) return 'day_out_of_order';
  return own?.gap === 0 ? null : 'day_has_gap';
}

export type DayToLookAt = { readonly day: CalendarDate; readonly why: 'open' | 'gap' };

/** The days that staff hear of: the first one with lines once it is open for three days, and each that does not follow (R21.10). */
export function daysToLookAt(
  days: ReadonlyArray<DayFacts & { readonly gap: number | null }>,
  today: CalendarDate,
): DayToLookAt[] {
  const open = days.filter(({ isAgreed }) => !isAgreed);
  const first = open.find(({ lines }) => lines > 0);
  const isOld = first !== undefined && daysBetween(first.day, today) >= LINE_WAIT_DAYS;
  return [
    ...(isOld ? [{ day: first.day, why: 'open' as const }] : []),
    ...open.filter(({ gap }) => gap !== null && gap !== 0).map(({ day }) => ({ day, why: 'gap' as const })),
  ];
}

/**
 * The documents without a line that stand on each open day (R21.10): on the first day with lines from their own on that is not
 * agreed, and on the days without lines before it, which may be agreed or stay open. `days` are in their order.
 */
export function documentsByDay<Document extends { readonly on: CalendarDate }>(
  days: readonly DayFacts[],
  documents: readonly Document[],
): Map<CalendarDate, readonly Document[]> {
  const standing = new Map<CalendarDate, readonly Document[]>();
  let waiting = documents;
  for (const { day, lines, isAgreed } of days) {
    if (isAgreed) continue;
    standing.set(
      day,
      waiting.filter(({ on }) => on <= day),
    );
    if (lines > 0) waiting = waiting.filter(({ on }) => on > day);
  }
  return standing;
}

/** Whether a document of this day has waited too long for its line to stand on the next day without a reason. */
export function needsDayReason(day: CalendarDate, today: CalendarDate): boolean {
  return daysBetween(day, today) >= LINE_WAIT_DAYS;
}
