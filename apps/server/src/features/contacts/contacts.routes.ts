import * as contract from '@sathi/contract/contacts.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { promiseProblem } from '@sathi/domain/contacts.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { found, invalidField, refuseIf } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { staffRefusal } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { insertContact, listContacts } from './contacts.repository.ts';

/** Contacts of staff with the borrower of a running loan, for the staff alone (R27.3). */
export function contactRoutes(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listContacts, async ({ query, viewer }) => {
    const proposal = found(await findProposal(outside.db, query.proposalId));
    const refusal = staffRefusal('contact', { viewer, proposal, asked: query });
    // They stay to be read when all is repaid.
    refuseIf(refusal === 'wrong_status' && proposal.fundedCents > 0 ? null : refusal);
    return pageOfAll('contacts', await listContacts(outside.db, proposal.id), query);
  });

  command(app, outside, contract.recordContact, {
    on: askedProposal,
    may: (decision) => staffRefusal('contact', decision),
    run: async ({
      tx,
      viewer,
      proposal,
      body: { way, outcome, promisedOn = null, note = '', forBackers = '' },
      now,
    }) => {
      const today = calendarDateIn(proposal.mfi.timeZone, now);
      const problem = promiseProblem(outcome, promisedOn, today);
      if (problem !== null) throw invalidField('promisedOn', problem);
      const said = { way, outcome, promisedOn, note, forBackers };
      const by = { proposalId: proposal.id, contactedBy: viewer.id, contactedAt: now, contactedOn: today };
      return { id: await insertContact(tx, { ...said, ...by }), ...said, at: now };
    },
  });
}
