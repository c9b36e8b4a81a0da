import { Readable } from 'node:stream';
import { readSlip } from '@sathi/contract/files.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { findLoanOfSlip } from '../repayments/payments.repository.ts';
import { readPicture } from './picture-reading.ts';

const HEADERS = {
  vary: 'accept',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

/** A slip, for the owner and the staff of its loan (R22.3). It is named with its folder or without. */
export function slipRoutes(app: FastifyInstance, outside: Pick<Outside, 'db' | 'files' | 'log'>): void {
  mount(app, readSlip, async ({ params, query, viewer }, reply) => {
    const key = `slips/${params.name.replace(/^slips\//, '')}`;
    const proposalId = found(await findLoanOfSlip(outside.db, key));
    const { ownerId, mfiId } = found(await findProposal(outside.db, proposalId));
    if (viewer.id !== ownerId && !isStaffOf(viewer, mfiId)) throw new RefusalError('not_found');
    const { accept } = reply.request.headers;
    const { bytes, type } = await readPicture(outside, key, { width: query.w, accept });
    reply.headers(HEADERS).type(type);
    return Readable.from(Buffer.from(bytes));
  });
}
