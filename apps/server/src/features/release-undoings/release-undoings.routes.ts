import * as contract from '@sathi/contract/release-undoings.ts';
import { confirmLoanRefusal, hasEnded } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { found } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { refuseOthersThanStaff, staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { findOpenUndoing } from './release-undoings.repository.ts';
import { confirmUndoing, enterUndoing, undoingAnswer, undoingRefusal } from './release-undoings.service.ts';

/** Releases of which nothing was sent, undone by two people of the staff (R31.3). */
export function releaseUndoingRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config, now: clock } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.findReleaseUndoing, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseOthersThanStaff({ viewer, proposal, asked: query });
    return undoingAnswer(db, proposal, viewer, clock());
  });

  command(app, outside, contract.enterReleaseUndoing, {
    on: askedUndoing,
    may: async (decision) =>
      staffRefusal('undoRelease', decision) ??
      (await undoingRefusal(decision.tx, decision.proposal)) ??
      (decision.undoing === null ? null : 'wrong_status'),
    run: (change) => enterUndoing(change, teller, change.body.reason),
  });

  command(app, outside, contract.confirmReleaseUndoing, {
    on: async (asking) => {
      const asked = await askedUndoing(asking);
      return { ...asked, pair: asked.undoing === null ? undefined : { enteredBy: asked.undoing.enteredBy } };
    },
    may: async (decision) => {
      const { tx, viewer, proposal, undoing, now } = decision;
      const refusal = staffRefusal('undoRelease', decision);
      if (refusal !== null) return refusal;
      if (undoing === null) return 'wrong_status';
      const office = await findOffice(tx, proposal.mfiId, now);
      const isSecond = confirmLoanRefusal(viewer, undoing, office, proposal.ownerId);
      if (isSecond !== null) return isSecond;
      return hasEnded({ ...undoing, approvedAt: null }, now) ? 'wrong_status' : undoingRefusal(tx, proposal);
    },
    run: (change) => confirmUndoing(change, teller),
  });
}

/** The loan, locked, with the entry that waits; null for none. */
async function askedUndoing(asking: Parameters<typeof askedProposal>[0]) {
  const { proposal } = await askedProposal(asking);
  return { proposal, undoing: (await findOpenUndoing(asking.tx, proposal.id)) ?? null };
}
