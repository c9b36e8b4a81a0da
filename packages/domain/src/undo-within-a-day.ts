import { HOUR_MS } from './durations.ts';

/** Hours in which staff may take back what they gave many people at once, while it is still unused (R28.4, R31.5). */
const UNDO_HOURS = 24;

type Undoing = { readonly enteredAt: Date; readonly undoneAt: Date | null; readonly isUsed: boolean };

export function undoInTimeRefusal(
  { enteredAt, undoneAt, isUsed }: Undoing,
  now: Date,
): 'wrong_status' | 'too_late' | null {
  if (undoneAt !== null) return 'wrong_status';
  return isUsed || now.getTime() - enteredAt.getTime() > UNDO_HOURS * HOUR_MS ? 'too_late' : null;
}
