import * as contract from '@sathi/contract/investments.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { investmentStateRefusal } from '@sathi/domain/investments.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { createKeyedBatcher } from '../../batch.ts';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { signedIn } from '../../http/call.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, refuseIf } from '../../refusal-error.ts';
import { listThanked } from '../invitations/thanks.repository.ts';
import { judgeProposalBy } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { backerAnswer, seesAllBackers, thanksKindOf } from './backers-answer.ts';
import { listBackers } from './backers.repository.ts';
import { type Backing, investBatch } from './investments.service.ts';

export function investmentRoutes(app: FastifyInstance, { db, now }: Outside): void {
  // What arrives for a proposal while its last batch is being written forms the next one (R18.6).
  const invest = createKeyedBatcher(
    (proposalId: ProposalId, backings: readonly Backing[]) => investBatch(db, proposalId, backings, now()),
    { retriesAlone: true },
  );

  mount(
    app,
    contract.backProposal,
    async ({ body, attempt, ...call }) =>
      invest(body.proposalId, { investor: signedIn(call), amountCents: body.amount, attempt }),
    { judge: judgeProposalBy(db, (viewer, proposal) => investmentStateRefusal(viewer, proposal, now())) },
  );

  mount(app, contract.listBackers, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const proposal = found(await findProposal(db, query.proposalId));
    refuseIf(proposalRefusal('seeBackers', viewer, proposal));
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'backers', 'instant');
    const rows = await listBackers(db, query.proposalId, {
      readerId: viewer.id,
      seesAll: seesAllBackers(viewer, proposal),
      showsInvited: proposal.status !== 'repaid',
      limit: limit + 1,
      after,
    });
    const page = pageOf(rows, limit, (row) => ({
      sort: 'backers',
      value: row.sortedAt.toISOString(),
      id: row.sortedId,
    }));
    const thanked = await listThanked(db, thanksKindOf(proposal), query.proposalId, now());
    const data = page.data.map((row) => backerAnswer(row, viewer, proposal, thanked, now()));
    return { data, nextCursor: page.nextCursor };
  });
}
