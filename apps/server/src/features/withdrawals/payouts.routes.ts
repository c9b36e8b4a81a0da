import * as contract from '@sathi/contract/payouts.ts';
import { payoutStepRefusal } from '@sathi/domain/payouts.ts';
import { accountUsableFrom, restRefusal } from '@sathi/domain/destinations.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { isFrozen } from '../freezes/freezes.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { askedAccount } from '../money-accounts/approved-account.repository.ts';
import { type PayoutRow, findPayout, listOwnPayouts, lockPayout } from './payouts.repository.ts';
import { askPayout, updatePayout } from './payouts.service.ts';
import { destinationKeys } from './destinations.ts';
import { keptAccount } from './named-destination.ts';
import { isPayoutStopped } from './payout-stops.repository.ts';

/** Credit that people ask out, and its way to them (R25.4–R25.6). */
export function payoutRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret } = outside;
  const keys = destinationKeys(secret);

  command(app, outside, contract.askPayout, {
    on: async ({ tx, viewer, asked }) => {
      const { mfiId = given('mfiId', asked.mfiId) } = asked;
      const mfi = mfiId === null ? null : found(await findMfiSettings(tx, mfiId));
      return { mfi, kept: await keptAccount(tx, viewer, given('payoutAccountId', asked.payoutAccountId)) };
    },
    may: async ({ tx, viewer, mfi, kept, now }) => {
      if (mfi === null || mfi.collection !== 'expected') return 'no_payout_from_common_credit';
      if (await isPayoutStopped(tx, viewer.id, now)) return 'payouts_stopped';
      if (await isFrozen(tx, mfi.id, viewer.id)) return 'frozen';
      return restRefusal(accountUsableFrom(kept.addedAt), now);
    },
    stepUp: 'everybody',
    run: async ({ body: { amount }, mfi, kept, ...change }) =>
      payoutAnswer(await askPayout(change, { mfi: found(mfi), kept, amountCents: amount, keys })),
  });

  mount(app, contract.listOwnPayouts, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const before = decodeCursor(query.cursor, 'own_payouts', 'none')?.id ?? null;
    const rows = await listOwnPayouts(db, viewer.id, { limit: limit + 1, before });
    const { data, nextCursor } = pageOf(rows, limit, ({ id }) => ({ sort: 'own_payouts', value: null, id }));
    return { data: data.map(payoutAnswer), nextCursor };
  });

  command(app, outside, contract.updatePayout, {
    on: async ({ tx, viewer, asked }) => {
      const id = given('id', asked.id);
      const payout = found(await findPayout(tx, id));
      const isStep = payoutStepRefusal(viewer, payout, undefined) === null;
      if (!isStep || (asked.mfiId !== undefined && asked.mfiId !== payout.mfiId)) throw new RefusalError('not_found');
      const { mfiId } = payout;
      return {
        payout: found(await lockPayout(tx, id)),
        account: isStaffOf(viewer, mfiId) ? await askedAccount(tx, mfiId, asked.accountId) : null,
        ...(viewer.id !== payout.userId && { mfiId }),
      };
    },
    may: async ({ tx, viewer, payout, asked, now }) => {
      const refusal = payoutStepRefusal(viewer, payout, asked.state);
      if (refusal !== null) return refusal;
      if (payout.state === 'requested' && payout.isInBatch) return 'in_batch';
      if (asked.state !== 'sent') return null;
      if (await isPayoutStopped(tx, payout.userId, now)) return 'payouts_stopped';
      if (await isFrozen(tx, payout.mfiId, payout.userId)) return 'frozen';
      if (await isFrozen(tx, payout.mfiId, viewer.id)) return 'frozen';
      if (payout.isBelowZero) return 'credit_below_zero';
      return restRefusal(payout.payableFrom, now);
    },
    stepUp: ({ body }) => (body.state === 'sent' ? 'staff' : null),
    run: async (change) => payoutAnswer(await updatePayout(change)),
  });
}

function payoutAnswer(row: PayoutRow) {
  const { id, mfiId, mfiName, reference, amountCents, method, accountLast4, state, requestedAt, payableFrom } = row;
  const { bankReference, sentOn, reason, isInBatch } = row;
  return {
    id,
    mfiId,
    mfiName,
    reference,
    amount: amountCents,
    method,
    last4: accountLast4,
    state,
    requestedAt,
    payableFrom,
    bankReference,
    sentOn,
    reason,
    inBatch: state === 'requested' && isInBatch,
  };
}
