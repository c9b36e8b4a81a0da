import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { hint } from '../../db/hints.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { isShownTo } from '../reports/hidden.repository.ts';

/** Tells every process whose counts may have changed. */
export const UNREAD_CHANNEL = 'unread';
/** A payload takes at most 7,999 bytes and an id at most 16 of them. */
const IDS_PER_PAYLOAD = 400;

/** The payload of a notification: these people, or all readers of this conversation, whose loan may be what changed. */
export type UnreadHint =
  | { readonly userIds: readonly UserId[] }
  | { readonly proposalId: ProposalId; readonly isLoan: boolean };

/**
 * The unread messages or notifications of these people changed: their open pages are told once the transaction commits. It
 * is only a hint to count again, so one too many does no harm.
 */
export async function notifyUnread(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  for (let first = 0; first < userIds.length; first += IDS_PER_PAYLOAD) {
    await hint(tx, UNREAD_CHANNEL, userIds.slice(first, first + IDS_PER_PAYLOAD).join(','));
  }
}

/** As {@link notifyUnread}, for all readers of the conversation, however many they are. */
export async function notifyConversation(tx: Tx, proposalId: ProposalId): Promise<void> {
  await hint(tx, UNREAD_CHANNEL, `proposal ${proposalId}`);
}

/** As {@link notifyConversation}, when something changed that the page of the loan shows. */
export async function notifyLoan(tx: Tx, proposalId: ProposalId): Promise<void> {
  await hint(tx, UNREAD_CHANNEL, `loan ${proposalId}`);
}

export function readUnreadHint(payload: string): UnreadHint {
  const [, what, id] = /^(proposal|loan) (\d+)$/.exec(payload) ?? [];
  if (id !== undefined) return { proposalId: Number(id) as ProposalId, isLoan: what === 'loan' };
  return { userIds: payload.split(',').map((id) => Number(id) as UserId) };
}

/**
 * The conversations of a person as rows of one column `id`: own proposals, those with money of theirs, those of their
 * institutions and those they have written in (R15.1). `userId` is an id or a column of the query around. Drafts are among
 * them; {@link unreadOf} and the lists leave them out.
 */
export function conversationIdsOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${ownIdsOf(userId)}
    union select s.id from mfi_staff f join proposals s on s.mfi_id = f.mfi_id and s.deleted_at is null
      where f.user_id = ${userId}`;
}

/**
 * As {@link conversationIdsOf}, but with only those conversations of their institutions in which somebody has written:
 * in others nothing is unread.
 */
export function begunConversationIdsOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${ownIdsOf(userId)}
    union select s.proposal_id from mfi_staff f join begun_conversations s on s.mfi_id = f.mfi_id where f.user_id = ${userId}`;
}

function ownIdsOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.id from proposals o where o.owner_id = ${userId} and o.deleted_at is null
    union select i.proposal_id from investments i where i.investor_id = ${userId} and i.released_at is null
    union select w.proposal_id from messages w where w.author_id = ${userId}`;
}

/**
 * The condition that a message `m` of a conversation that the person reads is unread: by another author, not blocked,
 * not hidden and after the mark (R15.4).
 */
export function unreadOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`m.author_id <> ${userId} and m.hidden_at is null and m.id > coalesce((
      select r.last_read_message_id from message_reads r where r.user_id = ${userId} and r.proposal_id = m.proposal_id
    ), 0) and not exists (
      select from blocked_people b where b.user_id = ${userId} and b.blocked_id = m.author_id
    )`;
}

export type UnreadCounts = { readonly unreadMessagesCount: number; readonly unreadNotificationsCount: number };

/** The counts of many people in one query that goes through indexes only, however much they have read before. */
export async function listUnreadCounts(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, UnreadCounts>> {
  const { rows } = await sql<UnreadCounts & { id: UserId }>`
    select u.id, (
        select count(*)::int from (${begunConversationIdsOf(sql`u.id`)}) c
        join proposals p on p.id = c.id and p.deleted_at is null and p.status > ${STATUS.drafted} and ${isShownTo(sql`u.id`)}
        join messages m on m.proposal_id = c.id
        where ${unreadOf(sql`u.id`)}
      ) as "unreadMessagesCount", (
        select count(*)::int from notifications n where n.user_id = u.id and n.read_at is null
      ) as "unreadNotificationsCount"
    from unnest((select ${userIds}::bigint[])) as u (id)`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function countUnreadMessages(db: Db, userId: UserId): Promise<number> {
  return (await listUnreadCounts(db, [userId])).get(userId)?.unreadMessagesCount ?? 0;
}

/** The readers of the conversation among these people. */
export async function listReadersAmong(db: Db, proposalId: ProposalId, userIds: readonly UserId[]): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from unnest(${userIds}::bigint[]) as u (id)
    where u.id in (${readerIdsOf(proposalId)})`.execute(db);
  return rows.map((row) => row.id);
}

/** The people of {@link conversationIdsOf}, asked from the other side. */
export function readerIdsOf(proposalId: ProposalId): RawBuilder<unknown> {
  return sql`
    select o.owner_id from proposals o where o.id = ${proposalId}
    union select i.investor_id from investments i where i.proposal_id = ${proposalId} and i.released_at is null
    union select w.author_id from messages w where w.proposal_id = ${proposalId}
    union select f.user_id from proposals s join mfi_staff f on f.mfi_id = s.mfi_id where s.id = ${proposalId}`;
}
