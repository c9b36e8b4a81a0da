import { addMonths } from './calendar-date.ts';
import type { Cents } from './money.ts';
import type { PlannedInstalment } from './plans.ts';

/** A pause of all loans of some places, as after a flood (R28.4). */
export const PAUSE_MONTHS_MAX = 6;
export const PAUSE_PLACES_MAX = 100;
export const PAUSE_REASON_LENGTH_MAX = 500;
/** So long it may be taken back, while no payment came. */
const PAUSE_UNDO_HOURS = 24;
const HOUR_MS = 3_600_000;

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

type Undoing = {
  readonly enteredAt: Date;
  readonly undoneAt: Date | null;
  /** Money came for one of its loans since then, or one has a newer plan. */
  readonly isUsed: boolean;
};

export function pauseUndoRefusal(
  { enteredAt, undoneAt, isUsed }: Undoing,
  now: Date,
): 'wrong_status' | 'too_late' | null {
  if (undoneAt !== null) return 'wrong_status';
  return isUsed || now.getTime() - enteredAt.getTime() > PAUSE_UNDO_HOURS * HOUR_MS ? 'too_late' : null;
}
