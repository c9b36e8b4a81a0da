import type { InvestmentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Claim } from '@sathi/domain/repayments.ts';
import type { SharingEvent } from '@sathi/domain/sharing.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

type Sharing = { readonly weights: Claim<UserId>[]; readonly events: SharingEvent<UserId>[] };
type Event = {
  readonly paidCents: Cents | null;
  readonly from: UserId | null;
  readonly to: UserId | null;
  readonly takenCents: Cents;
  /** The backer who gave their claim up. */
  readonly by: UserId | null;
  readonly forgivenCents: Cents;
  readonly isWrittenOff: boolean;
};

/**
 * The weights of a released loan and its life since then, as sharing needs them (R22.9): approved payments that were not taken
 * back, parts that the house took over because money was taken back, claims given up, and the write-off. Who brought how much at
 * the release is what they have in it now and what was taken over since; what was taken over before a release was undone is the
 * house's own backing by now, or came back with all others. The weights stand in the order of the first backing.
 */
export async function listSharing(tx: Tx, proposalId: ProposalId): Promise<Sharing> {
  const { rows: events } = await sql<Event>`
    select case j.kind when 'payment_approved' then j.amount_cents end as "paidCents", f.user_id as "from", g.user_id as "to",
      coalesce(t.amount_cents, 0)::bigint as "takenCents", e.user_id as "by", coalesce(e.amount_cents, 0)::bigint as "forgivenCents",
      j.kind = 'written_off' as "isWrittenOff"
    from journals j
    join proposals p on p.id = j.proposal_id
    left join forgivings e on e.id = j.forgiving_id
    left join (
      transfers t join accounts f on f.id = t.from_account_id and f.kind = 'claim'
      join accounts g on g.id = t.to_account_id and g.kind = 'claim'
    ) on j.kind = 'taken_over' and t.proposal_id = j.proposal_id and t.journal_id = j.id
    where j.proposal_id = ${proposalId}
      and (j.kind = 'payment_approved' and not exists (
          select from payments y where y.proposal_id = j.proposal_id and y.id = j.payment_id and y.state = 'reversed'
        ) or (j.kind = 'taken_over' and j.receipt_id is not null and j.at >= p.funded_at) or j.kind in ('forgiven', 'written_off'))
    order by j.id`.execute(tx);
  const { rows: now } = await sql<{ backer: UserId; backedCents: Cents }>`
    select i.investor_id as backer, coalesce(sum(i.amount_cents) filter (where i.released_at is null), 0)::bigint as "backedCents"
    from investments i join proposals p on p.id = i.proposal_id
    where i.proposal_id = ${proposalId} and (i.released_at is null or i.released_at >= p.funded_at)
    group by i.investor_id order by min(i.id)`.execute(tx);
  const weights = new Map<UserId, number>(now.map(({ backer, backedCents }) => [backer, backedCents]));
  for (const { from, to, takenCents } of events) {
    if (from === null || to === null) continue;
    weights.set(from, (weights.get(from) ?? 0) + takenCents);
    weights.set(to, (weights.get(to) ?? 0) - takenCents);
  }
  return {
    weights: Array.from(weights, ([backer, backedCents]) => ({ backer, backedCents: backedCents as Cents })).filter(
      ({ backedCents }) => backedCents > 0,
    ),
    events: events.map(sharingEvent),
  };
}

function sharingEvent({
  paidCents,
  from,
  to,
  takenCents,
  by,
  forgivenCents,
  isWrittenOff,
}: Event): SharingEvent<UserId> {
  if (isWrittenOff) return { isWrittenOff };
  if (by !== null) return { forgiven: { by, amountCents: forgivenCents } };
  if (from !== null && to !== null) return { takenOver: { from, to, amountCents: takenCents } };
  return { paidCents: paidCents as Cents };
}

/** The active backings of one person in a released loan, oldest first. */
export async function listLoanBackings(
  tx: Tx,
  proposalId: ProposalId,
  userId: UserId,
): Promise<{ investmentId: InvestmentId; amountCents: Cents }[]> {
  const { rows } = await sql<{ investmentId: InvestmentId; amountCents: Cents }>`
    select id as "investmentId", amount_cents as "amountCents" from investments
    where proposal_id = ${proposalId} and investor_id = ${userId} and released_at is null order by id`.execute(tx);
  return rows;
}
