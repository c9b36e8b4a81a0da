import * as contract from '@sathi/contract/imports.ts';
import { createProposal as createProposalCall } from '@sathi/contract/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { closeOffer, listOffers, lockOffer, type OfferRow } from '../imports/imports.repository.ts';
import { askedSum } from './asked-sum.ts';
import { newValues } from './new-values.ts';
import { createProposal } from './proposals.service.ts';

/** The drafts that staff of institutions wrote for a person, who makes them their own or does not want them (R31.5). */
export function offerRoutes(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listOffers, async ({ query, viewer }) =>
    pageOfAll('offers', (await listOffers(outside.db, viewer.id)).map(offerAnswer), query),
  );

  command(app, outside, contract.answerOffer, {
    on: async ({ tx, viewer, asked }) => ({ offer: found(await lockOffer(tx, viewer.id, given('id', asked.id))) }),
    run: async ({ offer, body: { id, state }, ...change }) => {
      const proposalId = state === 'taken' ? await takeOffer(change, offer) : null;
      await closeOffer(change.tx, id, { userId: change.viewer.id, state, proposalId }, change.now);
      return { id, state, proposalId };
    },
  });
}

/** The draft is judged anew: rates, and the rules of a new proposal, may have changed since it was brought along. */
async function takeOffer(change: Change, { mfiId, draft }: OfferRow) {
  const body = createProposalCall.body.parse(draft);
  const values = newValues(body, await askedSum(change, mfiId, body));
  return (await createProposal({ ...change, mfiId, values, publish: false })).id;
}

function offerAnswer({ draft, ...of }: OfferRow) {
  const { title, description, amount, localAmount, monthsToRepay, startDate, place } =
    createProposalCall.body.parse(draft);
  const sum = { amount: amount ?? null, localAmount: localAmount ?? null };
  return { ...of, title, description, ...sum, monthsToRepay, startDate, place: place ?? null };
}
