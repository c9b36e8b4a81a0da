import type { InvitationId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { transaction } from '../db/transaction.ts';
import { CONFIRM_EMAIL_JOB } from '../features/invitations/email-confirmations.repository.ts';
import { emailConfirmationToken } from '../features/invitations/email-confirmation.ts';
import { DEADLINE_JOB } from '../features/invitations/deadline-reminders.repository.ts';
import { INVITATION_ACCEPTED_JOB, INVITATION_JOB } from '../features/invitations/invitations.repository.ts';
import { THANKS_JOB, type ThanksPayload } from '../features/invitations/thanks.repository.ts';
import { formatUsd } from '../http/sentences.ts';
import { thanksAfterRepaid, thankYou } from '../notices/backer-notices.ts';
import {
  backInvitation,
  campaignInvitation,
  confirmEmailAddress,
  invitationAccepted,
} from '../notices/invitation-notices.ts';
import type { Notice } from '../notices/notice.ts';
import type { Outside } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import { invitationUrl, targetOf, targetUrl } from './invitation-links.ts';
import { enqueueMessages } from './messages.ts';
import { notify } from './notify.ts';
import type { JobHandler, JobHandlers } from './outbox.ts';
import { tellDeadlineNear } from './tell-deadline-near.ts';
import { findEmailOwner, findThanked, findToldInvitation, type ToldInvitation } from './tell-invitations.repository.ts';
import { unsubscribeToken } from './unsubscribe-link.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Who is told of invitations, thanks and deadlines. Each handler done twice tells once. */
export function invitationHandlers(outside: Port): JobHandlers {
  return {
    [INVITATION_JOB]: tellInvited(outside),
    [INVITATION_ACCEPTED_JOB]: tellInviter(outside),
    [THANKS_JOB]: tellThanked(outside),
    [CONFIRM_EMAIL_JOB]: askToConfirm(outside),
    [DEADLINE_JOB]: tellDeadlineNear(outside),
  };
}

/** The mail to the address, and the bell of whoever has it (R12.4). An address that wants none gets neither (R12.6). */
function tellInvited(outside: Port): JobHandler {
  const { db, now, secret } = outside;
  return async ({ payload, dedupeKey: key }) => {
    const invitation = await findToldInvitation(db, (payload as { invitationId: InvitationId }).invitationId);
    if (!invitation || invitation.isSuppressed || invitation.isAccepted) return;
    const { readerId, readerLanguage, inviterId, inviterLanguage, address } = invitation;
    // Whoever it is cannot tell from the answer that this is the owner's address, and the owner need not be asked.
    if (readerId !== null && readerId === invitation.ownerId) return;
    const language = readerLanguage ?? inviterLanguage;
    const dedupeKey = `${key}:mail`;
    await transaction(db, async (tx) => {
      if (readerId !== null) {
        const bell = { userId: readerId, kind: 'invited' as const, ...targetOf(invitation), actorId: inviterId };
        await notify(tx, secret, [{ ...bell, dedupeKey: `${key}:bell` }], now());
      }
      if (!invitation.wantsMail) return;
      const message = { channel: 'email' as const, to: address, ...mailOf(outside, invitation), dedupeKey };
      const unsubscribe = { token: unsubscribeToken(secret, { topic: 'invitations', address }), language };
      await enqueueMessages(tx, secret, [{ dedupeKey, message, unsubscribe }], now());
    });
  };
}

function mailOf(outside: Port, invitation: ToldInvitation): Notice {
  const { amountCents, readerLanguage, inviterLanguage, ownerName } = invitation;
  const language = readerLanguage ?? inviterLanguage;
  const about = { ...invitation, url: invitationUrl(outside, invitation) };
  if (amountCents === null) return campaignInvitation(language, about);
  return backInvitation(language, {
    ...about,
    ownerName: ownerName ?? '',
    amount: formatUsd(language, amountCents),
  });
}

/** Who accepted, to the one who asked (R12.3). */
function tellInviter({ db, now, secret, config }: Port): JobHandler {
  return async ({ payload, dedupeKey }) => {
    const invitation = await findToldInvitation(db, (payload as { invitationId: InvitationId }).invitationId);
    if (!invitation || invitation.acceptedBy === null || invitation.acceptedBy === invitation.inviterId) return;
    const { inviterId, inviterEmail, inviterLanguage, acceptedBy, acceptedName, title } = invitation;
    const url = targetUrl(config, invitation);
    const notice = invitationAccepted(inviterLanguage, { name: acceptedName ?? '', title, url });
    const told = {
      userId: inviterId,
      kind: 'invitation_accepted' as const,
      ...targetOf(invitation),
      actorId: acceptedBy,
      dedupeKey: `${dedupeKey}:told`,
      mail: { to: inviterEmail, notice },
    };
    await transaction(db, (tx) => notify(tx, secret, [told], now()));
  };
}

function tellThanked({ db, now, secret, config }: Port): JobHandler {
  return async ({ payload, dedupeKey }) => {
    const { kind, proposalId, userId } = payload as ThanksPayload;
    const thanked = await findThanked(db, proposalId, userId);
    if (!thanked) return;
    const { language, backedCents, ownerId, email: to, ...about } = thanked;
    const write = kind === 'thank_you' ? thankYou : thanksAfterRepaid;
    const url = targetUrl(config, { mfiName: thanked.mfiName, proposalId, campaignId: null });
    const notice = write(language, { ...about, url, amount: formatUsd(language, backedCents as Cents) });
    const told = { userId, kind: 'thanks' as const, proposalId, actorId: ownerId, dedupeKey: `${dedupeKey}:told` };
    await transaction(db, (tx) => notify(tx, secret, [{ ...told, mail: { to, notice } }], now()));
  };
}

function askToConfirm({ db, now, secret, config }: Port): JobHandler {
  return async ({ payload, dedupeKey: key, createdAt }) => {
    const { userId } = payload as { userId: UserId };
    const owner = await findEmailOwner(db, userId);
    if (!owner || owner.isVerified) return;
    const token = emailConfirmationToken(secret, { userId, email: owner.email }, createdAt);
    const url = `${publicOrigin(config)}/App/ConfirmEmail?${new URLSearchParams({ token })}`;
    const dedupeKey = `${key}:mail`;
    const message = {
      channel: 'email' as const,
      to: owner.email,
      ...confirmEmailAddress(owner.language, url),
      dedupeKey,
    };
    await transaction(db, (tx) => enqueueMessages(tx, secret, [{ dedupeKey, message }], now()));
  };
}
