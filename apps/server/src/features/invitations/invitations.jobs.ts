import type { InvitationId, UserId } from '@sathi/domain/ids.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { JobHandler } from '../../outbox/outbox.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';
import { tell } from '../notifications/tell.ts';
import { DEADLINE_JOB, type DeadlinePayload } from './deadline-reminders.repository.ts';
import { remindOfDeadlines } from './deadline-reminders.service.ts';
import { emailConfirmationToken } from './email-confirmation.ts';
import { CONFIRM_EMAIL_JOB } from './email-confirmations.repository.ts';
import { invitationUrl } from './invitation-url.ts';
import { INVITATION_ACCEPTED_JOB, INVITATION_JOB } from './invitations.repository.ts';
import { THANKS_JOB, type ThanksPayload } from './thanks.repository.ts';
import {
  findEmailOwner,
  findOpenProposal,
  findThanked,
  findToldInvitation,
  listInvitedWithoutBacking,
  type ToldInvitation,
} from './told-invitations.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

export function invitationJobs(outside: Port): Jobs {
  return {
    handlers: {
      [INVITATION_JOB]: tellInvited(outside),
      [INVITATION_ACCEPTED_JOB]: tellInviter(outside),
      [THANKS_JOB]: tellThanked(outside),
      [CONFIRM_EMAIL_JOB]: askToConfirm(outside),
      [DEADLINE_JOB]: tellDeadlineNear(outside),
    },
    // R5.4: deadlines that came near since the last look.
    schedules: [{ name: 'reminders', everyMinutes: 10, work: () => remindOfDeadlines(outside) }],
  };
}

/**
 * The mail to the address, and the bell of its owner (R12.4). An unsubscribed address gets neither (R12.6), and nobody does where the link
 * of a campaign would answer that there is none.
 */
function tellInvited(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key }) => {
    const invitation = await findToldInvitation(outside.db, (payload as { invitationId: InvitationId }).invitationId);
    if (!invitation?.isPublished || invitation.isSuppressed || invitation.isAccepted) return;
    const { readerId, inviterId, address, note, wantsMail } = invitation;
    // The inviter cannot tell from the answer that this is the owner's address, and the owner need not be asked.
    if (readerId !== null && readerId === invitation.ownerId) return;
    const language = languageOf(invitation);
    await tell(outside, invitation.proposalId === null ? 'invited_to_campaign' : 'invited_to_back', {
      ...invitation,
      key,
      url: invitationUrl(outside, invitation),
      actorId: inviterId,
      hasNote: note !== '',
      hearers: readerId === null ? [] : [{ userId: readerId, email: null, language, key: 'bell' }],
      addresses: wantsMail ? [{ userId: null, email: address, language, key: 'mail' }] : [],
    });
  };
}

/** Tells the inviter who accepted (R12.3). */
function tellInviter(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key }) => {
    const invitation = await findToldInvitation(outside.db, (payload as { invitationId: InvitationId }).invitationId);
    if (!invitation || invitation.acceptedBy === null || invitation.acceptedBy === invitation.inviterId) return;
    const { inviterId, inviterEmail, inviterLanguage, acceptedBy } = invitation;
    const inviter = { userId: inviterId, email: inviterEmail, language: inviterLanguage, key: 'told' };
    await tell(outside, 'invitation_accepted', { ...invitation, key, actorId: acceptedBy, hearers: [inviter] });
  };
}

function tellThanked(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key }) => {
    const { kind, proposalId, userId } = payload as ThanksPayload;
    const thanked = await findThanked(outside.db, proposalId, userId);
    if (!thanked) return;
    const { email, language, ownerId } = thanked;
    const hearers = [{ userId, email, language, key: 'told' }];
    const name = kind === 'thank_you' ? 'thank_you' : 'thanks_after_repaid';
    await tell(outside, name, { ...thanked, key, proposalId, actorId: ownerId, hearers });
  };
}

function askToConfirm(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key, createdAt }) => {
    const { userId } = payload as { userId: UserId };
    const owner = await findEmailOwner(outside.db, userId);
    if (!owner || owner.isVerified) return;
    const { email, language } = owner;
    const token = emailConfirmationToken(outside.secret, { userId, email }, createdAt);
    const url = `${publicOrigin(outside.config)}/App/ConfirmEmail?${new URLSearchParams({ token })}`;
    await tell(outside, 'email_given', { key, url, hearers: [{ userId: null, email, language, key: 'mail' }] });
  };
}

/**
 * R5.4: the owner, and all invited people who have not backed the proposal yet. A proposal that closed meanwhile is
 * left alone.
 */
function tellDeadlineNear(outside: Port): JobHandler {
  const { db, now } = outside;
  return async ({ payload, dedupeKey: key }) => {
    const { proposalId, days } = payload as DeadlinePayload;
    const proposal = await findOpenProposal(db, proposalId);
    if (!proposal || proposal.fundingDeadline <= now()) return;
    const { ownerId, ownerEmail, ownerLanguage } = proposal;
    const invited = await listInvitedWithoutBacking(db, proposalId, now());
    await tell(outside, 'deadline_near', {
      ...proposal,
      key,
      proposalId,
      days,
      hearers: [{ userId: ownerId, email: ownerEmail, language: ownerLanguage }],
      invited: invited.filter(({ readerId }) => readerId !== ownerId).flatMap((row) => personOf(outside, row)),
      addresses: invited.filter(({ isSuppressed }) => !isSuppressed).flatMap((row) => addressOf(outside, row)),
    });
  };
}

/** An address that wants no invitations is not reminded of one by mail; its owner's bell rings all the same. */
function personOf(outside: Port, invitation: ToldInvitation): Hearer[] {
  const { readerId, readerEmail, address, isAccepted, isSuppressed, inviterId, inviterName } = invitation;
  if (readerId === null) return [];
  const to = (isAccepted ? readerEmail : null) ?? address;
  const told = { userId: readerId, email: isSuppressed ? null : to, language: languageOf(invitation) };
  // The link of an accepted invitation has done its work.
  const url = isAccepted ? {} : { url: invitationUrl(outside, invitation) };
  return [{ ...told, ...url, actorId: inviterId, inviterName }];
}

function addressOf(outside: Port, invitation: ToldInvitation): Hearer[] {
  const { id, readerId, address, inviterName } = invitation;
  if (readerId !== null) return [];
  const url = invitationUrl(outside, invitation);
  return [
    { userId: null, email: address, language: languageOf(invitation), key: `invitation:${id}`, url, inviterName },
  ];
}

function languageOf({ readerLanguage, inviterLanguage }: ToldInvitation) {
  return readerLanguage ?? inviterLanguage;
}
