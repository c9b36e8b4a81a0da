import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { UserId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';
import { deriveKey } from '../../secret.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/** By version: 0 is derived from the application's secret, 1 and up from `CHAIN_KEY_SECRET`. The last one seals. */
export type Keyring = readonly Buffer[];

export function createKeyring(secret: Buffer, keySecrets: readonly string[]): Keyring {
  return [secret, ...keySecrets.map((text) => Buffer.from(text, 'utf8'))].map((each) => deriveKey(each, 'chain keys'));
}

/** The public key of somebody, `01` and 64 digits; undefined when there is none yet. */
export async function findPublicKey(db: Db, userId: UserId): Promise<string | undefined> {
  const row = await db.selectFrom('chainKeys').select('publicKey').where('userId', '=', userId).executeTakeFirst();
  return row?.publicKey;
}

/** The public key of somebody, who gets a key now when there is none. Twice at once makes one. */
export async function ensureChainKey(tx: Tx, keyring: Keyring, userId: UserId, now: Date): Promise<string> {
  const known = await findPublicKey(tx, userId);
  if (known !== undefined) return known;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secretKey = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SECRET_BYTES);
  const publicHex = `01${publicKey.export({ format: 'der', type: 'spki' }).subarray(-SECRET_BYTES).toString('hex')}`;
  const keyVersion = keyring.length - 1;
  const sealedKey = sealSecretKey(keyring, keyVersion, userId, secretKey);
  secretKey.fill(0);
  const made = await tx
    .insertInto('chainKeys')
    .values({ userId, publicKey: publicHex, sealedKey, keyVersion, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('publicKey')
    .executeTakeFirst();
  const own = made?.publicKey ?? (await findPublicKey(tx, userId)) ?? publicHex;
  await tx.updateTable('users').set({ publicAddress: own }).where('id', '=', userId).execute();
  return own;
}

/** The 32 secret bytes of somebody, for one signature; whoever asks wipes them. @throws Error when they do not open */
export async function openSecretKey(db: Db, keyring: Keyring, userId: UserId): Promise<Buffer> {
  const { sealedKey, keyVersion } = await db
    .selectFrom('chainKeys')
    .select(['sealedKey', 'keyVersion'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const key = keyring[keyVersion];
  if (!key) throw new Error(`CHAIN_KEY_SECRET has no secret ${keyVersion}, with which a key was sealed`);
  const bytes = Buffer.from(sealedKey, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(belongsTo(userId, keyVersion));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Seals with the newest secret whatever an older one has sealed. @returns how many keys that were */
export async function resealKeys(db: Db, keyring: Keyring): Promise<number> {
  const keyVersion = keyring.length - 1;
  const old = await db.selectFrom('chainKeys').select('userId').where('keyVersion', '<', keyVersion).execute();
  for (const { userId } of old) {
    const secretKey = await openSecretKey(db, keyring, userId);
    const sealedKey = sealSecretKey(keyring, keyVersion, userId, secretKey);
    secretKey.fill(0);
    await db.updateTable('chainKeys').set({ sealedKey, keyVersion }).where('userId', '=', userId).execute();
  }
  return old.length;
}

function sealSecretKey(keyring: Keyring, version: number, userId: UserId, secretKey: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyring[version] as Buffer, iv);
  cipher.setAAD(belongsTo(userId, version));
  const text = Buffer.concat([cipher.update(secretKey), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** A sealed key that is moved to another person's row does not open there. */
function belongsTo(userId: UserId, version: number): Buffer {
  return Buffer.from(`chain key ${version} of user ${userId}`, 'utf8');
}
