import * as contract from '@sathi/contract/forgiving.ts';
import { type ForgivingFacts, forgivingRefusal } from '@sathi/domain/forgiving.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Db } from '../../db/db.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import type { Outside } from '../../outside/outside.ts';
import { isBacker } from '../investments/investments.repository.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findPaidInAt } from './forgiving.repository.ts';
import { forgiveClaim } from './forgiving.service.ts';

/** A backer gives up what a running loan still owes them (R30.1). */
export function forgivingRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config, now: clock } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.findForgiving, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    const facts = await factsOf(db, proposal, viewer.id);
    const refusal = forgivingRefusal(viewer, proposal, facts, clock());
    if (refusal === null) return { amount: facts.claimCents, hindrance: null };
    if (refusal === 'wrong_status' || refusal === 'payment_pending' || refusal === 'paid_in_lately') {
      return { amount: facts.claimCents, hindrance: refusal };
    }
    throw new RefusalError(refusal);
  });

  command(app, outside, contract.forgive, {
    stepUp: 'everybody',
    on: async (asking) => {
      const { proposal } = await askedProposal(asking);
      return { proposal, facts: await factsOf(asking.tx, proposal, asking.viewer.id) };
    },
    may: ({ viewer, proposal, facts, now }) => forgivingRefusal(viewer, proposal, facts, now),
    run: (change) => forgiveClaim(change, teller, change.body.sayWho ?? false),
  });
}

async function factsOf(db: Db, { id: proposalId }: ProposalRow, userId: UserId): Promise<ForgivingFacts> {
  return {
    claimCents: await balanceCents(db, { kind: 'claim', userId, proposalId }),
    isBacker: await isBacker(db, proposalId, userId),
    paidInAt: await findPaidInAt(db, proposalId, userId),
  };
}
