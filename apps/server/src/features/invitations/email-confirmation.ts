import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@sathi/domain/ids.ts';
import { EMAIL_CONFIRMATION_DAYS } from '@sathi/domain/invitations.ts';
import { deriveKey } from '../../secret.ts';

const DAY_MS = 86_400_000;
const TOKEN = /^([1-9]\d{0,14})\.([\da-z]{1,10})\.[\w-]{43}$/;

type Account = { readonly userId: UserId; readonly email: string };

/** The token of a confirmation mail: whose, from when, and proof that we made it for this very address. */
export function emailConfirmationToken(secret: Buffer, { userId, email }: Account, sentAt: Date): string {
  const head = `${userId}.${sentAt.getTime().toString(36)}`;
  const mac = createHmac('sha256', deriveKey(secret, 'email-confirmations'))
    .update(JSON.stringify([head, email]))
    .digest('base64url');
  return `${head}.${mac}`;
}

/** What a token says of itself, not yet proven. Null when it cannot be one. */
export function readEmailConfirmation(token: string, now: Date): { userId: UserId; isExpired: boolean } | null {
  const match = TOKEN.exec(token);
  if (!match) return null;
  const ageMs = now.getTime() - Number.parseInt(match[2] as string, 36);
  return { userId: Number(match[1]) as UserId, isExpired: !(ageMs <= EMAIL_CONFIRMATION_DAYS * DAY_MS) };
}

export function isConfirmation(secret: Buffer, token: string, account: Account): boolean {
  const sentAt = new Date(Number.parseInt(token.split('.')[1] ?? '', 36));
  const expected = Buffer.from(emailConfirmationToken(secret, account, sentAt));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
