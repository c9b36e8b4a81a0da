import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type Proposal, proposalStatusOf, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { isShownTo } from '../reports/hidden.repository.ts';
import { withStatus } from './messages.repository.ts';
import { conversationIdsOf, unreadOf } from './unread.repository.ts';

/** The sort value of a conversation: unread ones first, then by the latest message. */
const UNREAD_FIRST = 10_000_000_000_000;

export type ConversationRow = Omit<Proposal, 'status'> & {
  readonly title: string;
  readonly statusCode: number;
  readonly ownerName: string;
  readonly mfiName: string;
  readonly backersCount: number;
  readonly unreadMessagesCount: number;
  readonly lastMessageAt: Date | null;
  readonly isBacker: boolean;
  readonly hasWritten: boolean;
  readonly blockedPeople: ReadonlyArray<{ readonly id: UserId; readonly name: string }>;
  readonly place: number;
};

type Options = {
  readonly statuses?: readonly ProposalStatus[] | undefined;
  /** This one alone, whether the person reads it or not. */
  readonly proposalId?: ProposalId | undefined;
  readonly limit: number;
  readonly after: Cursor | null;
};

/** Conversations of one person with the details that the choice among them shows; drafts have none (R15.1). */
export async function listConversations(db: Db, userId: UserId, options: Options): Promise<ConversationRow[]> {
  const me = sql`${userId}::bigint`;
  const { statuses, proposalId, limit, after } = options;
  const ids = proposalId === undefined ? conversationIdsOf(me) : sql`select ${proposalId}::bigint as id`;
  const { rows } = await sql<ConversationRow>`
    select p.id, p.owner_id as "ownerId", p.mfi_id as "mfiId", p.title, p.status as "statusCode",
      p.approved_at is not null as "isMfiApproved", p.amount_cents as "amountCents", p.backed_cents as "backedCents",
      p.funded_cents as "fundedCents", p.repaid_cents as "repaidCents", p.forgiven_cents as "forgivenCents",
      p.pending_cents as "pendingCents",
      p.funding_deadline as "fundingDeadline", f.approve_before_backing as "approveBeforeBacking",
      o.first_name || ' ' || o.last_name as "ownerName", f.name as "mfiName", t.place, t.unread as "unreadMessagesCount",
      t.last_at as "lastMessageAt",
      (select count(distinct i.investor_id)::int from investments i
        where i.proposal_id = p.id and i.released_at is null) as "backersCount",
      exists (select from investments i where i.proposal_id = p.id and i.investor_id = ${me} and i.released_at is null)
        as "isBacker",
      exists (select from messages m where m.proposal_id = p.id and m.author_id = ${me}) as "hasWritten",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.id)
        from blocked_people b join users u on u.id = b.blocked_id
        where b.user_id = ${me} and exists (select from messages m where m.proposal_id = p.id and m.author_id = u.id)
      ), '[]'::jsonb) as "blockedPeople"
    from (
      select c.id, n.unread, l.last_at,
        (case when n.unread > 0 then ${UNREAD_FIRST}::bigint else 0 end)
          + coalesce(round(extract(epoch from l.last_at) * 1000), 0)::bigint as place
      from (${ids}) c
      join proposals p on p.id = c.id and p.deleted_at is null and p.status > ${STATUS.drafted} and ${isShownTo(me)} ${withStatus(statuses)}
      cross join lateral (
        select count(*)::int as unread from messages m where m.proposal_id = c.id and ${unreadOf(me)}
      ) n
      left join lateral (
        select m.sent_at as last_at from messages m where m.proposal_id = c.id order by m.id desc limit 1
      ) l on true
    ) t
    join proposals p on p.id = t.id
    join users o on o.id = p.owner_id
    join mfis f on f.id = p.mfi_id
    ${after === null ? sql`` : sql`where (t.place, t.id) < (${after.value}::bigint, ${after.id}::bigint)`}
    order by t.place desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The facts of a row that the rules need. */
export function proposalOfConversation(row: ConversationRow): Proposal {
  return { ...row, status: proposalStatusOf(row.statusCode) };
}
