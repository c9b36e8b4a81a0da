import type { UserId } from '@sathi/domain/ids.ts';
import {
  areLinksAllowed,
  MESSAGE_LIMITS,
  MESSAGES_WITHOUT_LINKS,
  secondsUntilNextMessage,
} from '@sathi/domain/messages.ts';
import type { Proposal } from '@sathi/domain/proposals.ts';
import type { Tx } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import {
  countWritten,
  deleteBlock,
  findMessage,
  insertBlock,
  insertMessage,
  isPerson,
  listSentAt,
  lockAuthor,
  type MessageRow,
  setBellRead,
  setLastRead,
} from './messages.repository.ts';
import { countUnreadMessages, notifyConversation, notifyUnread } from './unread.repository.ts';

/**
 * Writes into the conversation of a proposal. The lock of the proposal lets messages in one after the other, so that their
 * ids grow in the order in which they can be seen: a mark at one never covers another that comes later.
 *
 * @throws RefusalError `too_many_requests` when `isLimited` (R15.3)
 */
export async function sendMessage({
  tx,
  viewer,
  now,
  proposal,
  body: { text },
  isLimited,
}: Change & {
  readonly proposal: Pick<Proposal, 'id'>;
  readonly body: { readonly text: string };
  readonly isLimited: boolean;
}): Promise<MessageRow> {
  await lockAuthor(tx, viewer.id);
  if (isLimited) await refuseTooMany(tx, viewer.id, now);
  const linksAllowed = areLinksAllowed(await countWritten(tx, viewer.id, MESSAGES_WITHOUT_LINKS));
  const message = { proposalId: proposal.id, authorId: viewer.id, text, linksAllowed, sentAt: now };
  const id = await insertMessage(tx, message);
  await notifyConversation(tx, proposal.id);
  const telling = { proposalId: proposal.id, messageId: id };
  await enqueue(tx, [{ kind: 'message_sent', dedupeKey: `message_sent:${id}`, payload: telling }], now);
  return found(await findMessage(tx, id, viewer.id));
}

async function refuseTooMany(tx: Tx, authorId: UserId, now: Date): Promise<void> {
  const sentAt = await listSentAt(
    tx,
    authorId,
    MESSAGE_LIMITS.map(({ count }) => count),
  );
  const retryAfterSeconds = secondsUntilNextMessage(sentAt, now);
  if (retryAfterSeconds > 0) throw new RefusalError('too_many_requests', { retryAfterSeconds });
}

type OnMessage = { readonly message: MessageRow };

/** Marks all messages up to this one as read, by the caller alone (R15.4). */
export async function readMessages({ tx, viewer, now, message }: Change & OnMessage) {
  await setLastRead(tx, viewer.id, message);
  await setBellRead(tx, viewer.id, message.proposalId, now);
  await notifyUnread(tx, [viewer.id]);
  return { unreadMessagesCount: await countUnreadMessages(tx, viewer.id) };
}

/** Hides a person's messages, or shows them again. @throws RefusalError `not_found`, `invalid_request` for oneself */
export async function setBlocked(
  { tx, viewer, now, body: { personId } }: Change & { readonly body: { readonly personId: UserId } },
  isBlocked: boolean,
) {
  if (personId === viewer.id) throw invalidField('personId', 'invalid');
  if (!(await isPerson(tx, personId))) throw new RefusalError('not_found');
  if (isBlocked) await insertBlock(tx, viewer.id, personId, now);
  else await deleteBlock(tx, viewer.id, personId);
  await notifyUnread(tx, [viewer.id]);
  return { personId };
}
