import { DAY_MS } from '@sathi/domain/durations.ts';
import { timingSafeEqual } from 'node:crypto';
import type { UserId } from '@sathi/domain/ids.ts';
import { EMAIL_CONFIRMATION_DAYS } from '@sathi/domain/invitations.ts';
import { keyedHash, keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';

const TOKEN = /^([1-9]\d{0,14})\.([\da-z]{1,10})\.[\w-]{43}$/;

type Account = { readonly userId: UserId; readonly email: string };

/** The token of a confirmation mail: whose, from when, and proof that we made it for this very address. */
export function emailConfirmationToken(secret: AppSecret, { userId, email }: Account, sentAt: Date): string {
  const head = `${userId}.${sentAt.getTime().toString(36)}`;
  return `${head}.${keyedHash(confirmationKeys(secret), [head, email])}`;
}

function confirmationKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'email-confirmations');
}

/** The claims of a token, not yet proven. Null when it cannot be a token. */
export function readEmailConfirmation(token: string, now: Date): { userId: UserId; isExpired: boolean } | null {
  const match = TOKEN.exec(token);
  if (!match) return null;
  const ageMs = now.getTime() - Number.parseInt(match[2] as string, 36);
  return { userId: Number(match[1]) as UserId, isExpired: !(ageMs <= EMAIL_CONFIRMATION_DAYS * DAY_MS) };
}

export function isConfirmation(secret: AppSecret, token: string, account: Account): boolean {
  const head = `${account.userId}.${token.split('.')[1] ?? ''}`;
  const given = Buffer.from(token);
  return keyedHashes(confirmationKeys(secret), [head, account.email]).some((mac) => {
    const expected = Buffer.from(`${head}.${mac}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
