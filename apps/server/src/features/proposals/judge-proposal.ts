import type { ProposalId } from '@sathi/domain/ids.ts';
import { type ProposalAction, proposalRefusal } from '@sathi/domain/permissions.ts';
import type { Proposal, SignedIn } from '@sathi/domain/proposals.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { found, refuseIf } from '../../refusal-error.ts';
import { findProposal } from './proposals.repository.ts';

export function isReadableId(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,14}$/.test(String(value));
}

/**
 * For `mount`: when the values of a call are wrong, whoever may not act on the proposal, or acts in the wrong state, hears of
 * that first. Without a readable id there is nothing to judge.
 */
export function judgeProposal(db: Db, action: ProposalAction) {
  return judgeProposalBy(db, (viewer, proposal) => proposalRefusal(action, viewer, proposal));
}

type Rule = (
  viewer: SignedIn,
  proposal: Proposal,
  values: Readonly<Record<string, unknown>>,
) => RefusalCode | null | Promise<RefusalCode | null>;

/** As {@link judgeProposal}, by a rule of the call's own, which also gets the raw values. */
export function judgeProposalBy(db: Db, refusalOf: Rule) {
  return async (request: FastifyRequest): Promise<void> => {
    const viewer = signedIn(request);
    const values = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>;
    const id = values['proposalId'] ?? values['id'];
    if (!isReadableId(id)) return;
    const proposal = found(await findProposal(db, Number(id) as ProposalId));
    refuseIf(await refusalOf(viewer, proposal, values));
  };
}
