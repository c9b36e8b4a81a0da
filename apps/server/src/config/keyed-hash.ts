import { createHmac, type KeyObject } from 'node:crypto';
import type { Keyring } from './secret.ts';

/** A hash that only we can make, with the newest key. */
export function keyedHash(keys: Keyring, parts: readonly unknown[]): string {
  return hashWith(keys[0].secret, parts);
}

/** The same parts hashed with each key, newest first: what was stored before a rotation is found by one of them. */
export function keyedHashes(keys: Keyring, parts: readonly unknown[]): string[] {
  return keys.map(({ secret }) => hashWith(secret, parts));
}

function hashWith(key: KeyObject, parts: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
