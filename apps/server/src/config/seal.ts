import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key, Keyring } from './secret.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The one place where a sealed value may stand: its table, the id of its row, and what of the row it must agree with. A
 * value copied to another row, or whose row was changed, does not open.
 */
export type Place = readonly [table: string, ...row: readonly (string | number)[]];

/**
 * Encrypts a JSON value for one place with the newest key (AES-256-GCM, random nonce): the id of the key, a full stop, and
 * nonce, tag and text.
 */
export function seal(keys: Keyring, place: Place, value: unknown): string {
  return sealBytes(keys, place, Buffer.from(JSON.stringify(value), 'utf8'));
}

/** @throws Error when the value was changed, belongs to another place, or was sealed with a secret that is not there */
export function unseal(keys: Keyring, place: Place, sealed: string): unknown {
  return JSON.parse(unsealBytes(keys, place, sealed).toString('utf8'));
}

/** As {@link seal}, for bytes that the caller wipes. */
export function sealBytes([newest]: Keyring, place: Place, bytes: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', newest.secret, iv).setAAD(additional(place));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return `${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** As {@link unseal}, for bytes that the caller wipes. */
export function unsealBytes(keys: Keyring, place: Place, sealed: string): Buffer {
  const dot = sealed.indexOf('.');
  if (dot === -1) return unsealUnbound(keys, sealed);
  const id = sealed.slice(0, dot);
  const key = keys.find((one) => one.id === id);
  if (!key) throw new Error(`no secret ${id}, with which a value of ${place[0]} was sealed`);
  return open(key, additional(place), sealed.slice(dot + 1));
}

/** Whether the newest key sealed this value, bound to its place. A rotation seals all others anew. */
export function isSealedByNewest([newest]: Keyring, sealed: string): boolean {
  return sealed.startsWith(`${newest.id}.`);
}

/** The values of the release before this one name no key and no place. A secret newer than them opens none. */
function unsealUnbound(keys: Keyring, sealed: string): Buffer {
  return openWithAny(keys, null, sealed);
}

/** Opens a value that names no key. @throws Error when no key opens it */
export function openWithAny(keys: readonly Key[], bound: Buffer | null, sealed: string): Buffer {
  let refused: unknown = new Error('there is no key to open it with');
  for (const key of keys) {
    try {
      return open(key, bound, sealed);
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

function open({ secret: key }: Key, bound: Buffer | null, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  if (bound !== null) decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

function additional(place: Place): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}
