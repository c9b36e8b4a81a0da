import * as contract from '@sathi/contract/receipts.ts';
import type { MfiId, ReceiptId } from '@sathi/domain/ids.ts';
import { parseReference } from '@sathi/domain/references.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { askedAccount } from '../money-accounts/approved-account.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { listAwaitedItems, listDebtors, listOrders, sumAwaited } from './awaited.repository.ts';
import { causeOf } from './cause.ts';
import { itemAnswer, toldOf } from './order-answers.ts';
import { lockOwing } from './owing.repository.ts';
import { bookReceipt, coverOf, reverseReceipt, sumsOf } from './receiving.repository.ts';
import { isConfirmed, receiptAnswer, secondRefusal, sumAnswer } from './receipt-answers.ts';
import { receiptByHand, tellConfirmers } from './receipt-by-hand.ts';
import { findReceipt, listReceipts, listSettled, lockReceipt, setConfirmed } from './receipts.repository.ts';

/** The money that staff await, and money that came (R20). */
export function receiptRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  mount(app, contract.listAwaited, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const { timeZone } = found(await findMfiSettings(db, mfiId));
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'awaited', 'integer');
    const rows = await listDebtors(db, mfiId, limit + 1, after);
    const { data, nextCursor } = pageOf(rows, limit, ({ payByDay, userId }) => ({
      sort: 'awaited',
      value: payByDay,
      id: userId,
    }));
    const ids = data.map(({ userId }) => userId);
    const items = Map.groupBy(await listAwaitedItems(db, ids, mfiId), ({ userId }) => userId);
    const people = data.map(({ unpaidCents: amountDue, ...row }) => {
      const own = items.get(row.userId) ?? [];
      return { ...row, amountDue, told: toldOf(row, own, timeZone), items: own.map(itemAnswer) };
    });
    return { data: people, nextCursor, total: await sumAwaited(db, mfiId) };
  });

  mount(app, contract.listReceipts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'receipts', 'none')?.id ?? null;
    const wanted = { mfiId, userId: query.personId, state: query.state };
    const rows = await listReceipts(db, wanted, { limit: limit + 1, after });
    const { data, nextCursor } = pageOf(rows, limit, ({ id }) => ({ sort: 'receipts', value: null, id }));
    const ids = data.map(({ id }) => id);
    const settled = await listSettled(db, ids);
    const office = await findOffice(db, mfiId, now());
    return { data: data.map((row) => receiptAnswer(row, settled.get(row.id) ?? [], viewer, office)), nextCursor };
  });

  command(app, outside, contract.enterReceipt, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const mfi = found(await findMfiSettings(tx, mfiId));
      if (mfi.collection !== 'expected') throw new RefusalError('needs_expected');
      const account = await askedAccount(tx, mfiId, asked.accountId);
      const reference = parseReference(given('reference', asked.reference));
      const [order] = reference === null ? [] : await listOrders(tx, { mfiId, reference });
      if (order === undefined) throw new RefusalError('unknown_reference');
      return { mfiId, mfi, account, userId: order.userId };
    },
    may: ({ viewer, userId }) => (viewer.id === userId ? 'second_person_needed' : null),
    run: async (change) => {
      const { tx, viewer, now: at, attempt } = change;
      const { receipt, owing } = await receiptByHand(change);
      const booked = await bookReceipt(tx, receipt, causeOf(viewer, attempt, at), { locked: owing });
      await tellConfirmers(change, teller, booked.id);
      const effects = { toCredit: booked.toCreditCents, gain: receipt.gainCents };
      return { id: booked.id, amount: receipt.amountCents, settled: booked.settled.map(sumAnswer), ...effects };
    },
  });

  secondPersonCommands(app, outside);
}

function secondPersonCommands(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.confirmReceipt, {
    on: async ({ tx, viewer, asked, now }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const receipt = found(await lockReceipt(tx, mfiId, given('id', asked.id)));
      return { mfiId, receipt, pair: pairOf(receipt), office: await findOffice(tx, mfiId, now) };
    },
    may: ({ viewer, receipt, office }) => {
      const refusal = secondRefusal(viewer, receipt, office);
      if (refusal !== null || receipt.state !== 'booked') return refusal ?? 'wrong_status';
      return isConfirmed(receipt) ? 'already_approved' : null;
    },
    run: async ({ tx, viewer, now, receipt }) => {
      await setConfirmed(tx, receipt.id, viewer.id, now);
      return { id: receipt.id, confirmed: true as const };
    },
  });

  command(app, outside, contract.reverseReceipt, {
    on: ({ tx, viewer, asked, now }) => lockedReceipt(tx, viewer, { ...asked, now }),
    may: ({ viewer, receipt, office }) => {
      const refusal = secondRefusal(viewer, receipt, office);
      if (receipt.state === 'collected') return refusal ?? 'wrong_status';
      return refusal ?? (receipt.state === 'reversed' ? 'already_reversed' : null);
    },
    run: async ({ tx, viewer, now, attempt, receipt, owing, query, body }) => {
      if (query.preview === 'true') {
        const { reopened, takenOver, ...sums } = coverOf(receipt.amountCents, owing);
        return reversalAnswer({ ...sums, reopened: sumsOf(reopened), takenOver: sumsOf(takenOver) });
      }
      const reversal = { reason: given('reason', body.reason), reversedBy: viewer.id };
      const cause = { ...causeOf(viewer, attempt, now), ...reversal };
      return reversalAnswer(await reverseReceipt(tx, receipt, owing, cause));
    },
  });
}

/** The person who booked stands in the log beside the second one. */
function pairOf({ bookedBy }: { readonly bookedBy: SignedIn['id'] }) {
  return { enteredBy: bookedBy };
}

type Asked = { readonly mfiId?: MfiId | undefined; readonly id?: ReceiptId | undefined; readonly now: Date };

/** A receipt and the money of its person, both locked, the money first (R24.5). */
async function lockedReceipt(tx: Tx, viewer: SignedIn, { mfiId: named, id: askedId, now }: Asked) {
  const mfiId = mfiOfStaff(viewer, named);
  const id = given('id', askedId);
  const { userId } = found(await findReceipt(tx, mfiId, id));
  const owing = await lockOwing(tx, { mfiId, userId }, now, { withLoans: true });
  const receipt = found(await lockReceipt(tx, mfiId, id));
  return { mfiId, receipt, owing, pair: pairOf(receipt), office: await findOffice(tx, mfiId, now) };
}

function reversalAnswer({
  reopened,
  takenOver,
  fromCreditCents,
  belowZeroCents,
}: Awaited<ReturnType<typeof reverseReceipt>>) {
  return {
    reopened: reopened.map(sumAnswer),
    takenOver: takenOver.map(sumAnswer),
    fromCredit: fromCreditCents,
    belowZero: belowZeroCents,
  };
}
