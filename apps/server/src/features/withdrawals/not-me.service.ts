import type { PayoutId, UserId } from '@sathi/domain/ids.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { AppSecret, Keyring } from '../../config/secret.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { endAccess } from '../identity/sessions.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { findUserBy } from '../users/users.repository.ts';
import { batchFileName } from './batch-file.ts';
import { closeBatch, findBatchOf, listDownloaders, takeOut } from './batches.repository.ts';
import { findPayout, listStandingPayouts, lockPayouts } from './payouts.repository.ts';
import { type Destination, destinationKeys, openDestination, thoseTo } from './destinations.ts';
import { isNotMeToken, type NotMe, readNotMeToken } from './not-me-token.ts';
import {
  disownPayoutAccounts,
  findPayoutAccount,
  listPayoutAccounts,
  lockPayoutAccounts,
} from './payout-accounts.repository.ts';
import { accountsAt, openPayoutAccount } from './payout-account-seals.ts';
import { dropPayout } from './paying-out.repository.ts';
import type { RequestName } from './payout-requests.repository.ts';
import { lockFunded, stopPayouts } from './payout-stops.repository.ts';
import { findWithdrawal, listStanding, setWithdrawal } from './withdrawals.repository.ts';

type Teller = { readonly secret: AppSecret; readonly origin: string };

/**
 * “That was not me”: the account is kept no longer, every request to that destination that was not sent is dropped, all
 * sessions of the person end with the link to their data, and nothing is paid out to them anywhere until two people of an
 * office have resumed it (R25.1). Saying so again changes nothing more, so that an old link stops nothing after the person was seen.
 *
 * @throws RefusalError `not_found` for a token that was not made here
 */
export async function disownPayout(
  tx: Tx,
  { secret, origin, token, now }: Teller & { readonly token: string; readonly now: Date },
): Promise<{ alreadySent: boolean }> {
  const keys = destinationKeys(secret);
  const of = readNotMeToken(token);
  const named = of && (await findNamed(tx, keys, of));
  if (!of || !named || !isNotMeToken(secret, token, of, named.ownerId)) throw new RefusalError('not_found');
  const { ownerId } = named;
  // The locks of all their loans keep requests of this person from being made or sent meanwhile.
  await lockFunded(tx, ownerId);
  const { method, destination, disownedAt } = found(await findNamed(tx, keys, of));
  const same = thoseTo(keys, await listStanding(tx, ownerId), method, destination);
  await lockPayoutAccounts(tx, ownerId);
  const kept = accountsAt(keys, await listPayoutAccounts(tx, ownerId), method, destination).map(({ id }) => id);
  const credit = (await listStandingPayouts(tx, ownerId)).filter(
    ({ payoutAccountId: id }) => kept.includes(id) || (of.kind === 'account' && of.id === id),
  );
  await lockPayouts(
    tx,
    credit.map(({ id }) => id),
  );
  if (disownedAt === null) {
    const dropped = { state: 'cancelled', closedAt: now } as const;
    for (const request of same) {
      const isDropped = request.state === 'requested';
      await setWithdrawal(tx, request, { disownedAt: now, ...(isDropped && dropped) });
      if (isDropped) await dropFromBatch(tx, { kind: 'withdrawal', id: request.id }, { secret, origin }, now);
    }
    await disownNamed(tx, of, now);
    for (const { id } of credit) {
      await dropCredit(tx, id, { secret, origin }, now);
    }
    await disownPayoutAccounts(tx, kept, now);
    await stopPayouts(tx, ownerId, now);
    const { username } = found(await findUserBy(tx, { id: ownerId }));
    await endAccess(tx, username);
  }
  return { alreadySent: [...same, ...credit].some(({ state }) => state === 'sent' || state === 'confirmed') };
}

/** Makes the money of a payout, which is locked, credit again, unless it was sent. */
async function dropCredit(tx: Tx, id: PayoutId, teller: Teller, now: Date): Promise<void> {
  const payout = found(await findPayout(tx, id));
  if (payout.state !== 'requested') return;
  await dropPayout({ tx, actorId: null, now, requestHash: 'not_me' }, payout, { state: 'cancelled' });
  await dropFromBatch(tx, { kind: 'payout', id }, teller, now);
}

/**
 * Takes a request out of its batch too; the people who have its file are told at once which line of it must not be
 * sent.
 */
async function dropFromBatch(tx: Tx, request: RequestName, teller: Teller, now: Date): Promise<void> {
  const item = await findBatchOf(tx, request);
  if (item === undefined) return;
  const { batchId, reference, paidMinor } = item;
  const facts = { reference, file: batchFileName(batchId) };
  await takeOut(tx, request, { by: null, at: now, reason: null });
  await closeBatch(tx, batchId);
  for (const { mfiName, currency, ...hearer } of await listDownloaders(tx, batchId)) {
    const url = `${teller.origin}/App/MFIPayouts/${encodeURIComponent(mfiName)}`;
    const hearers = [{ ...hearer, local: { amount: paidMinor, currency } }];
    const told = { key: `request_dropped:${request.kind}:${request.id}`, url, mfiName, facts, hearers };
    await tellWithin(tx, teller, 'request_dropped', told, now);
  }
}

type Named = {
  readonly ownerId: UserId;
  readonly method: WithdrawalMethod;
  readonly destination: Destination;
  readonly disownedAt: Date | null;
};

async function findNamed(db: Db, keys: Keyring, of: NotMe): Promise<Named | undefined> {
  if (of.kind === 'account') {
    const row = await findPayoutAccount(db, of.id);
    return row && { ...row, ownerId: row.userId, destination: openPayoutAccount(keys, row) };
  }
  const row = await findWithdrawal(db, of.id);
  return row && { ...row, destination: openDestination(keys, row) };
}

/** Disowns the request or account that the link names, also one that is over already. */
async function disownNamed(tx: Tx, of: NotMe, now: Date): Promise<void> {
  if (of.kind === 'account') return disownPayoutAccounts(tx, [of.id], now);
  await setWithdrawal(tx, found(await findWithdrawal(tx, of.id)), { disownedAt: now });
}
