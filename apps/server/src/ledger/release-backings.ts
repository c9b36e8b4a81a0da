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
  /** Came at trust or before the institution awaited money: from outside, and from common credit. The rest came since then. */
  readonly outsideCents: Cents;
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
      -- A part that the house took over has no day either, and came since then.
      select i.*, i.pay_by is null and i.investor_id is distinct from m.house_id as is_from_before
      from investments i join proposals p on p.id = i.proposal_id join mfis m on m.id = p.mfi_id
      where i.proposal_id = ${proposalId} and i.released_at is null
        and (${investmentId ?? null}::bigint is null or i.id = ${investmentId ?? null}::bigint)
    ), released as (
      update investments i set released_at = ${at}, unpaid_cents = 0 from active a
      where i.proposal_id = a.proposal_id and i.id = a.id
    )
    select investor_id as "userId", sum(amount_cents)::bigint as "amountCents", sum(unpaid_cents)::bigint as "unpaidCents",
      sum(case when is_from_before then amount_cents - from_credit_cents else coalesce(paid_before_cents, 0) end)::bigint as "outsideCents",
      coalesce(
        sum(from_credit_cents) filter (where is_from_before or paid_before_cents is not null), 0
      )::bigint as "fromCommonCreditCents"
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
  return backers.map(({ userId, amountCents, unpaidCents, outsideCents }) => ({
    userId,
    amountCents: subtractCents(amountCents, unpaidCents),
    toCreditCents: subtractCents(amountCents, addCents(unpaidCents, outsideCents)),
  }));
}

function movementsTo(
  { userId, amountCents, unpaidCents, outsideCents, fromCommonCreditCents }: Backed,
  mfiId: MfiId | undefined,
): Movement[] {
  const heldCents = subtractCents(amountCents, addCents(unpaidCents, outsideCents, fromCommonCreditCents));
  return [
    { from: { kind: 'escrow' }, to: { kind: 'awaited' }, amountCents: unpaidCents },
    { from: { kind: 'escrow' }, to: { kind: 'wallet', userId, mfiId }, amountCents: heldCents },
    { from: { kind: 'escrow' }, to: { kind: 'wallet', userId }, amountCents: fromCommonCreditCents },
    { from: { kind: 'escrow' }, to: { kind: 'world', userId }, amountCents: outsideCents },
    { from: { kind: 'claim', userId }, to: { kind: 'owed' }, amountCents },
  ];
}
