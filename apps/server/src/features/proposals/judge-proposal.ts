import type { ProposalId } from '@sathi/domain/ids.ts';
import { type ProposalAction, proposalRefusal } from '@sathi/domain/permissions.ts';
import type { Proposal, SignedIn } from '@sathi/domain/proposals.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { found, refuseIf } from '../../refusal-error.ts';
import { findProposal } from './proposals.repository.ts';

const ID = /^[1-9]\d{0,14}$/;

/**
 * For `mount`: when the values of a call are wrong, whoever may not act on the proposal, or acts in the wrong state, hears of
 * that first. Without a readable id there is nothing to judge.
 */
export function judgeProposal(db: Db, action: ProposalAction) {
  return judgeProposalBy(db, (viewer, proposal) => proposalRefusal(action, viewer, proposal));
}

/** As {@link judgeProposal}, by a rule of the call's own. */
export function judgeProposalBy(db: Db, refusalOf: (viewer: SignedIn, proposal: Proposal) => RefusalCode | null) {
  return async (request: FastifyRequest): Promise<void> => {
    const viewer = signedIn(request);
    const values = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>;
    const id = String(values['proposalId'] ?? values['id'] ?? '');
    if (!ID.test(id)) return;
    const proposal = found(await findProposal(db, Number(id) as ProposalId));
    refuseIf(refusalOf(viewer, proposal));
  };
}
