import * as contract from '@sathi/contract/hardships.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import { isVisible } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findOpenHardship, type HardshipRow, listHardships } from './hardships.repository.ts';
import { askHardship, refuseHardship, takeBackHardship } from './hardships.service.ts';

/** “I cannot pay”: said by the borrower of a running loan, answered by its staff, read by nobody else (R28.1). */
export function hardshipRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listHardships, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const isParty = viewer.id === proposal.ownerId || isStaffOf(viewer, proposal.mfiId);
    if (!isParty) throw new RefusalError('not_permitted');
    const rows = await listHardships(db, proposal.id);
    return pageOfAll(
      'hardships',
      rows.map((row) => hardshipAnswer(row, proposal)),
      query,
    );
  });

  command(app, outside, contract.askHardship, {
    on: askedProposal,
    may: ({ viewer, proposal }) => proposalRefusal('cannotPay', viewer, proposal),
    run: async (change) => {
      const { userId: _, proposalId: __, ...asked } = change.body;
      return hardshipAnswer(await askHardship(change, teller, asked), change.proposal);
    },
  });

  command(app, outside, contract.takeBackHardship, {
    on: askedOpen,
    may: ({ viewer, proposal, open }) =>
      proposalRefusal('cannotPay', viewer, proposal) ?? (open === null ? 'wrong_status' : null),
    run: async (change) => hardshipAnswer(await takeBackHardship(change, found(change.open)), change.proposal),
  });

  command(app, outside, contract.refuseHardship, {
    on: askedOpen,
    may: (decision) => staffRefusal('changePlan', decision) ?? (decision.open === null ? 'wrong_status' : null),
    run: async (change) => {
      const refused = await refuseHardship(change, teller, found(change.open), change.body.reason);
      return hardshipAnswer(refused, change.proposal);
    },
  });
}

/** The loan, locked, and its open request; null for none. */
async function askedOpen(asking: Parameters<typeof askedProposal>[0]) {
  const { proposal } = await askedProposal(asking);
  return { proposal, open: (await findOpenHardship(asking.tx, proposal.id)) ?? null };
}

function hardshipAnswer({ monthlyCents, monthlyMinor, wasLate: _, ...row }: HardshipRow, { local }: ProposalRow) {
  const localMonthly = local && monthlyMinor !== null ? { amount: monthlyMinor, currency: local.currency } : null;
  return { ...row, monthly: monthlyCents, localMonthly };
}
