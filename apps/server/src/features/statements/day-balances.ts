import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { DayBalance } from './account-days.repository.ts';
import type { StatementRead } from './reading/statement-messages.ts';

/** The balances of each day with lines, from the opening that the file tells; none where it tells none (R21.10). */
export function balancesOf({ statements, lines }: Pick<StatementRead, 'statements' | 'lines'>): DayBalance[] {
  const opening = statements[0]?.opening ?? null;
  if (opening === null || (statements.at(-1)?.closing ?? null) === null) return [];
  const sums = new Map<CalendarDate, number>();
  for (const { bookedOn, amount } of lines) sums.set(bookedOn, (sums.get(bookedOn) ?? 0) + amount);
  let openingMinor = opening;
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, sum]) => {
      const closingMinor = openingMinor + sum;
      const balance = { day, openingMinor, closingMinor };
      openingMinor = closingMinor;
      return balance;
    });
}
