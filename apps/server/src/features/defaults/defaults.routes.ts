import * as contract from '@sathi/contract/defaults.ts';
import { PUT_OFF_MAX, writeOffRefusal } from '@sathi/domain/defaults.ts';
import { confirmLoanRefusal, hasEnded } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { found } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { refuseOthersThanStaff, staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import type { DefaultRow } from './defaults.repository.ts';
import { answerDefault, defaultAnswer, findQuestion } from './defaults.service.ts';
import { findWriteOff } from './write-offs.repository.ts';
import { confirmWriteOff, enterWriteOff } from './write-offs.service.ts';

/** Loans in doubt, in default and written off: decided by staff, for whom alone the words about them are (R29.1, R29.3). */
export function defaultRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config, now: clock } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.findDefault, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseOthersThanStaff({ viewer, proposal, asked: query });
    return defaultAnswer(db, proposal, viewer, clock());
  });

  command(app, outside, contract.confirmDefault, {
    on: async (asking) => {
      const { proposal } = await askedProposal(asking);
      return { proposal, asking: await findQuestion(asking.tx, proposal.id, asking.now) };
    },
    may: (decision) => staffRefusal('confirmDefault', decision) ?? answerRefusal(decision.asking, decision.asked),
    run: (change) => answerDefault(change, teller, change.body),
  });

  command(app, outside, contract.enterWriteOff, {
    stepUp: 'staff',
    on: askedWriteOff,
    may: (decision) =>
      staffRefusal('writeOff', decision) ??
      refuseWriteOff(decision.proposal, decision.now) ??
      (decision.writeOff === null ? null : 'wrong_status'),
    run: (change) => enterWriteOff(change, teller, change.body.reason),
  });

  command(app, outside, contract.confirmWriteOff, {
    stepUp: 'staff',
    on: async (asking) => {
      const asked = await askedWriteOff(asking);
      return { ...asked, pair: asked.writeOff === null ? undefined : { enteredBy: asked.writeOff.enteredBy } };
    },
    may: async (decision) => {
      const { tx, viewer, proposal, writeOff, now } = decision;
      const refusal = staffRefusal('writeOff', decision);
      if (refusal !== null) return refusal;
      if (writeOff === null) return 'wrong_status';
      const office = await findOffice(tx, proposal.mfiId, now);
      const isSecond = confirmLoanRefusal(viewer, writeOff, office, proposal.ownerId);
      if (isSecond !== null) return isSecond;
      const waits = writeOff.state === 'entered' && !hasEnded({ ...writeOff, approvedAt: null }, now);
      return waits ? refuseWriteOff(proposal, now) : 'wrong_status';
    },
    run: (change) => confirmWriteOff(change, teller),
  });
}

/** The loan, locked, with its write-off or the entry of one; null for neither. */
async function askedWriteOff(asking: Parameters<typeof askedProposal>[0]) {
  const { proposal } = await askedProposal(asking);
  return { proposal, writeOff: (await findWriteOff(asking.tx, proposal.id)) ?? null };
}

const refuseWriteOff = (proposal: ProposalRow, now: Date) =>
  writeOffRefusal({ ...proposal, isMoneySent: proposal.sentCents > 0 }, now);

/** There is a question, and it is put off twice at most. */
function answerRefusal(asking: DefaultRow | null, { later }: { readonly later?: true | undefined }) {
  if (asking === null) return 'wrong_status';
  return later === true && asking.putOffAt.length >= PUT_OFF_MAX ? 'wrong_status' : null;
}
