import { Readable } from 'node:stream';
import { exportWholeMfi } from '@sathi/contract/mfi-office.ts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { logStaffAct } from '../../http/audit-log.ts';
import { mfiOfManager } from '../../http/own-mfi.ts';
import { zipOf } from '../../http/zip.ts';
import type { Outside } from '../../outside/outside.ts';
import { officeFiles } from './office-files.ts';

/** The data of an institution, all of it as one file for its managers (R31.5, R34.4). */
export function officeDataRoutes(app: FastifyInstance, { db, now, realNow }: Outside): void {
  mount(app, exportWholeMfi, async (call, reply) => {
    const mfiId = mfiOfManager(call.viewer, call.query.mfiId);
    await logStaffAct(db, exportWholeMfi, { ...call, asked: { ...call.asked, mfiId }, now: now() }, null);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="sathi-office.zip"',
      'cache-control': 'no-store',
    });
    return Readable.from(zipOf(officeFiles(db, mfiId), realNow()));
  });
}
