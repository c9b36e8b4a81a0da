import { Readable } from 'node:stream';
import * as contract from '@sathi/contract/mfi-office.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { portfolioOf } from '@sathi/domain/portfolio.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../http/call.ts';
import { csvHeaders } from '../../http/csv.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { RefusalError } from '../../refusal-error.ts';
import { runningLoan } from '../portfolio/portfolio-answers.ts';
import { listRunningLoans } from '../portfolio/portfolio.repository.ts';
import { EXPORTS } from './mfi-exports.ts';
import { updateMfi } from './mfi-office.service.ts';

/** What the staff of an institution do about the institution itself. */
export function mfiOfficeRoutes(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.findMfiPortfolio, async ({ query, ...call }) => {
    const loans = await listRunningLoans(db, ownMfi(signedIn(call), query.mfiId));
    const { outstandingCents, buckets, ...portfolio } = portfolioOf(loans.map((loan) => runningLoan(loan, now())));
    return {
      ...portfolio,
      outstanding: outstandingCents,
      buckets: buckets.map(({ outstandingCents: outstanding, ...bucket }) => ({ ...bucket, outstanding })),
    };
  });

  mount(
    app,
    contract.exportMfi,
    async ({ query, ...call }, reply) => {
      const mfiId = ownMfi(signedIn(call), query.mfiId);
      reply.headers(csvHeaders(`sathi-${query.what}.csv`));
      return Readable.from(EXPORTS[query.what](db, mfiId));
    },
    { judge: async (request) => void ownMfi(signedIn(request), (request.query as { mfiId?: unknown }).mfiId) },
  );

  mount(
    app,
    contract.updateMfi,
    async ({ query, body: { userId: _, ...values }, attempt, ...call }) =>
      updateMfi(db, { viewer: signedIn(call), attempt, now: now(), mfiId: query.mfiId, values: definedOf(values) }),
    { judge: async (request) => void ownMfi(signedIn(request), (request.query as { mfiId?: unknown }).mfiId) },
  );
}

/** The institution a member of staff speaks for: the named one, else their first. @throws RefusalError `not_permitted` */
function ownMfi({ mfiIds }: SignedIn, named: unknown): MfiId {
  const own = named === undefined ? mfiIds[0] : mfiIds.find((mfiId) => mfiId === Number(named));
  if (own === undefined) throw new RefusalError('not_permitted');
  return own;
}
