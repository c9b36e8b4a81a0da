import { timingSafeEqual } from 'node:crypto';
import { keyedHash, keyedHashes } from '../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../config/secret.ts';

const PASS_MS = 3_600_000;

/**
 * Shows a picture that reports hide to the reader who is given it, for an hour: an `img` carries no session, so the address
 * says itself that its picture may be seen.
 */
export function picturePass(secret: AppSecret, key: string, now: Date): string {
  const until = now.getTime() + PASS_MS;
  return `${until}.${keyedHash(passKeys(secret), [key, until])}`;
}

export function isPicturePass(secret: AppSecret, key: string, pass: unknown, now: Date): boolean {
  const [, until, hash] = /^(\d{13})\.([\w-]{43})$/.exec(String(pass)) ?? [];
  if (until === undefined || hash === undefined || Number(until) <= now.getTime()) return false;
  const given = Buffer.from(hash);
  return keyedHashes(passKeys(secret), [key, Number(until)]).some((one) => timingSafeEqual(Buffer.from(one), given));
}

function passKeys(secret: AppSecret) {
  return deriveKeys(secret, 'picture-pass');
}
