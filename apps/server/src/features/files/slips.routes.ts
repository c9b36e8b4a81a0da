import { Readable } from 'node:stream';
import { readSlip } from '@sathi/contract/files.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../../errors/refusal-error.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { readPicture } from './picture-reading.ts';
import { listSlipReaders } from './slips.repository.ts';

const HEADERS = {
  vary: 'accept',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

/** The address of a slip whose key is written out behind it, with the folder that the key begins with. */
const WITH_FOLDER = { ...readSlip, path: readSlip.path.replace(':name', 'slips/:name') } as unknown as typeof readSlip;

/** A slip, for the person who paid and the staff who look for the money (R20.2, R22.3). It is named with its folder or without. */
export function slipRoutes(app: FastifyInstance, outside: Pick<Outside, 'db' | 'files' | 'log'>): void {
  for (const endpoint of [readSlip, WITH_FOLDER]) slipRoute(app, outside, endpoint);
}

function slipRoute(
  app: FastifyInstance,
  outside: Pick<Outside, 'db' | 'files' | 'log'>,
  endpoint: typeof readSlip,
): void {
  mount(app, endpoint, async ({ params, query, viewer }, reply) => {
    const key = `slips/${params.name.replace(/^slips\//, '')}`;
    const readers = await listSlipReaders(outside.db, key);
    const mayRead = readers.some(({ ownerId, mfiId }) => viewer.id === ownerId || isStaffOf(viewer, mfiId));
    if (!mayRead) throw new RefusalError('not_found');
    // How long the store takes says nothing about the database.
    reply.request.leaveRoom?.();
    const { accept } = reply.request.headers;
    const { bytes, type } = await readPicture(outside, key, { width: query.w, accept });
    reply.headers(HEADERS).type(type);
    return Readable.from(Buffer.from(bytes));
  });
}
