import type { UserId } from '@sathi/domain/ids.ts';
import { FORMER_PHONE_MONTHS, monthsBefore } from '@sathi/domain/own-data.ts';
import { sql } from 'kysely';
import { keyedHash, keyedHashes } from '../../config/keyed-hash.ts';
import { type Place, seal } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';
import type { Tx } from '../../db/db.ts';
import { createKeyring, ensureChainKey, forgetChainKey } from '../chain/chain-keys.repository.ts';
import { askToConfirmEmail } from '../invitations/email-confirmations.repository.ts';
import { endKeeping } from '../withdrawals/kept-accounts.repository.ts';
import type { Outside } from '../../outside/outside.ts';

/**
 * Keeps a keyed hash of the phone, by which the person is known if they come back (R33.5), and beside it the phone itself,
 * sealed and bound to the person: a rotation makes the hash anew from it, so that the secret of before can be dropped.
 */
export async function keepPhoneHash(
  tx: Tx,
  secret: AppSecret,
  { id: userId, phone }: { readonly id: UserId; readonly phone: string },
  closedAt: Date,
): Promise<void> {
  await tx
    .insertInto('formerPhones')
    .values({
      userId,
      phoneHash: hashFormerPhone(secret, phone),
      sealedPhone: seal(formerPhoneKeys(secret), formerPhonePlace({ userId }), phone),
      closedAt,
    })
    .execute();
}

/**
 * Gives a new account whose phone is proven the number that a closed account with this phone left, and with it credit,
 * claims, history and freezes: the books name the number and stay as they are (R33.5). The hash is used up by that. Nothing
 * hangs yet on the number that the new profile had. Needs the lock of the phone.
 * @returns the number, and then the person is to be told; or null when there is no profile yet or nobody to come back
 */
export async function comeBack(
  tx: Tx,
  outside: Pick<Outside, 'secret' | 'config'>,
  { subject, phone }: { readonly subject: string; readonly phone: string },
  now: Date,
): Promise<UserId | null> {
  const made = await tx.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst();
  if (made === undefined) return null;
  const former = await takeFormer(tx, keyedHashes(keysOf(outside.secret), [phone]), now);
  if (former === undefined) return null;
  const { userId } = former;
  await endKeeping(tx, userId, now);
  await moveProfile(tx, { from: made.id, to: userId }, now);
  await forgetChainKey(tx, made.id, now);
  await ensureChainKey(tx, keyringOf(outside), userId, now);
  await askToConfirmEmail(tx, userId, now, subject);
  return userId;
}

/** Takes the person who left with this phone, the last one of several, out of the former phones. */
async function takeFormer(
  tx: Tx,
  hashes: readonly string[],
  now: Date,
): Promise<{ readonly userId: UserId } | undefined> {
  const { rows } = await sql<{ userId: UserId }>`
    delete from former_phones where user_id = (
      select user_id from former_phones
      where phone_hash = any (${hashes}) and closed_at >= ${monthsBefore(now, FORMER_PHONE_MONTHS)}
      order by closed_at desc limit 1 for update
    ) returning user_id as "userId"`.execute(tx);
  return rows[0];
}

async function moveProfile(tx: Tx, { from, to }: { readonly from: UserId; readonly to: UserId }, now: Date) {
  const profile = await tx
    .selectFrom('users')
    .select(['subject', 'firstName', 'lastName', 'phone', 'email', 'emailOfMfi', 'bio', 'profileImage', 'language'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  await sql`
    update users set subject = null, first_name = '-', last_name = '-', bio = '', profile_image = null,
      public_address = null, phone = 'released ' || id, email = 'released-' || id || '@nobody.invalid', email_of_mfi = null
    where id = ${from}`.execute(tx);
  await tx
    .updateTable('users')
    .set({ ...profile, closedAt: null, cameBackAt: now })
    .where('id', '=', to)
    .execute();
  await tx.updateTable('invitations').set({ acceptedBy: to }).where('acceptedBy', '=', from).execute();
}

/** The hash under the newest key, by which a former phone is looked up. */
export function hashFormerPhone(secret: AppSecret, phone: string): string {
  return keyedHash(keysOf(secret), [phone]);
}

/** The keys that seal former phones; those of the hashes are others. */
export function formerPhoneKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'sealed former phones');
}

/** A phone is bound to the person who left with it: by a copied row nobody comes back as another. */
export function formerPhonePlace({ userId }: { readonly userId: UserId }): Place {
  return ['former_phones', userId];
}

function keysOf(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'former phones');
}

function keyringOf({ secret, config }: Pick<Outside, 'secret' | 'config'>) {
  return createKeyring(secret, config.chain.keySecrets);
}
