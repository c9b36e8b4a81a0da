import { DAY_MS } from './durations.ts';
import { cents, type Cents } from './money.ts';

/** Days below zero after which the institution may take a person's debt over (R20.11). */
const OLD_DEBT_DAYS = 180;

/** `since` is when the credit went below zero and stayed there. */
export function isOldDebt(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= OLD_DEBT_DAYS * DAY_MS;
}

export type DrawRefusal = 'amount_not_positive' | 'amount_above_credit' | 'second_person_needed';

/**
 * Null when this member of staff may take so much of the institution's own money out (R19.8): all but the money that
 * came home on parts that they advanced themselves. Money that others took out counts as taken from the rest first,
 * which is the stricter reading.
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
  /** The credit of the house. */
  readonly creditCents: Cents;
  /** The money that came home on parts that the actor advanced. */
  readonly ownHomeCents: Cents;
  readonly drawnBySelfCents: Cents;
  readonly drawnByOthersCents: Cents;
  /** Whether the actor is the whole office, who may take all of it alone. */
  readonly isAlone: boolean;
};
