import type { MessageId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Standing } from '@sathi/domain/messages.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { isMessageShownTo, isShownTo } from '../reports/hidden.repository.ts';
import { begunConversationIdsOf, unreadOf } from './unread.repository.ts';

export type MessageRow = {
  readonly id: MessageId;
  readonly userId: UserId;
  readonly proposalId: ProposalId;
  readonly text: string;
  readonly date: Date;
  readonly linksAllowed: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImage: string | null;
  readonly title: string;
  readonly isHidden: boolean;
};

/** The query for a page of a list: one row more than it shows, and the beginning of the page before. */
export type PageBefore = { readonly limit: number; readonly before: number | null };

async function selectMessages(db: Db, rest: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.author_id as "userId", m.proposal_id as "proposalId", m.text, m.sent_at as "date",
      m.links_allowed as "linksAllowed", a.first_name as "firstName", a.last_name as "lastName",
      a.profile_image as "profileImage", p.title, m.hidden_at is not null as "isHidden"
    from messages m
    join users a on a.id = m.author_id
    join proposals p on p.id = m.proposal_id and p.deleted_at is null
    where ${rest}`.execute(db);
  return rows;
}

function pageEnd({ limit, before }: PageBefore): RawBuilder<unknown> {
  return sql`${before === null ? sql`` : sql`and m.id < ${before}`} order by m.id desc limit ${limit}`;
}

/** A conversation as one reader sees it, without the people they blocked, newest first. */
export async function listMessages(
  db: Db,
  proposalId: ProposalId,
  readerId: UserId,
  page: PageBefore,
): Promise<MessageRow[]> {
  return selectMessages(
    db,
    sql`m.proposal_id = ${proposalId} and ${isMessageShownTo(sql`${readerId}::bigint`)} and not exists (
      select from blocked_people b where b.user_id = ${readerId} and b.blocked_id = m.author_id
    ) ${pageEnd(page)}`,
  );
}

/** A person's unread messages, of all their conversations, newest first. */
export async function listUnreadMessages(
  db: Db,
  readerId: UserId,
  statuses: readonly ProposalStatus[] | undefined,
  page: PageBefore,
): Promise<MessageRow[]> {
  return selectMessages(
    db,
    sql`m.proposal_id in (${begunConversationIdsOf(sql`${readerId}::bigint`)}) and p.status > ${STATUS.drafted}
      and ${isShownTo(sql`${readerId}::bigint`)} ${withStatus(statuses)}
      and ${unreadOf(sql`${readerId}::bigint`)} ${pageEnd(page)}`,
  );
}

export function withStatus(statuses: readonly ProposalStatus[] | undefined): RawBuilder<unknown> {
  if (statuses === undefined) return sql``;
  return sql`and p.status = any (${statuses.map((status) => PROPOSAL_STATUS[status])}::smallint[])`;
}

/** A message as one reader may see it; undefined when they may not. */
export async function findMessage(db: Db, id: MessageId, readerId: UserId): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db, sql`m.id = ${id} and ${isMessageShownTo(sql`${readerId}::bigint`)}`);
  return row;
}

export async function findStanding(db: Db, proposalId: ProposalId, userId: UserId): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (
        select from investments i where i.proposal_id = ${proposalId} and i.investor_id = ${userId} and i.released_at is null
      ) as "isBacker",
      exists (select from messages m where m.proposal_id = ${proposalId} and m.author_id = ${userId}) as "hasWritten"`.execute(
    db,
  );
  return rows[0] as Standing;
}

/** Locks the author: the messages of a person are written one after the other, so that they can be counted. */
export async function lockAuthor(tx: Tx, authorId: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', authorId).forNoKeyUpdate().execute();
}

/** How many messages an account has written, as far as `most`. */
export async function countWritten(tx: Tx, authorId: UserId, most: number): Promise<number> {
  const rows = await tx.selectFrom('messages').select('id').where('authorId', '=', authorId).limit(most).execute();
  return rows.length;
}

/** When the author sent the message that is the `nth` from the end, for each of the numbers; null without one. */
export async function listSentAt(tx: Tx, authorId: UserId, nths: readonly number[]): Promise<Array<Date | null>> {
  const { rows } = await sql<{ sentAt: Date | null }>`
    select (
      select m.sent_at from messages m where m.author_id = ${authorId} order by m.sent_at desc offset t.n - 1 limit 1
    ) as "sentAt"
    from unnest(${nths}::int[]) with ordinality as t (n, place) order by t.place`.execute(tx);
  return rows.map((row) => row.sentAt);
}

export type NewMessage = {
  readonly proposalId: ProposalId;
  readonly authorId: UserId;
  readonly text: string;
  readonly linksAllowed: boolean;
  readonly sentAt: Date;
};

export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageId> {
  const { id } = await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow();
  return id as MessageId;
}

/** The mark only moves on: a read message stays read, in any order of reports from two devices (R15.4). */
export async function setLastRead(tx: Tx, userId: UserId, { proposalId, id }: MessageRow): Promise<void> {
  await sql`
    insert into message_reads as r (user_id, proposal_id, last_read_message_id) values (${userId}, ${proposalId}, ${id})
    on conflict (user_id, proposal_id) do update
    set last_read_message_id = greatest(r.last_read_message_id, excluded.last_read_message_id)`.execute(tx);
}

/** Marks the bells about a conversation as read: a person who has opened it needs them no more. */
export async function setBellRead(tx: Tx, userId: UserId, proposalId: ProposalId, readAt: Date): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('proposalId', '=', proposalId)
    .where('kind', '=', 'message')
    .where('readAt', 'is', null)
    .execute();
}

export async function isPerson(db: Db, userId: UserId): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;
}

export async function insertBlock(tx: Tx, userId: UserId, blockedId: UserId, blockedAt: Date): Promise<void> {
  await tx
    .insertInto('blockedPeople')
    .values({ userId, blockedId, blockedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBlock(tx: Tx, userId: UserId, blockedId: UserId): Promise<void> {
  await tx.deleteFrom('blockedPeople').where('userId', '=', userId).where('blockedId', '=', blockedId).execute();
}
