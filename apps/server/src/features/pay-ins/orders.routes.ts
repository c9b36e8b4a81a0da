import * as contract from '@sathi/contract/pay-ins.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { mayTell, TOLD_MORE_DAYS } from '@sathi/domain/pay-ins.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { channelCode } from '../money-accounts/channel-answers.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { listChannels } from '../money-accounts/channels.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { type AskedOrder, listAwaitedItems, listOrders } from './awaited.repository.ts';
import { causeOf } from './cause.ts';
import { hasPayInAccount } from '../mfis/money-settings.repository.ts';
import { askedOf, orderAnswer, type WholeOrder } from './order-answers.ts';
import { setTold } from './orders.repository.ts';
import { lockOwing } from './owing.repository.ts';
import { postponeUnpaid } from './parts.repository.ts';
import { payWithCredit } from './receiving.repository.ts';
import { payInAnswer, sumAnswer } from './receipt-answers.ts';
import { listReceipts, listSettled } from './receipts.repository.ts';

/** The money that a person owes institutions for backings, and how they pay it (R19.5, R20). */
export function orderRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.listPayInOrders, async ({ query, viewer, language }) => {
    const { data, nextCursor } = pageOfAll('orders', await listOrders(db, { userId: viewer.id }), query);
    const at = now();
    const whole = await wholeOrders(db, data, at);
    return { data: whole.map((order) => orderAnswer(order, language, at)), nextCursor };
  });

  mount(app, contract.readPayInCode, async ({ query: { mfiId, accountId }, viewer }, reply) => {
    const orders = await listOrders(db, { userId: viewer.id, mfiId });
    const whole = found((await wholeOrders(db, orders, now()))[0]);
    const channel = found(whole.channels.find(({ account }) => account.id === accountId));
    const asked = askedOf(whole);
    if (asked.amountCents === 0) throw new RefusalError('not_found');
    return channelCode(channel, asked, reply);
  });

  mount(app, contract.listPayIns, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'pay_ins', 'none')?.id ?? null;
    const rows = await listReceipts(db, { userId: viewer.id }, { limit: limit + 1, after });
    const { data, nextCursor } = pageOf(rows, limit, ({ id }) => ({ sort: 'pay_ins', value: null, id }));
    const ids = data.map(({ id }) => id);
    const settled = await listSettled(db, ids);
    return { data: data.map((row) => payInAnswer(row, settled.get(row.id) ?? [])), nextCursor };
  });

  payingCommands(app, outside);
}

function payingCommands(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.payWithCredit, {
    on: async ({ tx, viewer, asked }) => ({ order: await findOrder(tx, viewer.id, asked.mfiId) }),
    run: async ({ tx, viewer, now, attempt, body: { mfiId, amount } }) => {
      const payer = { mfiId, userId: viewer.id, amountCents: amount };
      const paid = await payWithCredit(tx, payer, causeOf(viewer, attempt, now));
      return { settled: paid.settled.map(sumAnswer), amountDue: paid.amountDueCents, credit: paid.creditCents };
    },
  });

  command(app, outside, contract.tellPaid, {
    on: async ({ tx, viewer: { id: userId }, asked, now }) => {
      const { mfiId, timeZone } = await findOrder(tx, userId, asked.mfiId);
      const { order } = await lockOwing(tx, { mfiId, userId }, now);
      // `toldOn` is read again under the lock of the order.
      const { toldOn } = await findOrder(tx, userId, mfiId);
      return { order, toldOn, today: calendarDateIn(timeZone, now) };
    },
    may: ({ order, toldOn, today }) => {
      if (order.unpaidCents === 0) return 'wrong_status';
      return mayTell(toldOn, today) ? null : 'told_before';
    },
    run: async ({ tx, viewer: { id: userId }, today, body: { mfiId, reference, slip = null, ...told } }) => {
      if (told.paidOn > today) throw invalidField('paidOn', 'invalid');
      await refuseUnknownImage(tx, userId, { path: 'slip', folder: 'slips', key: slip });
      const { paidOn, channel } = told;
      await setTold(tx, { mfiId, userId }, { on: today, paidOn, channel, reference: reference || null, slip });
      return { payBy: await postponeUnpaid(tx, { mfiId, userId }, TOLD_MORE_DAYS) };
    },
  });
}

/** @throws RefusalError `not_found`; `needs_expected` for an institution that trusts its payers */
async function findOrder(db: Db, userId: UserId, named: MfiId | undefined): Promise<AskedOrder> {
  const mfiId = given('mfiId', named);
  const { collection } = found(await findMfiSettings(db, mfiId));
  if (collection !== 'expected') throw new RefusalError('needs_expected');
  return found((await listOrders(db, { userId, mfiId }))[0]);
}

async function wholeOrders(db: Db, orders: readonly AskedOrder[], now: Date): Promise<WholeOrder[]> {
  const items = await listAwaitedItems(db, [...new Set(orders.map(({ userId }) => userId))]);
  return Promise.all(
    orders.map(async (order) => {
      const channels = await listChannels(db, order.mfiId, calendarDateIn(order.timeZone, now));
      const hasAccount = channels.length > 0 || (await hasPayInAccount(db, order.mfiId));
      return { order, items: items.filter(({ mfiId }) => mfiId === order.mfiId), channels, hasAccount };
    }),
  );
}
