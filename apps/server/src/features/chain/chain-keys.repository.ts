import { generateKeyPairSync } from 'node:crypto';
import type { UserId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';
import { openWithAny, type Place, sealBytes, unsealBytes } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';

const SECRET_BYTES = 32;
/** The `key_version` of a key that names its secret itself. Only the release before this one reads the column. */
const NAMED_IN_THE_SEAL = 0;

/** The newest of `CHAIN_KEY_SECRET` seals, or else the application's newest secret; all of both open. */
export function createKeyring(secret: AppSecret, keySecrets: readonly string[]): Keyring {
  const [newest, ...older] = [...keySecrets.map((text) => Buffer.from(text, 'utf8')), ...secret];
  return deriveKeys([newest ?? secret[0], ...older], 'chain keys');
}

/** The public key of a person, `01` and 64 digits; undefined when there is none yet. */
export async function findPublicKey(db: Db, userId: UserId): Promise<string | undefined> {
  const row = await db.selectFrom('chainKeys').select('publicKey').where('userId', '=', userId).executeTakeFirst();
  return row?.publicKey;
}

/** The public key of a person, who gets a key now when there is none. Twice at once makes one. */
export async function ensureChainKey(tx: Tx, keyring: Keyring, userId: UserId, now: Date): Promise<string> {
  const known = await findPublicKey(tx, userId);
  if (known !== undefined) return known;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secretKey = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SECRET_BYTES);
  const publicHex = `01${publicKey.export({ format: 'der', type: 'spki' }).subarray(-SECRET_BYTES).toString('hex')}`;
  const sealedKey = sealBytes(keyring, chainKeyPlace(userId), secretKey);
  secretKey.fill(0);
  const made = await tx
    .insertInto('chainKeys')
    .values({ userId, publicKey: publicHex, sealedKey, keyVersion: NAMED_IN_THE_SEAL, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('publicKey')
    .executeTakeFirst();
  const own = made?.publicKey ?? (await findPublicKey(tx, userId)) ?? publicHex;
  await tx.updateTable('users').set({ publicAddress: own }).where('id', '=', userId).execute();
  return own;
}

/** The key of a person who is gone, with what it should still have signed. */
export async function forgetChainKey(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('chainOperations')
    .set({ status: 'failed', error: 'not_found', updatedAt: now })
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  await tx.deleteFrom('chainKeys').where('userId', '=', userId).execute();
}

/** The 32 secret bytes of a person, for one signature; the caller wipes them. @throws Error when they do not open */
export async function openSecretKey(db: Db, keyring: Keyring, userId: UserId): Promise<Buffer> {
  const row = await db
    .selectFrom('chainKeys')
    .select(['userId', 'sealedKey', 'keyVersion'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return openChainKey(keyring, row);
}

export type SealedChainKey = { readonly userId: UserId; readonly sealedKey: string; readonly keyVersion: number };

/** Keys of the release before this one name no secret, and are bound to a version of it. @throws Error */
export function openChainKey(keyring: Keyring, { userId, sealedKey, keyVersion }: SealedChainKey): Buffer {
  if (sealedKey.includes('.')) return unsealBytes(keyring, chainKeyPlace(userId), sealedKey);
  return openWithAny(keyring, Buffer.from(`chain key ${keyVersion} of user ${userId}`, 'utf8'), sealedKey);
}

/** A sealed key that is moved to another person's row does not open there. */
export function chainKeyPlace(userId: UserId): Place {
  return ['chain_keys', userId];
}
