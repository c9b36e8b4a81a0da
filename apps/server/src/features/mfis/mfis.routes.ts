import * as contract from '@sathi/contract/mfis.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { restRefusal } from '@sathi/domain/destinations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { cursorBehind, pageOfAll, rowsBefore } from '../../db/cursor.ts';
import { mount, mountShared } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { remember } from '../../http/remember.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import { listOpenCards, listPlaces } from '../proposals/proposal-lists.repository.ts';
import { countOpenLines } from '../statements/lines.repository.ts';
import { countTillsToReceive } from '../tills/tills.repository.ts';
import { countPayoutsToSend } from '../withdrawals/payouts.repository.ts';
import { listStoppedAmong } from '../withdrawals/payout-stops.repository.ts';
import { findMfiStats, findShowcaseFigures } from './mfi-figures.repository.ts';
import { findMfi, listMfis } from './mfis.repository.ts';
import { countQueue } from '../reports/reports.repository.ts';
import { listOfficers, listQueues, QUEUE_MAX, type QueueRow } from './work-queues.repository.ts';

const SHOWCASE_PROPOSALS = 4;
/**
 * The figures count all loans of an MFI, and every visitor of its start page asks for them. What is remembered for so long is read
 * from the primary: readings of many share it.
 */
const FIGURES_KEPT_MS = 60_000;
const PLACES_SUGGESTED = 200;

export function mfiRoutes(app: FastifyInstance, outside: Outside): void {
  branding(app, outside);
  dashboard(app, outside);
}

function branding(app: FastifyInstance, { db, now, config }: Outside): void {
  const figuresOf = remember((id: MfiId) => findShowcaseFigures(db, id), FIGURES_KEPT_MS, now);
  mountShared(app, contract.findMfi, async ({ query, db: from }) => ({
    ...found(await findMfi(from, query.name)),
    smsCountries: [...config.smsCountries],
  }));
  mountShared(app, contract.listMfis, async ({ query, db: from }) => pageOfAll('mfis', await listMfis(from), query));
  const placesOf = remember((id: MfiId | undefined) => listPlaces(db, id, PLACES_SUGGESTED), FIGURES_KEPT_MS, now);
  mountShared(app, contract.listPlaces, async ({ query, db: from }) => {
    const mfi = query.name ? found(await findMfi(from, query.name)) : undefined;
    return pageOfAll('places', await placesOf(mfi?.id), query);
  });
  mountShared(app, contract.mfiShowcase, async ({ query, db: from }) => {
    const mfi = found(await findMfi(from, query.name));
    const cards = await listOpenCards(from, mfi.id, now(), SHOWCASE_PROPOSALS);
    return {
      ...(await figuresOf(mfi.id)),
      // The same for all readers, so it carries no personal field even for a signed-in one.
      proposals: cards.map((row) => cardAnswer(row, null, now())),
    };
  });
}

function dashboard(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.mfiStats, async ({ query, viewer }) => findMfiStats(db, await mfiOfStaff(db, viewer, query)));

  mount(app, contract.mfiQueues, async ({ query, viewer }) => {
    const mfiId = await mfiOfStaff(db, viewer, query);
    const mine = query.mine === 'true' ? { officerId: viewer.id, before: rowsBefore(query.cursor, 'mine') } : undefined;
    const queues = await listQueues(db, { mfiId, readerId: viewer.id, now: now(), mine });
    const behind = (mine?.before ?? 0) + QUEUE_MAX;
    const hasMore = Object.values(queues).some(([first]) => first !== undefined && first.total > behind);
    const of = <Row extends QueueRow>(rows: Row[]) => ({
      count: rows[0]?.total ?? 0,
      oldestAt: rows[0]?.waitingSince ?? null,
      entries: rows,
    });
    const stopped = await listStoppedAmong(
      db,
      queues.withdrawalsToSend.map(({ ownerId }) => ownerId),
      now(),
    );
    const withdrawalsToSend = queues.withdrawalsToSend.map((row) => ({
      ...row,
      isResting: restRefusal(row.payableFrom, now()) !== null,
      isStopped: stopped.has(row.ownerId),
    }));
    return {
      toApprove: of(queues.toApprove),
      toRelease: of(queues.toRelease),
      withdrawalsToSend: of(withdrawalsToSend),
      paymentsToApprove: of(queues.paymentsToApprove),
      cannotPay: of(queues.cannotPay),
      inDoubt: of(queues.inDoubt),
      payoutsToSend: await countPayoutsToSend(db, mfiId),
      linesToMatch: { count: await countOpenLines(db, mfiId) },
      tillsToReceive: { count: await countTillsToReceive(db, mfiId) },
      reportsCount: await countQueue(db, mfiId),
      officers: await listOfficers(db, mfiId),
      ...(mine && { nextCursor: hasMore ? cursorBehind('mine', behind) : null }),
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
