import * as contract from '@sathi/contract/mfis.ts';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../http/call.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { approveProposal, releaseFunds, returnProposal } from './approvals.service.ts';
import { judgeProposal } from './judge-proposal.ts';

/** What the staff of an MFI decide about a proposal. */
export function approvalRoutes(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.approveProposal, async ({ query, attempt, ...call }) =>
    approveProposal(db, { ...query, viewer: signedIn(call), attempt, now: now() }),
  );
  mount(app, contract.releaseFunds, async ({ query, attempt, ...call }) =>
    releaseFunds(db, { ...query, viewer: signedIn(call), attempt, now: now() }),
  );
  mount(
    app,
    contract.returnProposal,
    async ({ query, body, attempt, ...call }) =>
      returnProposal(db, { ...query, ...body, viewer: signedIn(call), attempt, now: now() }),
    { judge: judgeProposal(db, 'returnProposal') },
  );
}
