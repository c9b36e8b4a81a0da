import type { InvitationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { SOMEBODY } from '@sathi/domain/investments.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';

/** A person whose money is in a proposal, or an invitation without a backing. */
export type BackerRow = {
  /** Null also for a person whom the reader may not know (R13.1). */
  readonly id: UserId | null;
  readonly invitationId: InvitationId | null;
  readonly name: string;
  readonly email: string | null;
  readonly profileImage: string | null;
  readonly amount: Cents;
  readonly awaited: Cents;
  readonly forgiven: Cents;
  readonly isInstitution: boolean;
  readonly anonymous: boolean;
  readonly dateBacked: Date | null;
  /** Null also when the reader may not know of it. */
  readonly dateInvited: Date | null;
  readonly inviterId: UserId | null;
  readonly sends: number;
  readonly isAccepted: boolean;
  /** The sort value of the list: the last backing, else the last invitation; then people before invitations. */
  readonly sortedAt: Date;
  readonly sortedId: number;
};

export type BackersView = {
  readonly readerId: UserId;
  /** The owner and the staff see every invitation, others those they sent. */
  readonly seesAll: boolean;
  /** The staff see the names of anonymous backers, and everybody their own. */
  readonly seesNames: boolean;
  /** Whether invitations are listed; a repaid proposal shows only its backers. */
  readonly showsInvited: boolean;
  readonly limit: number;
  readonly after: Cursor | null;
};

/**
 * One row for each backer with the sum and the latest date (R6.5), and one for each invitation that no backer belongs to, by
 * having accepted it or by address (R12.5); latest first. What a person backed without their name is a row of its own to
 * those who may not know it, and their invitation stays open to them. The ids that sort tell nothing of the person.
 */
export async function listBackers(db: Db, proposalId: ProposalId, view: BackersView): Promise<BackerRow[]> {
  const { readerId, seesAll, seesNames, showsInvited, limit, after } = view;
  const beyond = after
    ? sql`where (e."sortedAt", e."sortedId") < (${after.value}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<BackerRow>`
    with backers as (
      select s.investor_id as id, s.named, sum(s.amount_cents)::bigint as amount,
        sum(s.unpaid_cents)::bigint as awaited, max(s.invested_at) as backed_at,
        bool_or(s.anonymous) as anonymous, max(s.id) as sorted_id
      from (
        select i.*, ${seesNames} or not i.anonymous or i.investor_id = ${readerId} as named
        from investments i where i.proposal_id = ${proposalId} and i.released_at is null
      ) s
      group by s.investor_id, s.named
    ), named as (
      select b.id, lower(u.email) as address from backers b join users u on u.id = b.id where b.named
    ), invited as (
      select v.* from invitations v where v.proposal_id = ${proposalId}
    ), followed as (
      select b.id as user_id, v.id as invitation_id, v.inviter_id, v.sent_at
      from invited v join named b on b.id = v.accepted_by
      union
      select b.id, v.id, v.inviter_id, v.sent_at from invited v join named b on b.address = v.address
    ), known as (
      select user_id, max(sent_at) as invited_at from followed
      where ${seesAll} or inviter_id = ${readerId} or user_id = ${readerId}
      group by user_id
    )
    select * from (
      select u.id, null::bigint as "invitationId",
        coalesce(case when u.is_institution then u.first_name else trim(u.first_name || ' ' || u.last_name) end, ${SOMEBODY}::text) as name,
        case when not u.is_institution and u.email not like '%@nobody.invalid' then u.email end as email, u.profile_image as "profileImage", b.amount, b.awaited,
        case when b.named then coalesce((
          select sum(f.amount_cents) from forgivings f
          where f.proposal_id = ${proposalId} and f.user_id = b.id and (${seesNames} or f.says_who or f.user_id = ${readerId})
        ), 0) else 0 end::bigint as forgiven,
        coalesce(u.is_institution, false) as "isInstitution", b.anonymous, b.backed_at as "dateBacked",
        k.invited_at as "dateInvited", null::bigint as "inviterId", 0 as sends, false as "isAccepted",
        b.backed_at as "sortedAt", b.sorted_id as "sortedId"
      from backers b left join users u on u.id = b.id and b.named left join known k on k.user_id = u.id
      union all
      select null, v.id, coalesce(trim(a.first_name || ' ' || a.last_name), ''), v.address, null, 0, 0, 0, false, false, null, v.sent_at,
        v.inviter_id, v.sends::int, v.accepted_at is not null, v.sent_at, -v.id
      from invited v left join users a on a.id = v.accepted_by
      where ${showsInvited} and (${seesAll} or v.inviter_id = ${readerId})
        and v.id not in (select invitation_id from followed)
    ) as e
    ${beyond}
    order by e."sortedAt" desc, e."sortedId" desc limit ${limit}`.execute(db);
  return rows;
}
