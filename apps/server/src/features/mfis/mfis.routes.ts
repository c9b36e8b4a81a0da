import * as contract from '@sathi/contract/mfis.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { remember } from '../../remember.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import { listOpenCards } from '../proposals/proposal-lists.repository.ts';
import { findMfiStats, findShowcaseFigures, listQueues, type QueueRow } from './mfi-dashboard.repository.ts';
import { findMfi, listMfis } from './mfis.repository.ts';

const SHOWCASE_PROPOSALS = 4;
/** The figures count all loans of an MFI, and every visitor of its start page asks for them. */
const FIGURES_KEPT_MS = 60_000;

export function mfiRoutes(app: FastifyInstance, outside: Outside): void {
  branding(app, outside);
  dashboard(app, outside);
}

function branding(app: FastifyInstance, { db, now }: Outside): void {
  const figuresOf = remember((id: MfiId) => findShowcaseFigures(db, id), FIGURES_KEPT_MS, now);
  mount(app, contract.findMfi, async ({ query }) => found(await findMfi(db, query.name)));
  mount(app, contract.listMfis, async ({ query }) => pageOfAll('mfis', await listMfis(db), query));
  mount(app, contract.mfiShowcase, async ({ query }) => {
    const mfi = found(await findMfi(db, query.name));
    const cards = await listOpenCards(db, mfi.id, now(), SHOWCASE_PROPOSALS);
    return {
      ...(await figuresOf(mfi.id)),
      // The same for everybody, so nothing personal is in it even for a reader who is signed in.
      proposals: cards.map((row) => cardAnswer(row, null, now())),
    };
  });
}

function dashboard(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.mfiStats, async ({ query, ...call }) =>
    findMfiStats(db, await mfiOfStaff(db, signedIn(call), query)),
  );

  mount(app, contract.mfiQueues, async ({ query, ...call }) => {
    const queues = await listQueues(db, await mfiOfStaff(db, signedIn(call), query));
    const of = (rows: QueueRow[]) => ({
      count: rows[0]?.total ?? 0,
      oldestAt: rows[0]?.waitingSince ?? null,
      entries: rows,
    });
    return {
      toApprove: of(queues.toApprove),
      toRelease: of(queues.toRelease),
      withdrawalsToSend: of(queues.withdrawalsToSend),
      paymentsToApprove: of(queues.paymentsToApprove),
    };
  });
}

/** The institution a member of staff asks about: the named one, else their first. @throws RefusalError `not_permitted` */
async function mfiOfStaff(
  db: Db,
  viewer: SignedIn,
  query: { readonly name?: string | undefined; readonly mfiId?: MfiId | undefined },
): Promise<MfiId> {
  const named = query.name ? ((await findMfi(db, query.name))?.id ?? null) : undefined;
  const mfiId = named === undefined ? (query.mfiId ?? viewer.mfiIds[0]) : named;
  const isOwn = mfiId !== undefined && mfiId !== null && viewer.mfiIds.includes(mfiId);
  if (!isOwn || (query.mfiId !== undefined && query.mfiId !== mfiId)) throw new RefusalError('not_permitted');
  return mfiId;
}
