import { Readable } from 'node:stream';
import * as contract from '@sathi/contract/audit-log.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { mfiOfManager } from '../../http/own-mfi.ts';
import { wellFormed } from '../../http/call.ts';
import { csvHeaders, csvPages } from '../../http/csv.ts';
import { bind, mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { type AuditLogRow, listAuditLog } from './audit-log.repository.ts';

const SORT = 'audit_log';
const PAGE_ROWS = 2000;

/** The audit log of an institution, for its managers (R34.5). */
export function auditLogRoutes(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.listAuditLog, async ({ query, viewer }) => {
    const mfiId = mfiOfManager(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const beforeId = decodeCursor(query.cursor, SORT, 'none')?.id ?? null;
    const rows = await listAuditLog(db, mfiId, { beforeId, limit: limit + 1 });
    const answers = rows.map((row) => ({ ...row, selfApproved: isSelfApproved(row) }));
    return pageOf(answers, limit, ({ id }) => ({ sort: SORT, value: null, id }));
  });

  bind(app, contract.exportAuditLog, async (asking, reply) => {
    const mfiId = mfiOfManager(asking.viewer, asking.asked.mfiId);
    wellFormed(asking);
    reply.headers(csvHeaders('sathi-audit-log.csv'));
    return Readable.from(
      csvPages<AuditLogRow>(
        [
          { header: 'id', value: ({ id }) => id },
          { header: 'at', value: ({ at }) => at.toISOString() },
          { header: 'actor_id', value: ({ actorId }) => actorId },
          { header: 'action', value: ({ action }) => action },
          { header: 'details', value: ({ details }) => details },
          { header: 'entered_by_id', value: ({ enteredById }) => enteredById },
          { header: 'self_approved', value: (row) => (isSelfApproved(row) ? 'yes' : 'no') },
          { header: 'network', value: ({ network }) => network },
          { header: 'hash', value: ({ hash }) => hash },
        ],
        (last) => listAuditLog(db, mfiId, { beforeId: last?.id ?? null, limit: PAGE_ROWS }),
      ),
    );
  });
}

function isSelfApproved({ actorId, enteredById }: AuditLogRow): boolean {
  return enteredById !== null && actorId === enteredById;
}
