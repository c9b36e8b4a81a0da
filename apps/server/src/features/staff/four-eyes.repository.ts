import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type SignedIn, takesTwo } from '@sathi/domain/proposals.ts';
import { secondEyesRefusal } from '@sathi/domain/staff.ts';
import type { Tx } from '../../db/db.ts';
import { findOffice } from './staff.repository.ts';

/** The person whose earlier act another has to confirm; the audit log names both. */
export type Pair = { readonly enteredBy: UserId };
type Settings = { readonly mfi: { readonly fourEyesFromCents: Cents | null } };

/** Undefined below the amount from which two decide (R2.6). */
export function pairOf({ mfi }: Settings, amountCents: Cents, enteredBy: UserId | null): Pair | undefined {
  return enteredBy !== null && takesTwo(amountCents, mfi.fourEyesFromCents) ? { enteredBy } : undefined;
}

export type Deciding = {
  readonly tx: Tx;
  readonly now: Date;
  readonly viewer: SignedIn;
  readonly proposal: { readonly mfiId: MfiId };
};

/** Asks who is in the office only of the person who did both. */
export async function pairRefusal({
  tx,
  now,
  viewer,
  proposal,
  pair,
}: Deciding & { readonly pair: Pair | undefined }): Promise<'second_person_needed' | null> {
  if (pair?.enteredBy !== viewer.id) return null;
  return secondEyesRefusal(viewer, pair.enteredBy, await findOffice(tx, proposal.mfiId, now));
}

type PairRefusal = Awaited<ReturnType<typeof pairRefusal>>;

/** The person who did the first step hears that before any state; who may not act at all is told neither. */
export async function pairBeforeState<Code extends string>(
  refusal: Code | null,
  ask: () => Promise<PairRefusal>,
): Promise<Code | PairRefusal> {
  if (refusal === 'not_found' || refusal === 'not_permitted') return refusal;
  return (await ask()) ?? refusal;
}
