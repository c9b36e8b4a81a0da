import type { InvitationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';

/** Somebody whose money is in a proposal, or an invitation that nobody followed with money. */
export type BackerRow = {
  readonly id: UserId | null;
  readonly invitationId: InvitationId | null;
  readonly name: string;
  readonly email: string;
  readonly profileImage: string | null;
  readonly amount: Cents;
  readonly dateBacked: Date | null;
  /** Null also when the reader may not know of it. */
  readonly dateInvited: Date | null;
  readonly inviterId: UserId | null;
  readonly sends: number;
  readonly isAccepted: boolean;
  /** What the list is sorted by: the last backing, else the last invitation; then people before invitations. */
  readonly sortedAt: Date;
  readonly sortedId: number;
};

export type BackersView = {
  readonly readerId: UserId;
  /** The owner and the staff see every invitation, others those they sent. */
  readonly seesAll: boolean;
  /** Of a repaid proposal only who backed it is shown. */
  readonly showsInvited: boolean;
  readonly limit: number;
  readonly after: Cursor | null;
};

/**
 * One row for each backer with the sum and the latest date (R6.5), and one for each invitation that no backer belongs to, by
 * having accepted it or by address (R12.5); latest first.
 */
export async function listBackers(db: Db, proposalId: ProposalId, view: BackersView): Promise<BackerRow[]> {
  const { readerId, seesAll, showsInvited, limit, after } = view;
  const beyond = after
    ? sql`where (e."sortedAt", e."sortedId") < (${after.value}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<BackerRow>`
    with backers as (
      select u.id, lower(u.email) as address, sum(i.amount_cents)::bigint as amount, max(i.invested_at) as backed_at
      from investments i join users u on u.id = i.investor_id
      where i.proposal_id = ${proposalId} and i.released_at is null
      group by u.id
    ), invited as (
      select v.* from invitations v where v.proposal_id = ${proposalId}
    ), followed as (
      select b.id as user_id, v.id as invitation_id, v.inviter_id, v.sent_at
      from invited v join backers b on b.id = v.accepted_by
      union
      select b.id, v.id, v.inviter_id, v.sent_at from invited v join backers b on b.address = v.address
    ), known as (
      select user_id, max(sent_at) as invited_at from followed
      where ${seesAll} or inviter_id = ${readerId} or user_id = ${readerId}
      group by user_id
    )
    select * from (
      select u.id, null::bigint as "invitationId", trim(u.first_name || ' ' || u.last_name) as name, u.email,
        u.profile_image as "profileImage", b.amount, b.backed_at as "dateBacked", k.invited_at as "dateInvited",
        null::bigint as "inviterId", 0 as sends, false as "isAccepted", b.backed_at as "sortedAt", u.id as "sortedId"
      from backers b join users u on u.id = b.id left join known k on k.user_id = b.id
      union all
      select null, v.id, coalesce(trim(a.first_name || ' ' || a.last_name), ''), v.address, null, 0, null, v.sent_at,
        v.inviter_id, v.sends::int, v.accepted_at is not null, v.sent_at, -v.id
      from invited v left join users a on a.id = v.accepted_by
      where ${showsInvited} and (${seesAll} or v.inviter_id = ${readerId})
        and v.id not in (select invitation_id from followed)
    ) as e
    ${beyond}
    order by e."sortedAt" desc, e."sortedId" desc limit ${limit}`.execute(db);
  return rows;
}
