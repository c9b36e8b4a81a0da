import { Readable } from 'node:stream';
import * as contract from '@sathi/contract/mfi-office.ts';
import { addCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import { portfolioOf } from '@sathi/domain/portfolio.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { logStaffAct } from '../../http/audit-log.ts';
import { wellFormed } from '../../http/call.ts';
import { command } from '../../http/command.ts';
import { csvHeaders } from '../../http/csv.ts';
import { definedOf } from '../../http/defined-of.ts';
import { bind, mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { mfiOfManager, mfiOfStaff } from '../../http/own-mfi.ts';
import { refuseUnproven } from '../../http/step-up.ts';
import { zipOf } from '../../http/zip.ts';
import { lateQueue } from './late-queue.ts';
import { EXPORTS } from './mfi-exports.ts';
import { updateMfi } from './mfi-office.service.ts';
import { officeFiles } from './office-files.ts';
import { listDueLoans } from './portfolio-figures.repository.ts';

/** The work of the staff of an institution on the institution itself. */
export function mfiOfficeRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  mount(app, contract.findMfiPortfolio, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const running = await listDueLoans(db, mfiId, now());
    // Money written off is expected no more, and counts beside what is outstanding (R11.4).
    const loans = running.filter(({ isWrittenOff }) => !isWrittenOff);
    const lost = running.filter(({ isWrittenOff }) => isWrittenOff).map(outstandingCents);
    const mine = query.mine === 'true' ? { officerId: viewer.id, cursor: query.cursor } : undefined;
    const { outstandingCents: owed, buckets, ...portfolio } = portfolioOf(loans);
    return {
      ...portfolio,
      ...(await lateQueue(db, mfiId, loans, now(), mine)),
      outstanding: owed,
      writtenOff: addCents(ZERO_CENTS, ...lost),
      buckets: buckets.map(({ outstandingCents: outstanding, ...bucket }) => ({ ...bucket, outstanding })),
    };
  });

  bind(app, contract.exportMfi, async (asking, reply) => {
    const mfiId = mfiOfStaff(asking.viewer, asking.asked.mfiId);
    // The ledger names people by their numbers alone (R34.4).
    if (asking.asked.what !== 'ledger' && !isManagerOf(asking.viewer, mfiId)) throw new RefusalError('not_permitted');
    const { what } = wellFormed(asking).query;
    await logStaffAct(db, contract.exportMfi, { ...asking, asked: { ...asking.asked, mfiId }, now: now() }, null);
    reply.headers(csvHeaders(`sathi-${what}.csv`));
    return Readable.from(EXPORTS[what](db, mfiId));
  });

  mount(app, contract.exportWholeMfi, async (call, reply) => {
    const mfiId = mfiOfManager(call.viewer, call.query.mfiId);
    await refuseUnproven(db, call.caller, 'staff', outside.realNow());
    await logStaffAct(db, contract.exportWholeMfi, { ...call, asked: { ...call.asked, mfiId }, now: now() }, null);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="sathi-office.zip"',
      'cache-control': 'no-store',
    });
    return Readable.from(zipOf(officeFiles(db, mfiId), now()));
  });

  command(app, outside, contract.updateMfi, {
    may: ({ viewer, asked }) => {
      const own = ownMfi(viewer, asked.mfiId);
      return own !== null && isManagerOf(viewer, own) ? null : 'not_permitted';
    },
    run: ({ query, body: { userId: _, ...values }, ...change }) => updateMfi(change, query.mfiId, definedOf(values)),
  });
}
