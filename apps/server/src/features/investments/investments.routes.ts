import * as contract from '@sathi/contract/investments.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { currentRequestId } from '../../config/request-id.ts';
import { createKeyedBatcher } from '../../http/batch.ts';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { refuseKnownAttempt } from '../../http/idempotency.ts';
import { bind, mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, refuseIf } from '../../errors/refusal-error.ts';
import { listThanked } from '../invitations/thanks.repository.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { backerAnswer, seesAllBackers, thanksKindOf } from './backers-answer.ts';
import { listBackers } from './backers.repository.ts';
import { investBatch } from './investments.service.ts';
import type { Backing } from './judge-backings.ts';

/** A batch that waits for a lock holds the answers of the one before it for this long at most. */
const ANSWERS_WAIT_MS = 10;

type Sent = { readonly requestId: string | null; readonly backing: Backing };

export function investmentRoutes(app: FastifyInstance, { db, now, metrics, log }: Outside): void {
  // Backings that arrive for a proposal while its last batch is being written form the next one (R18.6).
  const invest = createKeyedBatcher(
    (proposalId: ProposalId, sent: readonly Sent[], meanwhile) => {
      metrics.batchSize.observe({ batch: 'backings' }, sent.length);
      // Mails and jobs of a batch carry the id of its first request; this line names the others.
      if (sent.length > 1) log.info({ requestIds: sent.map(({ requestId }) => requestId) }, 'backed together');
      const backings = sent.map(({ backing }) => backing);
      return investBatch(db, proposalId, backings, now, meanwhile);
    },
    { retriesAlone: true, answersWaitMs: ANSWERS_WAIT_MS },
  );

  // This call is not a command: one lock, one rule and one commit are shared by all backings of a batch, which are
  // judged in turn.
  bind(app, contract.backProposal, async ({ viewer: investor, asked, problem, attempt }) => {
    const { proposalId, amount: amountCents = ZERO_CENTS, useCredit = true, anonymous = false, shareCode } = asked;
    if (proposalId === undefined) {
      await refuseKnownAttempt(db, attempt);
      throw problem;
    }
    const backing = { investor, amountCents, useCredit, anonymous, shareCode, problem, attempt };
    return invest(proposalId, { requestId: currentRequestId(), backing });
  });

  mount(app, contract.listBackers, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseIf(proposalRefusal('seeBackers', viewer, proposal));
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'backers', 'instant');
    const rows = await listBackers(db, query.proposalId, {
      readerId: viewer.id,
      seesAll: seesAllBackers(viewer, proposal),
      seesNames: isStaffOf(viewer, proposal.mfiId),
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
