import * as contract from '@sathi/contract/proposals.ts';
import { extendedDeadline, extendRefusal } from '@sathi/domain/funding-time.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { askedProposal, setProposal } from './proposals.repository.ts';

/** The owner gives a proposal that collects more time, and its backers hear of it (R5.6, R31.2). */
export function extendingRoutes(app: FastifyInstance, outside: Outside): void {
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  command(app, outside, contract.extendFunding, {
    on: askedProposal,
    may: ({ viewer, proposal, now }) => extendRefusal(viewer, proposal, { extendedAt: proposal.extendedAt, now }),
    run: async ({ tx, viewer, proposal, now }) => {
      const { id, ownerId, title, mfiId } = proposal;
      const { name: mfiName } = found(await findMfiById(tx, mfiId));
      const fundingDeadline = extendedDeadline(found(proposal.fundingDeadline), proposal.mfi);
      await setProposal(tx, id, { fundingDeadline, extendedAt: now });
      await insertProposalEvent(tx, { proposalId: id, kind: 'extended', actorId: viewer.id, at: now });
      const about = { proposalId: id, ownerId, title, mfiName };
      const event = { ...about, url: pageUrl(teller.origin, about), key: `extended:${id}:${now.toISOString()}` };
      await tellWithin(tx, teller, 'extended', event, now);
      return { id, fundingDeadline };
    },
  });
}
