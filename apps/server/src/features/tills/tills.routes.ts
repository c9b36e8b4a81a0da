import * as contract from '@sathi/contract/tills.ts';
import type { MfiId, TillId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import { closeTillRefusal, receiveTillRefusal } from '@sathi/domain/tills.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { csvHeaders } from '../../http/csv.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedAccount } from '../money-accounts/approved-account.repository.ts';
import { findOffice, lockOwnOffice } from '../staff/staff.repository.ts';
import { collectionSheet, sheetCsv, sheetSums } from './collection-sheet.ts';
import { tillAnswer } from './till-answers.ts';
import { tillEntriesRoute } from './till-entries.routes.ts';
import { listEntries, listLater } from './till-entries.repository.ts';
import { hasTillOf, listTills, lockTill } from './tills.repository.ts';
import { closeTill, openTill, receiveTill } from './tills.service.ts';

/** Cash that officers collect on their rounds (R22.5, R22.6). */
export function tillRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };
  tillEntriesRoute(app, outside);

  command(app, outside, contract.openTill, {
    // Tills of an institution are numbered one after the other.
    on: async (asking) => {
      const { mfiId } = await lockOwnOffice(asking);
      return { mfiId, account: await askedAccount(asking.tx, mfiId, asking.asked.accountId) };
    },
    may: async ({ tx, viewer, asked: { day }, mfiId }) =>
      day !== undefined && (await hasTillOf(tx, { mfiId, officerId: viewer.id, day })) ? 'till_open' : null,
    run: openTill,
  });

  command(app, outside, contract.changeTill, {
    on: async ({ tx, viewer, asked, now }) => {
      const { mfiId, till } = await lockedTill(tx, viewer, asked);
      const { closedBy } = till;
      const pair = asked.state === 'received' && closedBy !== null ? { enteredBy: closedBy } : undefined;
      return { mfiId, till, pair, office: await findOffice(tx, mfiId, now) };
    },
    may: ({ viewer, asked, mfiId, till, office }) =>
      asked.state === 'received'
        ? receiveTillRefusal(viewer, till, office, till.hasLeft)
        : closeTillRefusal(viewer, till, { isManager: isManagerOf(viewer, mfiId), hasRefused: till.hasRefused }),
    run: (change) =>
      change.body.state === 'closed' ? closeTill({ ...change, teller }) : receiveTill({ ...change, teller }),
  });
}

function reads(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.readCollectionSheet, async ({ query, viewer }, reply) => {
    const { date, officerId, area, format } = query;
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const rows = await collectionSheet(db, { mfiId, date, officerId, area }, now());
    if (format !== 'csv') return { ...pageOfAll('collection_sheet', rows, query), sums: sheetSums(rows) };
    reply.headers(csvHeaders('sathi-collection.csv'));
    return sheetCsv(rows);
  });

  mount(app, contract.listTills, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const before = decodeCursor(query.cursor, 'tills', 'none')?.id ?? null;
    const rows = await listTills(db, { mfiId, day: query.day }, { limit: limit + 1, before });
    const { data, nextCursor } = pageOf(rows, limit, ({ id }) => ({ sort: 'tills', value: null, id }));
    const ids = data.map(({ id }) => id);
    const [entries, later] = [await listEntries(db, ids), await listLater(db, ids)];
    const reading = { viewer, office: await findOffice(db, mfiId, now()) };
    const inIt = (id: TillId) => ({ entries: entries.get(id), later: later.get(id) });
    return { data: data.map((till) => tillAnswer(till, inIt(till.id), reading)), nextCursor };
  });
}

type Asked = { readonly mfiId?: MfiId | undefined; readonly id?: TillId | undefined };

async function lockedTill(tx: Tx, viewer: SignedIn, { mfiId: named, id }: Asked) {
  const mfiId = mfiOfStaff(viewer, named);
  return { mfiId, till: found(await lockTill(tx, mfiId, given('id', id))) };
}
