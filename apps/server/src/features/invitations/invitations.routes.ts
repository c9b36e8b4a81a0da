import * as contract from '@sathi/contract/invitations.ts';
import { inviteRefusal, type ThanksKind, thanksRefusal } from '@sathi/domain/invitations.ts';
import type { CampaignId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { type Caller, signedIn } from '../../http/call.ts';
import { mount, onePage } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { isReadableId, judgeProposalBy } from '../proposals/judge-proposal.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import { findUserBy } from '../users/users.repository.ts';
import { acceptInvitation, confirmEmail } from './accept-invitations.service.ts';
import { findPreview } from './invitations.repository.ts';
import { listCardsOf, listOwnInvitations } from './invited-lists.repository.ts';
import { judgeCampaignInvite, sendBackInvitations, sendCampaignInvite } from './send-invitations.service.ts';
import { sendThanks } from './thanks.service.ts';
import { unsubscribe } from './unsubscribe.service.ts';

export function invitationRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  const isLimited = outside.config.rateLimits;

  mount(
    app,
    contract.sendBackInvitations,
    ({ body, attempt, ...call }) => {
      const { sendToMails, proposalId, note = '', title, description, amount } = body;
      const repeated = { title, description, amount };
      const wish = { viewer: signedIn(call), sendToMails, note, isLimited, attempt };
      return sendBackInvitations(outside, { ...wish, proposalId, repeated });
    },
    { judge: judgeProposalBy(db, (viewer, proposal) => inviteRefusal(viewer, proposal, now())) },
  );

  mount(
    app,
    contract.sendCampaignInvite,
    ({ body, attempt, ...call }) => {
      const { sendToMails, note = '', userId: _, ...named } = body;
      return sendCampaignInvite(outside, { viewer: signedIn(call), sendToMails, note, isLimited, named, attempt });
    },
    {
      judge: async (request) => {
        const id = (request.body as { campaignId?: unknown } | undefined)?.campaignId;
        await judgeCampaignInvite(outside, signedIn(request), isReadableId(id) ? (Number(id) as CampaignId) : null);
      },
    },
  );

  mountThanks(app, outside, contract.sendThankYouEmail, 'thank_you');
  mountThanks(app, outside, contract.sendThanksAfterRepaid, 'thanks_after_repaid');

  mount(app, contract.previewInvitation, async ({ query }) => found(await findPreview(db, query.token, now())));

  mount(app, contract.acceptInvitation, ({ body, attempt, ...call }) =>
    acceptInvitation(outside, { token: body.token, viewer: signedIn(call), attempt }),
  );

  mount(app, contract.listInvitations, async (call) => {
    const viewer = signedIn(call);
    const invitations = await listOwnInvitations(db, viewer.id, now());
    const cards = await listCardsOf(
      db,
      viewer.id,
      invitations.map(({ proposalId }) => proposalId),
    );
    const rows = new Map(cards.map((row) => [row.id, row]));
    return onePage(
      invitations.flatMap(({ proposalId, ...invitation }) => {
        const row = rows.get(proposalId);
        return row ? [{ ...invitation, proposal: cardAnswer(row, viewer, now()) }] : [];
      }),
    );
  });

  mount(app, contract.confirmEmail, ({ body, attempt }) => confirmEmail(outside, { token: body.token, attempt }));
  mountUnsubscribe(app, outside);
}

type ThanksCall = typeof contract.sendThankYouEmail | typeof contract.sendThanksAfterRepaid;

function mountThanks(app: FastifyInstance, outside: Outside, endpoint: ThanksCall, kind: ThanksKind): void {
  mount(
    app,
    endpoint as typeof contract.sendThankYouEmail,
    async ({ body, caller, attempt }) => {
      const { sendToMail, proposalId, userId: _, address: __, proposalOwner: ___, username, ...texts } = body;
      await refuseOtherName(outside, caller as Caller, username);
      const sendToMails = typeof sendToMail === 'string' ? [sendToMail] : sendToMail;
      return sendThanks(outside, { kind, viewer: signedIn({ caller }), sendToMails, proposalId, texts, attempt });
    },
    { judge: judgeProposalBy(outside.db, (viewer, proposal) => thanksRefusal(kind, viewer, proposal)) },
  );
}

/** R6.7: whoever is named as the sender has to be the caller, by subject or by phone. */
async function refuseOtherName({ db }: Outside, { subject }: Caller, username: string | undefined): Promise<void> {
  if (!username?.trim() || username === subject) return;
  const { phone } = found(await findUserBy(db, { subject }));
  if (![phone, phone.slice(1)].includes(username.trim())) throw new RefusalError('not_permitted');
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
