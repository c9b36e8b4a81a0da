import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createOnce } from './create-once.ts';
import { StartupError } from '../errors/startup-error.ts';

/** The length of each secret in the file. */
export const SECRET_BYTES = 32;

/** The application's secret as a ring, newest first: the first seals and makes hashes, all of them open and compare. */
export type AppSecret = readonly [Buffer, ...Buffer[]];

/** A key for one purpose, of 32 bytes, made from one secret of the ring. `id` names that secret and tells nothing of it. */
export type Key = { readonly id: string; readonly secret: KeyObject };
/** The keys for one purpose, newest first. */
export type Keyring = readonly [Key, ...Key[]];

/**
 * `APP_SECRET`, or else what `DATA_DIR/secret` holds: 32 random bytes made at the first start, which only the owner of the
 * process can read, or several secrets of 32 bytes one after the other. Processes that start together on one folder end
 * up with the same bytes. Where both are there, the file's secrets are the older ones: it was the ring before `APP_SECRET`.
 * @throws StartupError when the file is damaged: a new secret would silently end all that the old one sealed.
 */
export function readAppSecret(config: {
  readonly appSecret: readonly string[] | null;
  readonly dataDir: string;
}): AppSecret {
  const file = path.join(config.dataDir, 'secret');
  const [newest, ...older] = (config.appSecret ?? []).map((text) => Buffer.from(text, 'utf8'));
  if (newest) return [newest, ...older, ...(fs.existsSync(file) ? secretsIn(file) : [])];
  fs.mkdirSync(config.dataDir, { recursive: true });
  if (!fs.existsSync(file)) createOnce(file, randomBytes(SECRET_BYTES));
  return secretsIn(file);
}

function secretsIn(file: string): AppSecret {
  const bytes = fs.readFileSync(file);
  if (bytes.length === 0 || bytes.length % SECRET_BYTES !== 0) {
    throw new StartupError(
      `The file ${file} does not hold ${SECRET_BYTES} bytes for each secret; restore it, or move it away and set APP_SECRET.`,
    );
  }
  const secretAt = (place: number): Buffer => bytes.subarray(place * SECRET_BYTES, (place + 1) * SECRET_BYTES);
  const count = bytes.length / SECRET_BYTES;
  return [secretAt(0), ...Array.from({ length: count - 1 }, (_, place) => secretAt(place + 1))];
}

/** Keys for one purpose only, so that a value made for one purpose means nothing to another. */
export function deriveKeys(secret: AppSecret, purpose: string): Keyring {
  const keyOf = (one: Buffer): Key => ({
    id: secretId(one),
    secret: createSecretKey(derive(one, `sathi:${purpose}`, 32)),
  });
  const [newest, ...older] = secret;
  return [keyOf(newest), ...older.map(keyOf)];
}

/** The same name for the same secret everywhere: eight letters that sealed values and the lines of a rotation carry. */
export function secretId(secret: Buffer): string {
  return derive(secret, 'sathi:id', 6).toString('base64url');
}

function derive(secret: Buffer, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
}
