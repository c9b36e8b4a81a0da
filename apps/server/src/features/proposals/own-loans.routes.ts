import { listOwnProposals } from '@sathi/contract/proposal-lists.ts';
import type { QueryOf } from '@sathi/contract/endpoint.ts';
import { borrowStats, userStats } from '@sathi/contract/user-stats.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { createBatcher, createKeyedBatcher } from '../../http/batch.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { cardAnswer } from './proposal-answers.ts';
import { listOwnProposalsOfEach, listProposals, type ProposalPage } from './proposal-lists.repository.ts';
import { listUserStats, type UserStats } from './user-stats.repository.ts';

type OwnQuery = QueryOf<typeof listOwnProposals>;

/** A bound of the time that one statement takes. */
const PAGES_AT_ONCE = 50;

/** The reader's own loans and figures, which Home asks for first. People who ask at once share one query (decision 161). */
export function ownLoanRoutes(app: FastifyInstance, { db, now }: Pick<Outside, 'db' | 'now'>): void {
  const pageOf = createKeyedBatcher<string, UserId, ProposalPage>(
    async (query, readerIds) => {
      const pages = await listOwnProposalsOfEach(db, [...new Set(readerIds)], JSON.parse(query) as OwnQuery, now());
      return readerIds.map((id) => pages.get(id) as ProposalPage);
    },
    { batchMax: PAGES_AT_ONCE },
  );
  mount(app, listOwnProposals, async ({ query, viewer }) => {
    const { data, nextCursor } = query.search
      ? await listProposals(db, { kind: 'own', readerId: viewer.id }, query, now())
      : await pageOf(JSON.stringify(query), viewer.id);
    return { data: data.map((row) => cardAnswer(row, viewer, now())), nextCursor };
  });

  const statsOf = createBatcher<UserId, UserStats>(async (userIds) => {
    const stats = await listUserStats(db, [...new Set(userIds)]);
    return userIds.map((id) => stats.get(id) as UserStats);
  });
  for (const endpoint of [borrowStats, userStats]) {
    mount(app, endpoint, ({ viewer }) => statsOf(viewer.id));
  }
}
