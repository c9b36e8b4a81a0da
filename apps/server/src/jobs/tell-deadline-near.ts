import type { DeadlinePayload } from '../features/invitations/deadline-reminders.repository.ts';
import { transaction } from '../db/transaction.ts';
import { formatUsd } from '../http/sentences.ts';
import { deadlineNearInvited, deadlineNearOwner } from '../notices/backer-notices.ts';
import type { Outside } from '../outside.ts';
import { invitationUrl, targetUrl } from './invitation-links.ts';
import { enqueueMessages, type QueuedMessage } from './messages.ts';
import { type Notification, notify } from './notify.ts';
import type { JobHandler } from './outbox.ts';
import {
  findOpenProposal,
  listInvitedWithoutBacking,
  type NearProposal,
  type ToldInvitation,
} from './tell-invitations.repository.ts';
import { unsubscribeToken } from './unsubscribe-link.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;
type About = NearProposal & DeadlinePayload & { readonly key: string };

/** R5.4: the owner, and everybody who was invited and has not backed the proposal yet. What closed meanwhile is left alone. */
export function tellDeadlineNear(outside: Port): JobHandler {
  const { db, now, secret } = outside;
  return async ({ payload, dedupeKey: key }) => {
    const { proposalId, days } = payload as DeadlinePayload;
    const proposal = await findOpenProposal(db, proposalId);
    if (!proposal || proposal.fundingDeadline <= now()) return;
    const about: About = { ...proposal, proposalId, days, key };
    const invited = await listInvitedWithoutBacking(db, proposalId, now());
    const people = invited.filter(({ readerId }) => readerId !== null && readerId !== proposal.ownerId);
    const addresses = invited.filter(({ readerId, isSuppressed }) => readerId === null && !isSuppressed);
    await transaction(db, async (tx) => {
      const told = [tellOwner(outside, about), ...people.map((row) => tellReader(outside, about, row))];
      await notify(tx, secret, told, now());
      await enqueueMessages(
        tx,
        secret,
        addresses.map((row) => mailAddress(outside, about, row)),
        now(),
      );
    });
  };
}

function tellOwner({ config }: Port, about: About): Notification {
  const { ownerId, ownerEmail, ownerLanguage, proposalId, remainingCents, key } = about;
  const url = targetUrl(config, { ...about, campaignId: null });
  const notice = deadlineNearOwner(ownerLanguage, {
    ...about,
    url,
    remaining: formatUsd(ownerLanguage, remainingCents),
  });
  const dedupeKey = `${key}:${ownerId}`;
  return { userId: ownerId, kind: 'deadline_near', proposalId, dedupeKey, mail: { to: ownerEmail, notice } };
}

/** An address that wants no invitations is not reminded of one by mail; its owner's bell rings all the same. */
function tellReader(outside: Port, about: About, invitation: ToldInvitation): Notification {
  const { proposalId, key } = about;
  const { readerId, readerEmail, address, isAccepted, isSuppressed, inviterId } = invitation;
  const userId = readerId as NonNullable<typeof readerId>;
  const told = {
    userId,
    kind: 'deadline_near' as const,
    proposalId,
    actorId: inviterId,
    dedupeKey: `${key}:${userId}`,
  };
  if (isSuppressed) return told;
  const to = (isAccepted ? readerEmail : null) ?? address;
  return { ...told, mail: { to, notice: noticeOf(outside, about, invitation) } };
}

function mailAddress(outside: Port, about: About, invitation: ToldInvitation): QueuedMessage {
  const { address, id, inviterLanguage: language } = invitation;
  const dedupeKey = `${about.key}:invitation:${id}`;
  const notice = noticeOf(outside, about, invitation);
  const unsubscribe = { token: unsubscribeToken(outside.secret, { topic: 'invitations', address }), language };
  return { dedupeKey, message: { channel: 'email', to: address, ...notice, dedupeKey }, unsubscribe };
}

function noticeOf(outside: Port, about: About, invitation: ToldInvitation) {
  const { readerLanguage, inviterLanguage, inviterName } = invitation;
  const language = readerLanguage ?? inviterLanguage;
  const url = invitation.isAccepted ? targetUrl(outside.config, invitation) : invitationUrl(outside, invitation);
  return deadlineNearInvited(language, {
    ...about,
    inviterName,
    url,
    remaining: formatUsd(language, about.remainingCents),
  });
}
