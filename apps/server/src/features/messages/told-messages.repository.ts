import type { MessageId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { Language } from '../../http/language.ts';
import { isShownTo } from '../reports/hidden.repository.ts';
import { readerIdsOf } from './unread.repository.ts';

/**
 * Readers of the conversation for whom the bell is to ring: all but the author, readers who hide the author, readers
 * who have read the message, and readers in whose list an unread entry of this conversation already stands. The key
 * holds how far they have read, and the last entry that they have read without opening it: one entry for each person and
 * conversation until they have read it.
 */
export async function untoldReaders(
  db: Db,
  { proposalId, messageId }: { readonly proposalId: ProposalId; readonly messageId: MessageId },
) {
  const { rows } = await sql<{
    readonly userId: UserId;
    readonly email: null;
    readonly language: Language;
    readonly actorId: UserId;
    readonly key: string;
  }>`
    select u.id as "userId", null as email, u.language, m.author_id as "actorId",
      u.id || ':' || coalesce(r.last_read_message_id, 0) || ':' || coalesce((
        select n.id from notifications n
        where n.user_id = u.id and n.kind = 'message' and n.proposal_id = m.proposal_id
        order by n.at desc, n.id desc limit 1
      ), 0) as key
    from messages m
    join proposals p on p.id = m.proposal_id and p.deleted_at is null and p.status > ${STATUS.drafted}
    join users u on u.id in (${readerIdsOf(proposalId)}) and u.id <> m.author_id and ${isShownTo(sql`u.id`)}
    left join message_reads r on r.user_id = u.id and r.proposal_id = m.proposal_id
    where m.proposal_id = ${proposalId} and m.id = ${messageId} and m.hidden_at is null and coalesce(r.last_read_message_id, 0) < m.id
      and not exists (select from blocked_people b where b.user_id = u.id and b.blocked_id = m.author_id)
      and not exists (
        select from notifications n
        where n.user_id = u.id and n.kind = 'message' and n.proposal_id = m.proposal_id and n.read_at is null
      )
    order by u.id`.execute(db);
  return rows;
}
