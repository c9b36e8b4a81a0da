import { addMonths } from './calendar-date.ts';
import type { Cents } from './money.ts';
import type { PlannedInstalment } from './plans.ts';

/** A pause of all loans of some places, as after a flood (R28.4). */
export const PAUSE_MONTHS_MAX = 6;
export const PAUSE_PLACES_MAX = 100;
export const PAUSE_REASON_LENGTH_MAX = 500;

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
