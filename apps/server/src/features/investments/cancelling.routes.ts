import * as contract from '@sathi/contract/investments.ts';
import { cancelBackingRefusal, givenBackOf } from '@sathi/domain/investments.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { found, given, refuseIf } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { type BackingRow, listOpenBackings } from '../pay-ins/parts.repository.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { cancelBacking } from './cancelling.service.ts';
import { findOwnBacking } from './investments.repository.ts';

/** A backer takes an own backing back while its proposal collects (R31.1). */
export function cancellingRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now: clock } = outside;

  mount(app, contract.findOwnBackings, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseIf(proposalRefusal('seeBackers', viewer, proposal));
    const backings = await listOpenBackings(db, { proposalId: query.proposalId, userId: viewer.id });
    const refusal = cancelBackingRefusal(viewer, proposal, { isActive: backings.length > 0, now: clock() });
    return {
      backings: backings.map(ownBacking),
      hindrance: refusal === null || refusal === 'too_late' ? refusal : ('wrong_status' as const),
    };
  });

  command(app, outside, contract.cancelBacking, {
    on: async (asking) => {
      const { proposal } = await askedProposal(asking);
      const id = given('id', asking.asked.id);
      return { proposal, backing: found(await findOwnBacking(asking.tx, proposal.id, asking.viewer.id, id)) };
    },
    may: ({ viewer, proposal, backing: { isActive }, now }) =>
      cancelBackingRefusal(viewer, proposal, { isActive, now }),
    run: cancelBacking,
  });
}

function ownBacking(backing: BackingRow) {
  const { toCreditCents, outsideCents } = givenBackOf(backing);
  return {
    id: backing.investmentId,
    amount: backing.amountCents,
    dateBacked: backing.investedAt,
    awaited: backing.unpaidCents,
    toCredit: toCreditCents,
    outside: outsideCents,
  };
}
