import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, cents, subtractCents, ZERO_CENTS, type Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { type Movement, postJournals } from './ledger.ts';

export type ReleasedBacker = { readonly userId: UserId; readonly amountCents: Cents; readonly toCreditCents: Cents };

type ReleaseInput = {
  readonly proposalId: ProposalId;
  /** Null when a job does it. */
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly at: Date;
};

/**
 * Gives every active backing of a locked proposal back to where it came from: credit to credit, outside to outside, in one
 * journal (R5.3). The rows stay as history. The caller sets the proposal's counter to zero.
 *
 * @returns what each backer got back; empty when nobody had backed
 */
export async function releaseBackings(tx: Tx, input: ReleaseInput): Promise<ReleasedBacker[]> {
  const { proposalId, actorId, idempotencyKey, requestHash, at } = input;
  const { rows } = await sql<{ userId: UserId; amount: string; credit: string }>`
    with released as (
      update investments set released_at = ${at} where proposal_id = ${proposalId} and released_at is null returning *
    )
    select investor_id as "userId", sum(amount_cents)::text as amount, sum(from_credit_cents)::text as credit
    from released group by investor_id order by investor_id`.execute(tx);
  const backers = rows.map((row) => ({
    userId: row.userId,
    amountCents: cents(Number(row.amount)),
    toCreditCents: cents(Number(row.credit)),
  }));
  if (backers.length === 0) return [];
  await postJournals(tx, [
    {
      proposalId,
      kind: 'release',
      amountCents: backers.reduce((sum, backer) => addCents(sum, backer.amountCents), ZERO_CENTS),
      actorId,
      idempotencyKey,
      requestHash,
      at,
      movements: backers.flatMap(movementsTo),
    },
  ]);
  return backers;
}

function movementsTo({ userId, amountCents, toCreditCents }: ReleasedBacker): Movement[] {
  const outsideCents = subtractCents(amountCents, toCreditCents);
  return [
    { from: { kind: 'escrow' }, to: { kind: 'wallet', userId }, amountCents: toCreditCents },
    { from: { kind: 'escrow' }, to: { kind: 'world', userId }, amountCents: outsideCents },
    { from: { kind: 'claim', userId }, to: { kind: 'owed' }, amountCents },
  ];
}
