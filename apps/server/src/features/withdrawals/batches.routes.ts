import * as contract from '@sathi/contract/batches.ts';
import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import { approveBatchRefusal, shrinkBatchRefusal } from '@sathi/domain/batches.ts';
import type { MfiId, PayoutBatchId } from '@sathi/domain/ids.ts';
import { sharedAccounts } from '@sathi/domain/destinations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { found, given, invalidField, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { detailsOf, insertAuditRow } from '../../http/audit-log.ts';
import { command } from '../../http/command.ts';
import { csvHeaders } from '../../http/csv.ts';
import { mount } from '../../http/mount.ts';
import { networkPrefixOf } from '../../http/network-prefix.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { refuseUnproven } from '../../http/step-up.ts';
import type { Outside } from '../../outside/outside.ts';
import { isFrozen } from '../freezes/freezes.repository.ts';
import { lockMoneyAccount } from '../money-accounts/money-accounts.repository.ts';
import { findOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { batchFileName } from './batch-file.ts';
import { type BatchRow, findBatch, listBatches, lockBatch } from './batches.repository.ts';
import { batchFile, makeBatch, refusalsOf, refuseRepeated } from './batches.service.ts';
import { batchAnswer, cancelRefusal, payoutAnswer } from './batch-answers.ts';
import { changeBatch, namedRefusal } from './change-batch.ts';
import { destinationKeys } from './destinations.ts';
import { listRequests, lockRequests } from './payout-requests.repository.ts';
import { openRequest } from './request-destination.ts';

/** The open requests that warnings compare at most. */
const COMPARED_MAX = 2000;

/** The money that an institution is asked for, and the batches in which it leaves (R25). */
export function batchRoutes(app: FastifyInstance, outside: Outside): void {
  batchReads(app, outside);
  batchChanges(app, outside);
  batchFileRoute(app, outside);
}

function batchReads(app: FastifyInstance, { db, now, secret }: Outside): void {
  const keys = destinationKeys(secret);

  mount(app, contract.listPayouts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'payouts', 'instant');
    const at = now();
    const wanted = { mfiId, now: at, state: query.state, batchId: query.batch === 'none' ? null : undefined };
    const rows = await listRequests(db, wanted, { limit: limit + 1, after });
    const open = await listRequests(db, { mfiId, now: at, state: 'requested' }, { limit: COMPARED_MAX });
    const shared = sharedAccounts(open.map((row) => ({ ...row, ...openRequest(keys, row), id: row.key })));
    const { data, nextCursor } = pageOf(rows, limit, ({ requestedAt, key }) => ({
      sort: 'payouts',
      value: requestedAt.toISOString(),
      id: key,
    }));
    const office = await findOffice(db, mfiId, at);
    const ids = [...new Set(data.flatMap(({ batchId }) => batchId ?? []))];
    const batches = await Promise.all(ids.map((id) => findBatch(db, mfiId, id)));
    const shrinking = new Set(
      batches.flatMap((row) => (row && removeRefusal(viewer, row, office) === null ? [row.id] : [])),
    );
    const reading = {
      mfiId,
      viewer,
      now: at,
      keys,
      shared,
      shrinking,
      isStopped: await isFrozen(db, mfiId, viewer.id),
    };
    return { data: data.map((row) => payoutAnswer(row, reading)), nextCursor };
  });

  mount(app, contract.listBatches, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const before = decodeCursor(query.cursor, 'batches', 'none')?.id;
    const rows = await listBatches(db, mfiId, { limit: limit + 1, ...(before !== undefined && { before }) });
    const at = now();
    const office = await findOffice(db, mfiId, at);
    const { data, nextCursor } = pageOf(rows, limit, ({ id }) => ({ sort: 'batches', value: null, id }));
    const reading = { viewer, office, now: at, isStopped: await isFrozen(db, mfiId, viewer.id) };
    return { data: data.map((row) => batchAnswer(row, reading)), nextCursor };
  });
}

function batchChanges(app: FastifyInstance, outside: Outside): void {
  const keys = destinationKeys(outside.secret);
  const teller = tellerOf(outside);

  command(app, outside, contract.makeBatch, {
    on: async ({ tx, viewer, asked, now: at }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const names = asked.items ?? [];
      await lockRequests(tx, mfiId, names);
      const account = found(await lockMoneyAccount(tx, mfiId, given('accountId', asked.accountId)));
      const rows = await listRequests(tx, { mfiId, now: at, names }, { limit: Math.max(1, names.length) });
      const refused = refusalsOf(names, rows, { viewer, now: at, keys, currency: account.currency });
      const items = refused.map((one) => ({ ...one, id: String(one.id) }));
      const own = await frozenRefusal(tx, mfiId, viewer);
      const codes = [own, ...refused.map(({ code }) => conflictOf(code))];
      const [first] = codes.filter((code) => code !== null).toSorted((a, b) => rankOf(a) - rankOf(b));
      if (first) throw new RefusalError(first, first === own ? {} : { facts: { items } });
      return { mfiId, account, rows, office: await findOffice(tx, mfiId, at) };
    },
    run: async ({ account, rows, body, ...change }) => {
      if (account.approvedAt === null || !account.forPayOut) throw invalidField('accountId', 'invalid');
      refuseRepeated('items', body.items);
      return { ...(await makeBatch({ ...change, teller }, account, rows)), state: 'made' as const };
    },
  });

  command(app, outside, contract.changeBatch, {
    on: async ({ tx, viewer, asked, now: at }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const batch = found(await lockBatch(tx, mfiId, given('id', asked.id)));
      const office = await findOffice(tx, mfiId, at);
      const rows = await listRequests(tx, { mfiId, now: at, batchId: batch.id }, { limit: Math.max(1, batch.count) });
      const pair = asked.state === 'approved' && { pair: { enteredBy: batch.enteredBy } };
      return { mfiId, batch, rows, office, ...pair };
    },
    may: async ({ tx, viewer, mfiId, batch, rows, office, now: at, asked: { state, remove, sent = [] } }) => {
      if (remove) {
        const refusal = shrinkBatchRefusal(viewer, batch, office) ?? (await namedRefusal(tx, batch, rows, remove));
        return refusal ?? removeRefusal(viewer, batch, office);
      }
      if (state === 'cancelled') return cancelRefusal(batch);
      const sendRefusal = batch.state === 'approved' ? null : 'wrong_status';
      const refusal =
        state === 'approved'
          ? approveBatchRefusal(viewer, batch, office, at)
          : ((await namedRefusal(tx, batch, rows, sent)) ?? sendRefusal);
      return refusal ?? frozenRefusal(tx, mfiId, viewer);
    },
    stepUp: ({ body }) => (body.state === 'approved' || body.sent ? 'staff' : null),
    run: changeBatch,
  });
}

function batchFileRoute(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret } = outside;
  const keys = destinationKeys(secret);
  const teller = tellerOf(outside);

  mount(app, contract.readBatchFile, async ({ query, viewer, caller, ip }, reply) => {
    const { format, id } = query;
    const at = now();
    const text = await transaction(db, async (tx) => {
      const mfiId = mfiOfStaff(viewer, query.mfiId);
      const batch = found(await lockBatch(tx, mfiId, id));
      refuseIf(await frozenRefusal(tx, mfiId, viewer));
      // Each number in it counts as shown, and nobody is shown their own (R19.9, R25.2).
      refuseIf(batch.ownerIds.includes(viewer.id) ? 'second_person_needed' : null);
      if (batch.state !== 'approved') throw new RefusalError('wrong_status');
      await logDownload(tx, { mfiId, id, viewer, network: networkPrefixOf(ip), at });
      const office = await findOffice(tx, mfiId, at);
      const file = await batchFile({ tx, viewer, now: at, mfiId, teller, office, keys, format }, batch);
      // The proof is asked for last, as in every change: its refusal takes back what the file noted.
      await refuseUnproven(tx, caller, 'staff', outside.realNow());
      return file;
    });
    const name = batchFileName(id);
    reply.headers({
      ...(format === 'csv'
        ? csvHeaders(`${name}.csv`)
        : {
            'content-type': 'application/xml; charset=utf-8',
            'content-disposition': `attachment; filename="${name}.xml"`,
          }),
      'cache-control': 'no-store',
    });
    return text;
  });
}

/** The secret and the address that the news of a batch is written with. */
function tellerOf({ secret, config }: Outside) {
  return { secret, origin: publicOrigin(config) };
}

/** A read that the log names all the same: whole numbers leave with it (R34.5). */
async function logDownload(
  tx: Tx,
  of: { mfiId: MfiId; id: PayoutBatchId; viewer: SignedIn; network: string; at: Date },
): Promise<void> {
  const { mfiId, id, viewer, network, at } = of;
  const details = detailsOf({ id });
  await insertAuditRow(tx, {
    mfiId,
    actorId: viewer.id,
    action: 'readBatchFile',
    details,
    enteredBy: null,
    network,
    at,
  });
}

/** Refuses staff whom their institution stopped: they send no money for it in any way (R34.7). */
async function frozenRefusal(tx: Tx, mfiId: MfiId, viewer: SignedIn): Promise<'frozen' | null> {
  return (await isFrozen(tx, mfiId, viewer.id)) ? 'frozen' : null;
}

/** A request that no file can pay conflicts with the batch, as one of another state does; its item says which it is. */
function conflictOf<Code extends string>(code: Code) {
  return code === 'wrong_account' ? 'wrong_status' : (code as Exclude<Code, 'wrong_account'>);
}

/** The rank of a refusal in the order of all answers; of several the first is told. */
function rankOf(code: RefusalCode): number {
  return [404, 403, 409, 422].indexOf(REFUSAL_STATUS[code]);
}

function removeRefusal(viewer: SignedIn, batch: BatchRow, office: OfficeRows) {
  return shrinkBatchRefusal(viewer, batch, office) ?? (isOpen(batch) ? null : 'wrong_status');
}

function isOpen({ state }: BatchRow): boolean {
  return state === 'made' || state === 'approved';
}
