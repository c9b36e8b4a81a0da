import { addMonths, type CalendarDate } from './calendar-date.ts';
import type { UserId } from './ids.ts';
import type { Cents } from './money.ts';
import { lastDayForOne, type Original, type PlannedInstalment } from './plans.ts';

/** A pause of all loans of some places, as after a flood (R28.4). */
export const PAUSE_MONTHS_MAX = 6;
export const PAUSE_PLACES_MAX = 100;
/** Every due day that is not wholly paid moves by whole months; sums and order stay. */
export function pausedInstalments(
  current: readonly PlannedInstalment[],
  repaidCents: Cents,
  months: number,
): PlannedInstalment[] {
  let left: number = repaidCents;
  return current.map((instalment) => {
    left -= instalment.amountCents;
    return left >= 0 ? instalment : { ...instalment, dueOn: addMonths(instalment.dueOn, months) };
  });
}

export type Pausing = Original & {
  readonly ownerId: UserId;
  /** The member of staff who gives the pause. */
  readonly giverId: UserId;
  /** The last due day as the pause would make it. */
  readonly endsOn: CalendarDate;
};

/** A pause is one person's: it leaves out their own loan (R19.9), and a loan that it would move beyond what one may (R34.3). */
export function isLeftOut(loan: Pausing): boolean {
  return loan.ownerId === loan.giverId || loan.endsOn > lastDayForOne(loan);
}
