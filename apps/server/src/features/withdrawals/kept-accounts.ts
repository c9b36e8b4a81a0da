import { isKeptCreditDue, PAYOUT_CENTS_MIN } from '@sathi/domain/payouts.ts';
import type { Keyring } from '../../config/secret.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../errors/refusal-error.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { isFrozen } from '../freezes/freezes.repository.ts';
import { creditFor, enterPayout } from './payouts.service.ts';
import { destinationKeys } from './destinations.ts';
import { type KeptCreditRow, listKeptCredit } from './kept-accounts.repository.ts';
import { lockPayoutAccount } from './payout-accounts.repository.ts';
import { isPayoutStopped } from './payout-stops.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret'>;

/** Asks out what came to people who left, to the account that they kept (R33.5). Safe to run twice and beside itself. */
export async function askForFormerMembers({ db, now, secret }: Port): Promise<number> {
  const at = now();
  const keys = destinationKeys(secret);
  const due = (await listKeptCredit(db, 'everybody')).filter((kept) => isKeptCreditDue(kept, at));
  return doOneByOne(due, (kept) => transaction(db, (tx) => askOut(tx, kept, { keys, clock: now })));
}

/**
 * Asks out the credit as it is once the account is held, so that two servers ask once. Credit that is held back waits
 * for another month (R25.6).
 */
async function askOut(
  tx: Tx,
  { accountId, mfiId }: KeptCreditRow,
  { keys, clock }: { readonly keys: Keyring; readonly clock: () => Date },
): Promise<boolean> {
  const account = found(await lockPayoutAccount(tx, accountId));
  // Each request of a long run has its own instant, taken under the lock, so that no journal is dated long before its
  // commit.
  const now = clock();
  const [kept] = await listKeptCredit(tx, { accountId, mfiId });
  if (kept === undefined || !isKeptCreditDue(kept, now)) return false;
  const { userId, timeZone } = kept;
  if ((await isPayoutStopped(tx, userId, now)) || (await isFrozen(tx, mfiId, userId))) return false;
  const { payable } = await creditFor(tx, { userId, mfi: { id: mfiId, timeZone }, kept: account, keys, now });
  if (payable < PAYOUT_CENTS_MIN) return false;
  const step = { tx, actorId: null, now, requestHash: 'kept account' };
  await enterPayout(step, { mfiId, userId, amountCents: payable, payoutAccountId: accountId });
  return true;
}
