import * as contract from '@sathi/contract/release-undoings.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { confirmLoanRefusal } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { findOpenUndoing } from './release-undoings.repository.ts';
import { confirmUndoing, enterUndoing, undoingAnswer, undoingRefusal } from './release-undoings.service.ts';

/** Releases of which nothing was sent, undone by two people of the staff (R31.3). */
export function releaseUndoingRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config, now: clock } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.findReleaseUndoing, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const isOther = query.mfiId !== undefined && query.mfiId !== proposal.mfiId;
    if (isOther || viewer.id === proposal.ownerId || !isStaffOf(viewer, proposal.mfiId)) {
      throw new RefusalError('not_permitted');
    }
    return undoingAnswer(db, proposal, viewer, clock());
  });

  command(app, outside, contract.enterReleaseUndoing, {
    on: askedUndoing,
    may: async (decision) =>
      staffRefusal(decision) ??
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
      const refusal = staffRefusal(decision);
      if (refusal !== null) return refusal;
      if (undoing === null) return 'wrong_status';
      return (
        confirmLoanRefusal(viewer, undoing, await findOffice(tx, proposal.mfiId, now), proposal.ownerId) ??
        (await undoingRefusal(tx, proposal))
      );
    },
    run: (change) => confirmUndoing(change, teller),
  });
}

/** The loan, locked, with the entry that waits; null for none. */
async function askedUndoing(asking: Parameters<typeof askedProposal>[0]) {
  const { proposal } = await askedProposal(asking);
  return { proposal, undoing: (await findOpenUndoing(asking.tx, proposal.id)) ?? null };
}

type Deciding = {
  readonly viewer: SignedIn;
  readonly proposal: ProposalRow;
  readonly asked: { readonly mfiId?: MfiId | undefined };
};

function staffRefusal({ viewer, proposal, asked }: Deciding) {
  const refusal = proposalRefusal('undoRelease', viewer, proposal);
  if (refusal === 'not_found') return refusal;
  return asked.mfiId !== undefined && asked.mfiId !== proposal.mfiId ? 'not_permitted' : refusal;
}
