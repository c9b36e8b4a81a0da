import type { InvestmentId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { type Movement, postJournals } from './ledger.ts';

export type ReleasedBacker = { readonly userId: UserId; readonly amountCents: Cents; readonly toCreditCents: Cents };

type ReleaseInput = {
  readonly proposalId: ProposalId;
  /** The institution that holds their credit; undefined at trust. */
  readonly mfiId: MfiId | undefined;
  /** Null when a job does it. */
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  /** The one backing that its backer cancels (R31.1); undefined for all of them. */
  readonly investmentId?: InvestmentId;
  readonly at: Date;
};
/** The active backings of one person, in sums. */
type Backed = {
  readonly userId: UserId;
  readonly amountCents: Cents;
  readonly unpaidCents: Cents;
  /** Came since the institution awaits money: from outside or from credit that it holds. */
  readonly heldCents: Cents;
  readonly fromCommonCreditCents: Cents;
};

/**
 * Gives every active backing of a locked proposal back, or one, in one journal: to where it came from, credit to credit and outside to
 * outside (R5.3); what an institution was awaiting ends, and what it got since then is credit that it holds (R20.9). The rows
 * stay as history. The caller sets the proposal's counters.
 * @returns the amount each backer got back; empty when the proposal had no backers
 */
export async function releaseBackings(tx: Tx, input: ReleaseInput): Promise<ReleasedBacker[]> {
  const { proposalId, mfiId, actorId, idempotencyKey, requestHash, investmentId, at } = input;
  const { rows: backers } = await sql<Backed>`
    with active as (
      select * from investments where proposal_id = ${proposalId} and released_at is null
        and (${investmentId ?? null}::bigint is null or id = ${investmentId ?? null}::bigint)
    ), released as (
      update investments i set released_at = ${at}, unpaid_cents = 0 from active a
      where i.proposal_id = a.proposal_id and i.id = a.id
    )
    select investor_id as "userId", sum(amount_cents)::bigint as "amountCents", sum(unpaid_cents)::bigint as "unpaidCents",
      coalesce(sum(amount_cents - unpaid_cents) filter (where pay_by is not null), 0)::bigint as "heldCents",
      coalesce(sum(from_credit_cents) filter (where pay_by is null), 0)::bigint as "fromCommonCreditCents"
    from active group by investor_id order by investor_id`.execute(tx);
  if (backers.length === 0) return [];
  await postJournals(tx, [
    {
      proposalId,
      kind: investmentId === undefined ? 'release' : 'cancelled',
      ...(investmentId !== undefined && { investmentId }),
      amountCents: backers.reduce((sum, backer) => addCents(sum, backer.amountCents), ZERO_CENTS),
      actorId,
      idempotencyKey,
      requestHash,
      at,
      movements: backers.flatMap((backer) => movementsTo(backer, mfiId)),
    },
  ]);
  return backers.map(({ userId, amountCents, unpaidCents, heldCents, fromCommonCreditCents }) => ({
    userId,
    amountCents: subtractCents(amountCents, unpaidCents),
    toCreditCents: addCents(heldCents, fromCommonCreditCents),
  }));
}

function movementsTo(
  { userId, amountCents, unpaidCents, heldCents, fromCommonCreditCents }: Backed,
  mfiId: MfiId | undefined,
): Movement[] {
  const outsideCents = subtractCents(amountCents, addCents(unpaidCents, heldCents, fromCommonCreditCents));
  return [
    { from: { kind: 'escrow' }, to: { kind: 'awaited' }, amountCents: unpaidCents },
    { from: { kind: 'escrow' }, to: { kind: 'wallet', userId, mfiId }, amountCents: heldCents },
    { from: { kind: 'escrow' }, to: { kind: 'wallet', userId }, amountCents: fromCommonCreditCents },
    { from: { kind: 'escrow' }, to: { kind: 'world', userId }, amountCents: outsideCents },
    { from: { kind: 'claim', userId }, to: { kind: 'owed' }, amountCents },
  ];
}
