import * as contract from '@sathi/contract/invitations.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignInviteRefusal, inviteRefusal, type ThanksKind, thanksRefusal } from '@sathi/domain/invitations.ts';
import { nameForVisitors } from '@sathi/domain/visitors-names.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { createBatcher } from '../../http/batch.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { isBacker } from '../investments/investments.repository.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { acceptInvitation, confirmEmail } from './accept-invitations.service.ts';
import { findPreview } from './invitations.repository.ts';
import { listCardsOf, listOwnInvitations, type OwnInvitationRow } from './invited-lists.repository.ts';
import { campaignNamed, sendBackInvitations, sendCampaignInvite } from './send-invitations.service.ts';
import { proposalToThankFor, sendThanks, thankOwner } from './thanks.service.ts';
import { unsubscribe } from './unsubscribe.service.ts';

export function invitationRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret } = outside;
  const isLimited = outside.config.rateLimits;

  command(app, outside, contract.sendBackInvitations, {
    on: async ({ tx, asked }) => ({ proposal: found(await findProposal(tx, given('proposalId', asked.proposalId))) }),
    may: ({ viewer, proposal, now }) => inviteRefusal(viewer, proposal, now),
    run: ({ body, ...change }) => {
      const { sendToMails, note, title, description, amount } = body;
      return sendBackInvitations({ ...change, sendToMails, note, secret, isLimited }, { title, description, amount });
    },
  });

  command(app, outside, contract.sendCampaignInvite, {
    on: async ({ tx, viewer, asked }) => ({ campaign: await campaignNamed(tx, viewer, asked) }),
    may: ({ viewer, campaign, now }) => campaignInviteRefusal(viewer, campaign, calendarDateIn(campaign.timeZone, now)),
    run: ({ body, ...change }) => {
      const { sendToMails, note, ...named } = body;
      return sendCampaignInvite({ ...change, sendToMails, note, secret, isLimited }, named);
    },
  });

  thanks(app, outside, contract.sendThankYouEmail, 'thank_you');
  thanks(app, outside, contract.sendThanksAfterRepaid, 'thanks_after_repaid');

  mount(app, contract.previewInvitation, async ({ query }) => {
    const { inviter, ...preview } = found(await findPreview(db, query.token, now()));
    // A link is opened by visitors, whoever sent it (R13.2).
    const { firstName, lastName } = nameForVisitors(inviter);
    return { ...preview, inviterName: `${firstName} ${lastName}`.trim() };
  });

  command(app, outside, contract.acceptInvitation, { run: acceptInvitation });

  // Home asks this of everybody who opens it, and those who ask at once share one query (decision 161).
  const invitationsOf = createBatcher<UserId, OwnInvitationRow[]>(async (userIds) => {
    const rows = await listOwnInvitations(db, [...new Set(userIds)], now());
    return userIds.map((id) => rows.get(id) ?? []);
  });
  mount(app, contract.listInvitations, async ({ query, viewer }) => {
    const invitations = await invitationsOf(viewer.id);
    const cards = await listCardsOf(
      db,
      viewer.id,
      invitations.map(({ proposalId }) => proposalId),
    );
    const rows = new Map(cards.map((row) => [row.id, row]));
    return pageOfAll(
      'invitations',
      invitations.flatMap(({ proposalId, ...invitation }) => {
        const row = rows.get(proposalId);
        return row ? [{ ...invitation, proposal: cardAnswer(row, viewer, now()) }] : [];
      }),
      query,
    );
  });

  command(app, outside, contract.confirmEmail, { run: (change) => confirmEmail(change, secret) });
  mountUnsubscribe(app, outside);
}

type ThanksCall = typeof contract.sendThankYouEmail | typeof contract.sendThanksAfterRepaid;

function thanks(app: FastifyInstance, outside: Outside, endpoint: ThanksCall, kind: ThanksKind): void {
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };
  command(app, outside, endpoint as typeof contract.sendThankYouEmail, {
    on: async ({ tx, viewer, asked }) => {
      const proposal = await proposalToThankFor(tx, viewer, asked);
      return { proposal, isBacker: await isBacker(tx, proposal.id, viewer.id) };
    },
    may: ({ viewer, proposal, ...of }) => thanksRefusal(kind, viewer, proposal, of.isBacker),
    run: (change) =>
      change.viewer.id === change.proposal.ownerId ? sendThanks({ ...change, kind }) : thankOwner(change, teller),
  });
}

/**
 * A mail program that unsubscribes with one click sends a form instead of JSON (RFC 8058). Only here may a body be one, and
 * nothing of it is read: the token in the address says all.
 */
function mountUnsubscribe(app: FastifyInstance, outside: Outside): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
      { parseAs: 'string' },
      (_, __, done) => done(null, undefined),
    );
    mount(scope, contract.unsubscribe, ({ query }) => unsubscribe(outside, query.token));
  });
}
