import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { AppSecret } from '../../config/secret.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { tellWithin } from '../notifications/tell.ts';
import { findUserBy } from '../users/users.repository.ts';
import { type Destination, destinationKeys, lastFour } from './destinations.ts';
import { accountToken } from './not-me-token.ts';
import { sealPayoutAccount } from './payout-account-seals.ts';
import { insertPayoutAccount, nextPayoutAccountId, type PayoutAccountRow } from './payout-accounts.repository.ts';

type Within = Pick<Change, 'tx' | 'viewer' | 'now'>;

/** Keeps an account; its owner hears of it at once by every way, with “that was not me” (R25.1). */
export async function addPayoutAccount(
  { tx, viewer, now }: Within,
  account: { readonly method: WithdrawalMethod; readonly destination: Destination },
  { secret, origin }: { readonly secret: AppSecret; readonly origin: string },
): Promise<PayoutAccountRow> {
  const { method, destination } = account;
  const of = { id: await nextPayoutAccountId(tx), userId: viewer.id };
  const row = await insertPayoutAccount(tx, {
    ...of,
    method,
    sealedDestination: sealPayoutAccount(destinationKeys(secret), of, destination),
    accountLast4: lastFour(destination),
    addedAt: now,
  });
  const { email, language } = found(await findUserBy(tx, { id: viewer.id }));
  const url = `${origin}/App/NotMe?token=${accountToken(secret, of)}`;
  const told = { key: `payout_account_kept:${of.id}`, url, facts: { url } };
  const hearers = [{ userId: viewer.id, email, language }];
  await tellWithin(tx, { secret, origin }, 'payout_account_kept', { ...told, hearers }, now);
  return row;
}
