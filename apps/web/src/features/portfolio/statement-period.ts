/** The periods of a statement. `own` is two days chosen freely. */
export const PERIOD_CHOICES = ['month', 'year', 'all', 'own'] as const;
export type PeriodChoice = (typeof PERIOD_CHOICES)[number];

/** Days as `YYYY-MM-DD`, both included; absent where it is open. */
export type Period = { from?: string; to?: string };

/** The reader's choice. The two days are empty while none is chosen. */
export type ChosenPeriod = { choice: PeriodChoice; from: string; to: string };

/** The days of a statement begin and end in UTC, so today is the day there. */
export function todayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Null when the last day is before the first. */
export function periodOf({ choice, from, to }: ChosenPeriod, today: string): Period | null {
  switch (choice) {
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'own':
      if (from !== '' && to !== '' && from > to) return null;
      return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
    default:
      return {};
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The period that an address asks for. It may hold any text: an unknown choice is `year`, a wrong day is empty. */
export function chosenPeriodOf(search: URLSearchParams): ChosenPeriod {
  const day = (name: string) => {
    const written = search.get(name) ?? '';
    return DAY.test(written) && !Number.isNaN(Date.parse(written)) ? written : '';
  };
  const choice = PERIOD_CHOICES.find((each) => each === search.get('period')) ?? 'year';
  return { choice, from: day('from'), to: day('to') };
}

/** The parameters that name a period in the address; this year needs none. */
export function searchOf({ choice, from, to }: ChosenPeriod): Record<string, string> {
  if (choice === 'year') return {};
  return { period: choice, ...(choice === 'own' && { ...(from && { from }), ...(to && { to }) }) };
}
