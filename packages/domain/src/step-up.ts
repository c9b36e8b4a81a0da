import { MINUTE_MS } from './durations.ts';

/** A proof that it is really them counts this long (R34.2). */
const STEP_UP_MINUTES = 10;

/**
 * The people that a call asks for a fresh proof: everybody, or staff who decide. Staff without a second factor are asked
 * for none of the second kind; they exist only where no factor is required (R34.2).
 */
export type StepUpOf = 'everybody' | 'staff';

/** A session as far as its proof goes. `provenAt` is null before the first proof. */
export type Proof = { readonly provenAt: Date | null; readonly hasSecondFactor: boolean };

export function stepUpRefusal(
  of: StepUpOf,
  { provenAt, hasSecondFactor }: Proof,
  now: Date,
): 'step_up_required' | null {
  if (of === 'staff' && !hasSecondFactor) return null;
  return provenAt !== null && now < provenUntil(provenAt) ? null : 'step_up_required';
}

export function provenUntil(provenAt: Date): Date {
  return new Date(provenAt.getTime() + STEP_UP_MINUTES * MINUTE_MS);
}
