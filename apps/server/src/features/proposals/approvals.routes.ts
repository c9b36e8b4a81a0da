import * as contract from '@sathi/contract/approvals.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { ProposalAction } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { logStaffAct } from '../../http/audit-log.ts';
import { wellFormed } from '../../http/call.ts';
import { command } from '../../http/command.ts';
import { bind } from '../../http/mount.ts';
import { staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, given, invalidField, refuseIf } from '../../errors/refusal-error.ts';
import { isOfficer } from '../mfis/work-queues.repository.ts';
import { approveProposal, releaseFunds, returnProposal } from './approvals.service.ts';
import { definedOf } from '../../http/defined-of.ts';
import { isBacker } from '../investments/investments.repository.ts';
import { type Deciding, pairBeforeState, pairOf, pairRefusal } from '../staff/four-eyes.repository.ts';
import { setCollector } from './collector.repository.ts';
import { askedProposal, findProposal, type ProposalRow, revisionRefusal } from './proposals.repository.ts';
import { fillInProposal, translateProposal } from './proposals.service.ts';
import { countOtherLoans } from './user-stats.repository.ts';

/** The decisions of an MFI's staff about a proposal. */
export function approvalRoutes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.approveProposal, {
    on: askedProposal,
    may: (decision) => pairBeforeState(decisionRefusal('approve', decision), () => backerRefusal(decision)),
    run: approveProposal,
  });
  command(app, outside, contract.releaseFunds, {
    on: async (asking) => {
      const { proposal } = await askedProposal(asking);
      return { proposal, pair: pairOf(proposal, proposal.amountCents, proposal.approvedBy) };
    },
    may: (decision) => {
      const { isMfiApproved } = decision.proposal;
      const refusal = decisionRefusal('releaseFunds', decision) ?? (isMfiApproved ? null : 'not_approved');
      return pairBeforeState(refusal, () => pairRefusal(decision));
    },
    run: releaseFunds,
  });
  command(app, outside, contract.returnProposal, {
    on: askedProposal,
    may: (decision) => decisionRefusal('returnProposal', decision),
    run: returnProposal,
  });
  command(app, outside, contract.assignOfficer, {
    on: askedProposal,
    // Allowed as filling in is: to staff there, but not about their own loan.
    may: (decision) => decisionRefusal('fillIn', decision),
    run: async ({ tx, proposal, body: { officerId, area } }) => {
      const isStranger =
        officerId !== undefined && officerId !== null && !(await isOfficer(tx, proposal.mfiId, officerId));
      if (isStranger) throw invalidField('officerId', 'invalid');
      return {
        id: proposal.id,
        ...(await setCollector(tx, proposal.id, definedOf({ officerId, area: area === '' ? null : area }))),
      };
    },
  });
  command(app, outside, contract.fillInProposal, {
    on: askedProposal,
    may: (decision) => decisionRefusal('fillIn', decision),
    run: (change) => {
      const { userId: _, ...values } = change.body;
      return fillInProposal(change, definedOf(values));
    },
  });
  command(app, outside, contract.translateProposal, {
    on: askedProposal,
    may: (decision) =>
      decisionRefusal('translate', decision) ?? (decision.proposal.reducedAt === null ? null : 'wrong_status'),
    run: translateProposal,
  });
  otherLoans(app, outside);
}

/** A read that leaves a row in the audit log: each look at what a person has elsewhere (R26.5, R34.5). */
function otherLoans(app: FastifyInstance, { db, now }: Outside): void {
  bind(app, contract.countOtherLoans, async (asking) => {
    const { viewer, asked } = asking;
    const proposal = found(await findProposal(db, given('proposalId', asked.proposalId)));
    refuseIf(decisionRefusal('seeOtherLoans', { viewer, proposal, asked }));
    wellFormed(asking);
    await logStaffAct(db, contract.countOtherLoans, { ...asking, proposal, now: now() }, null);
    const byStatus = await countOtherLoans(db, proposal);
    return { count: byStatus.reduce((sum, { count }) => sum + count, 0), byStatus };
  });
}

/** Staff who put money behind a loan do not also check it, where two decide (R6.8). */
async function backerRefusal(decision: Deciding & { readonly proposal: ProposalRow }) {
  const { tx, viewer, proposal } = decision;
  const pair = pairOf(proposal, proposal.amountCents, viewer.id);
  if (pair === undefined || !(await isBacker(tx, proposal.id, viewer.id))) return null;
  return pairRefusal({ ...decision, pair });
}

type Decision = {
  readonly viewer: SignedIn;
  readonly proposal: ProposalRow;
  readonly asked: { readonly mfiId?: MfiId | undefined; readonly revision?: string | undefined };
};

function decisionRefusal(action: ProposalAction, decision: Decision): RefusalCode | null {
  return staffRefusal(action, decision) ?? revisionRefusal(decision.proposal, decision.asked.revision);
}
