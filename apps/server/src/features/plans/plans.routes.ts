import * as contract from '@sathi/contract/plans.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { PlanChangeId } from '@sathi/domain/ids.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import { isPlanOver } from '@sathi/domain/plans.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { confirmLoanRefusal } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { hasBacked } from '../investments/investments.repository.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { findPlanChange, hasOpenPlan, listPlanChanges, type PlanChangeRow } from './plans.repository.ts';
import { answerPlan, confirmPlan, enterPlan } from './plans.service.ts';

/** New plans of running loans: proposed by staff, decided by the borrower, read by the backers (R28.2). */
export function planRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listPlanChanges, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const isParty = viewer.id === proposal.ownerId || isStaffOf(viewer, proposal.mfiId);
    if (!isParty && !(await hasBacked(db, proposal.id, viewer.id))) throw new RefusalError('not_permitted');
    const rows = await listPlanChanges(db, proposal.id);
    const office = await findOffice(db, proposal.mfiId, now());
    const mayConfirm = (row: PlanChangeRow) => confirmLoanRefusal(viewer, row, office, proposal.ownerId) === null;
    return pageOfAll(
      'plan_changes',
      rows
        .filter(({ state }) => isParty || state === 'accepted')
        .map((row) => planAnswer(row, { mayConfirm: mayConfirm(row), loan: isParty ? proposal : null })),
      query,
    );
  });

  command(app, outside, contract.enterPlan, {
    on: askedProposal,
    may: async (decision) =>
      staffRefusal('changePlan', decision) ??
      ((await hasOpenPlan(decision.tx, decision.proposal.id)) ? 'wrong_status' : null),
    run: ({ query: _, body: { months, firstDueOn, reason }, ...change }) =>
      enterPlan(change, teller, { months, firstDueOn, reason }),
  });

  command(app, outside, contract.confirmPlan, {
    on: askedPlan,
    may: async (decision) => {
      const { tx, now: at, viewer, proposal, plan } = decision;
      const refusal = staffRefusal('changePlan', decision);
      if (refusal !== null) return refusal;
      const office = await findOffice(tx, proposal.mfiId, at);
      return confirmLoanRefusal(viewer, plan, office, proposal.ownerId) ?? stateRefusal(decision, 'entered');
    },
    run: (change) => confirmPlan(change, teller),
  });

  command(app, outside, contract.answerPlan, {
    on: askedPlan,
    may: (decision) =>
      proposalRefusal('answerPlan', decision.viewer, decision.proposal) ?? stateRefusal(decision, 'approved'),
    run: (change) => answerPlan(change, teller, change.body.state),
  });
}

type Asked = {
  readonly proposalId?: ProposalRow['id'] | undefined;
  readonly id?: PlanChangeId | undefined;
};

/** The loan and its plan, under the lock of the loan; strangers learn of neither. `entry` is for the audit log. */
async function askedPlan({ tx, viewer, asked }: { tx: Tx; viewer: SignedIn; asked: Asked }) {
  const { proposal } = await askedProposal({ tx, asked });
  const isParty = viewer.id === proposal.ownerId || isStaffOf(viewer, proposal.mfiId);
  if (!isParty) throw new RefusalError(isVisible(viewer, proposal) ? 'not_permitted' : 'not_found');
  const plan = found(await findPlanChange(tx, proposal.id, given('id', asked.id)));
  return { proposal, plan, entry: { enteredBy: plan.enteredBy } };
}

type Decided = { readonly proposal: ProposalRow; readonly plan: PlanChangeRow; readonly now: Date };

/** A plan is over before the job ends it (R28.2). */
function stateRefusal({ proposal, plan, now }: Decided, wanted: 'entered' | 'approved') {
  const isOver = isPlanOver(plan, calendarDateIn(proposal.mfi.timeZone, now), now);
  return plan.state === wanted && !isOver ? null : 'wrong_status';
}

type Reading = {
  /** The viewer may be the second person. */
  readonly mayConfirm: boolean;
  /** Null for a backer. */
  readonly loan: ProposalRow | null;
};

/** Owner and staff read the instalments of before in the money of the loan, a backer in dollars (R23.7). */
function planAnswer(row: PlanChangeRow, { mayConfirm, loan }: Reading) {
  const currency = loan?.local?.currency ?? null;
  const { before, enteredBy: _, proposalId: __, wasLate: ___, hardshipId: ____, ...told } = row;
  return {
    ...told,
    awaitsAnother: row.state === 'entered' && !mayConfirm,
    before: (before ?? []).map(({ dueOn, amountCents, localMinor }) => ({
      dueOn,
      amount: amountCents,
      local: currency === null || localMinor === null ? null : { amount: localMinor, currency },
    })),
  };
}
