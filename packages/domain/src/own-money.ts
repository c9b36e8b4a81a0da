import { DAY_MS } from './durations.ts';
import { cents, type Cents } from './money.ts';

/** Credit below zero for so long may be taken over by the institution (R20.11). */
const OLD_DEBT_DAYS = 180;

/** `since` is when the credit went below zero and stayed there. */
export function isOldDebt(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= OLD_DEBT_DAYS * DAY_MS;
}

export type DrawRefusal = 'amount_not_positive' | 'amount_above_credit' | 'second_person_needed';

/**
 * May this member of staff take so much of the institution's own money out (R19.8)? Not what came home on parts that they
 * advanced themselves. What others took out came first from the rest, which is the stricter reading.
 */
export function drawRefusal(
  amountCents: Cents,
  { creditCents, ownHomeCents, drawnBySelfCents, drawnByOthersCents, isAlone }: Drawable,
): DrawRefusal | null {
  if (amountCents <= 0) return 'amount_not_positive';
  if (amountCents > creditCents) return 'amount_above_credit';
  const homeOfOthers = creditCents + drawnBySelfCents + drawnByOthersCents - ownHomeCents;
  const ofRest = Math.max(0, homeOfOthers - drawnBySelfCents);
  const own = isAlone ? 0 : Math.max(0, ownHomeCents - Math.max(0, drawnByOthersCents - ofRest));
  return amountCents > cents(creditCents - own) ? 'second_person_needed' : null;
}

export type Drawable = {
  /** Of the house. */
  readonly creditCents: Cents;
  /** Came home on parts that the actor advanced. */
  readonly ownHomeCents: Cents;
  readonly drawnBySelfCents: Cents;
  readonly drawnByOthersCents: Cents;
  /** An office of one may alone. */
  readonly isAlone: boolean;
};
