import { timingSafeEqual } from 'node:crypto';
import type { PhoneChangeId } from '@sathi/domain/ids.ts';
import { keyedHash, keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';

const TOKEN = /^([1-9]\d{0,14})\.[\w-]{43}$/;

/** The token of “that was not me”: of which change, and proof that we made it. */
export function notMeToken(secret: AppSecret, id: PhoneChangeId): string {
  return `${id}.${keyedHash(deriveKeys(secret, 'phone-changes'), [String(id)])}`;
}

/** The change that a token ends; null when we did not make it. */
export function readNotMeToken(secret: AppSecret, token: string): PhoneChangeId | null {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) return null;
  const given = Buffer.from(token);
  const isOurs = keyedHashes(deriveKeys(secret, 'phone-changes'), [id]).some((mac) => {
    const expected = Buffer.from(`${id}.${mac}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? (Number(id) as PhoneChangeId) : null;
}
