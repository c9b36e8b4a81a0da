import type { InvitationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { OPEN_STATUSES } from '../../db/proposal-status.ts';
import { type ProposalCardRow, selectCards } from '../proposals/proposal-cards.repository.ts';

export type OwnInvitationRow = {
  readonly id: InvitationId;
  readonly proposalId: ProposalId;
  readonly inviterId: UserId;
  readonly inviterName: string;
  readonly note: string;
  readonly date: Date;
};

/** The most invitations of a person that are brought to mind at once. */
const SHOWN_MAX = 50;

/**
 * The invitations of each of these people to proposals they have not backed, the latest of each proposal, latest first:
 * accepted ones, and open ones to their address once it is known to be theirs. A person without invitations has no
 * entry.
 */
export async function listOwnInvitations(
  db: Db,
  userIds: readonly UserId[],
  now: Date,
): Promise<Map<UserId, OwnInvitationRow[]>> {
  const { rows } = await sql<OwnInvitationRow & { readonly readerId: UserId }>`
    select reader.id as "readerId", shown.* from unnest((select ${userIds}::bigint[])) as reader (id)
    cross join lateral (
      select * from (
        select distinct on (v.proposal_id) v.id, v.proposal_id as "proposalId", v.inviter_id as "inviterId",
          trim(u.first_name || ' ' || u.last_name) as "inviterName", v.note, v.sent_at as date
        from (
          select v.* from invitations v where v.accepted_by = reader.id and v.proposal_id is not null
          union all
          select v.* from users u join identities i on i.subject = u.subject and i.email_verified_at is not null
          join invitations v on v.address = lower(u.email)
          where u.id = reader.id and v.accepted_at is null and v.proposal_id is not null and v.expires_at > ${now}
        ) v join users u on u.id = v.inviter_id join proposals p on p.id = v.proposal_id
        where p.status in ${OPEN_STATUSES} and p.deleted_at is null and p.hidden_at is null and p.funding_deadline >= ${now} and p.owner_id <> reader.id
          and not exists (select from investments i
            where i.proposal_id = p.id and i.investor_id = reader.id and i.released_at is null)
          and not exists (select from ignored_proposals g where g.user_id = reader.id and g.proposal_id = p.id)
        order by v.proposal_id, v.sent_at desc, v.id desc
      ) as latest
      order by date desc, id desc limit ${SHOWN_MAX}
    ) as shown`.execute(db);
  return Map.groupBy(rows, (row) => row.readerId);
}

/** The cards of these proposals, in no order. */
export async function listCardsOf(
  db: Db,
  readerId: UserId,
  proposalIds: readonly ProposalId[],
): Promise<ProposalCardRow[]> {
  if (proposalIds.length === 0) return [];
  return selectCards(db, readerId, sql`and p.id = any ((select ${proposalIds}::bigint[])::bigint[])`);
}
