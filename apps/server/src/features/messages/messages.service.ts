import type { MessageId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import {
  areLinksAllowed,
  isReader,
  MESSAGE_LIMITS,
  MESSAGES_WITHOUT_LINKS,
  messageRefusal,
  secondsUntilNextMessage,
} from '@sathi/domain/messages.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { enqueue } from '../../jobs/outbox.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../refusal-error.ts';
import { findProposal, lockProposal } from '../proposals/proposals.repository.ts';
import {
  countWritten,
  deleteBlock,
  findMessage,
  findStanding,
  insertBlock,
  insertMessage,
  insertReport,
  isPerson,
  listSentAt,
  lockAuthor,
  type MessageRow,
  type ReportReason,
  setBellRead,
  setLastRead,
} from './messages.repository.ts';
import { countUnreadMessages, notifyConversation, notifyUnread } from './unread.repository.ts';

type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };

/**
 * Writes into the conversation of a proposal. The lock of the proposal lets messages in one after the other, so that their
 * ids grow in the order in which they can be seen: a mark at one never covers another that comes later.
 *
 * @throws RefusalError `wrong_status`, `not_permitted` (R15.2); `too_many_requests` when `isLimited` (R15.3)
 */
export async function sendMessage(
  db: Db,
  input: Command & { readonly proposalId: ProposalId; readonly text: string; readonly isLimited: boolean },
): Promise<MessageRow> {
  const { viewer, attempt, now, proposalId, text, isLimited } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await lockProposal(tx, proposalId));
    refuseIf(messageRefusal(viewer, proposal, await findStanding(tx, proposalId, viewer.id)));
    await lockAuthor(tx, viewer.id);
    if (isLimited) await refuseTooMany(tx, viewer.id, now);
    const linksAllowed = areLinksAllowed(await countWritten(tx, viewer.id, MESSAGES_WITHOUT_LINKS));
    const id = await insertMessage(tx, { proposalId, authorId: viewer.id, text, linksAllowed, sentAt: now });
    await notifyConversation(tx, proposalId);
    const telling = { proposalId, messageId: id };
    await enqueue(tx, [{ kind: 'message_sent', dedupeKey: `message_sent:${id}`, payload: telling }], now);
    return found(await findMessage(tx, id));
  });
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

/** Everything up to the message is read, by the caller alone (R15.4). @throws RefusalError `not_found` */
export async function readMessages(
  db: Db,
  { viewer, attempt, now, messageId }: Command & { readonly messageId: MessageId },
): Promise<{ unreadMessagesCount: number }> {
  return runOnce(db, attempt, now, async (tx) => {
    const message = await findReadable(tx, viewer, messageId);
    await setLastRead(tx, viewer.id, message);
    await setBellRead(tx, viewer.id, message.proposalId, now);
    await notifyUnread(tx, [viewer.id]);
    return { unreadMessagesCount: await countUnreadMessages(tx, viewer.id) };
  });
}

/** @throws RefusalError `not_found`; `not_permitted` for one's own */
export async function findReportable(db: Db, viewer: SignedIn, messageId: MessageId): Promise<MessageRow> {
  const message = await findReadable(db, viewer, messageId);
  if (message.userId === viewer.id) throw new RefusalError('not_permitted');
  return message;
}

/** A message one may not read does not exist. */
async function findReadable(db: Db, viewer: SignedIn, messageId: MessageId): Promise<MessageRow> {
  const message = found(await findMessage(db, messageId));
  const proposal = found(await findProposal(db, message.proposalId));
  const standing = await findStanding(db, message.proposalId, viewer.id);
  if (!isReader(viewer, proposal, standing)) throw new RefusalError('not_found');
  return message;
}

/** Hides what a person writes, or shows it again. @throws RefusalError `not_found`, `invalid_request` for oneself */
export async function setBlocked(
  db: Db,
  input: Command & { readonly personId: UserId; readonly isBlocked: boolean },
): Promise<{ personId: UserId }> {
  const { viewer, attempt, now, personId, isBlocked } = input;
  if (personId === viewer.id) throw invalidField('personId', 'invalid');
  return runOnce(db, attempt, now, async (tx) => {
    if (!(await isPerson(tx, personId))) throw new RefusalError('not_found');
    if (isBlocked) await insertBlock(tx, viewer.id, personId, now);
    else await deleteBlock(tx, viewer.id, personId);
    await notifyUnread(tx, [viewer.id]);
    return { personId };
  });
}

/** Has the staff of the institution told that a message is not right. @throws RefusalError `not_found`; `not_permitted` for one's own */
export async function reportMessage(
  db: Db,
  input: Command & { readonly messageId: MessageId; readonly reason: ReportReason },
): Promise<{ messageId: MessageId }> {
  const { viewer, attempt, now, messageId, reason } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const message = await findReportable(tx, viewer, messageId);
    await insertReport(tx, { messageId, reporterId: viewer.id, reason, reportedAt: now });
    // Staff hear of a message once, however many people it disturbs.
    const telling = { proposalId: message.proposalId, messageId, reason };
    await enqueue(
      tx,
      [{ kind: 'message_reported', dedupeKey: `message_reported:${messageId}`, payload: telling }],
      now,
    );
    return { messageId };
  });
}
