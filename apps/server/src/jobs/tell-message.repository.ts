import type { MessageId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { readerIdsOf } from '../features/messages/unread.repository.ts';
import type { ReportReason } from '../notices/message-notices.ts';

export type Untold = { readonly userId: UserId; readonly authorId: UserId; readonly lastReadId: number };

/**
 * Readers of the conversation for whom the bell is to ring: not the author, nobody who hides the author, nobody who has read
 * the message, and nobody in whose list an unread entry of this conversation already stands.
 */
export async function listUntold(db: Db, proposalId: ProposalId, messageId: MessageId): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select u.id as "userId", m.author_id as "authorId", coalesce(r.last_read_message_id, 0) as "lastReadId"
    from messages m
    join proposals p on p.id = m.proposal_id and p.deleted_at is null and p.status > 1
    join users u on u.id in (${readerIdsOf(proposalId)}) and u.id <> m.author_id
    left join message_reads r on r.user_id = u.id and r.proposal_id = m.proposal_id
    where m.proposal_id = ${proposalId} and m.id = ${messageId} and coalesce(r.last_read_message_id, 0) < m.id
      and not exists (select from blocked_people b where b.user_id = u.id and b.blocked_id = m.author_id)
      and not exists (
        select from notifications n
        where n.user_id = u.id and n.kind = 'message' and n.proposal_id = m.proposal_id and n.read_at is null
      )
    order by u.id`.execute(db);
  return rows;
}

export type ReportedMessage = {
  readonly text: string;
  readonly author: string;
  readonly authorId: UserId;
  readonly reason: ReportReason;
};

/** A message with the first reason somebody gave for reporting it. */
export async function findReportedMessage(
  db: Db,
  proposalId: ProposalId,
  messageId: MessageId,
): Promise<ReportedMessage | undefined> {
  const { rows } = await sql<ReportedMessage>`
    select m.text, u.first_name || ' ' || u.last_name as author, m.author_id as "authorId", r.reason
    from messages m join users u on u.id = m.author_id
    join message_reports r on r.message_id = m.id
    where m.proposal_id = ${proposalId} and m.id = ${messageId}
    order by r.reported_at, r.reporter_id limit 1`.execute(db);
  return rows[0];
}
