import type { MessageId, ProposalId } from '@sathi/domain/ids.ts';
import { transaction } from '../db/transaction.ts';
import { messageReportedStaff } from '../notices/message-notices.ts';
import type { Outside } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import { enqueueMessages } from './messages.ts';
import { notify } from './notify.ts';
import type { JobHandler } from './outbox.ts';
import { findReportedMessage, listUntold } from './tell-message.repository.ts';
import { findToldProposal, listReaders, listStaffIds } from './tell-proposal-event.repository.ts';

export const MESSAGE_SENT_JOB = 'message_sent';
export const MESSAGE_REPORTED_JOB = 'message_reported';

type Payload = { proposalId: ProposalId; messageId: MessageId };
type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;
/** How many people are told in one transaction. */
const TOLD_AT_ONCE = 500;

/**
 * Rings the bell of the other readers: one entry for each person and conversation until they have read it. Its key holds how
 * far they have read, so that doing the job twice rings once.
 */
export function tellMessage({ db, secret, now }: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, messageId } = payload as Payload;
    const untold = await listUntold(db, proposalId, messageId);
    for (let first = 0; first < untold.length; first += TOLD_AT_ONCE) {
      const notifications = untold.slice(first, first + TOLD_AT_ONCE).map(({ userId, authorId, lastReadId }) => ({
        userId,
        kind: 'message' as const,
        proposalId,
        actorId: authorId,
        dedupeKey: `message:${proposalId}:${userId}:${lastReadId}`,
      }));
      await transaction(db, (tx) => notify(tx, secret, notifications, now()));
    }
  };
}

/** R15.3: the staff of the institution hear of it with the text, once for each message. */
export function tellMessageReported({ db, secret, config, now }: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, messageId } = payload as Payload;
    const message = await findReportedMessage(db, proposalId, messageId);
    const proposal = await findToldProposal(db, proposalId);
    if (!message || !proposal) return;
    const query = new URLSearchParams({ mfi: proposal.mfiName, id: String(proposalId) });
    const about = { ...message, title: proposal.title, url: `${publicOrigin(config)}/App/proposal?${query}` };
    const staff = await listReaders(db, proposalId, await listStaffIds(db, proposalId));
    const bells = staff.map(({ userId }) => ({
      userId,
      kind: 'message' as const,
      proposalId,
      actorId: message.authorId,
      dedupeKey: `message_reported:${messageId}:${userId}`,
    }));
    // Work, not news: this mail comes whatever its reader wants to hear of messages.
    const mails = staff.map(({ userId, language, email: to }) => {
      const dedupeKey = `message_reported:${messageId}:${userId}:mail`;
      const notice = messageReportedStaff(language, about);
      return { dedupeKey, message: { channel: 'email' as const, to, ...notice, dedupeKey } };
    });
    await transaction(db, async (tx) => {
      await notify(tx, secret, bells, now());
      await enqueueMessages(tx, secret, mails, now());
    });
  };
}
