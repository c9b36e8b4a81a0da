import { timingSafeEqual } from 'node:crypto';
import type { PayoutAccountId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import { keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';

/** 132 bits: the link has to fit into an SMS. */
const MAC_LENGTH = 22;
const TOKEN = /^(a?)([1-9]\d{0,14})\.[\w-]{22}$/;

/** The thing that a token is about: a request, or an account that a person keeps, whose token begins with an `a`. */
export type NotMe =
  | { readonly kind: 'withdrawal'; readonly id: WithdrawalId }
  | { readonly kind: 'account'; readonly id: PayoutAccountId };

/**
 * The token of “that was not me”, which only we can make and which is kept nowhere. It serves whoever holds it, without
 * a sign-in, and to stop payouts alone.
 */
export function notMeToken(
  secret: AppSecret,
  { id, ownerId }: { readonly id: WithdrawalId; readonly ownerId: UserId },
): string {
  return tokensOf(secret, { kind: 'withdrawal', id }, ownerId)[0] as string;
}

export function accountToken(
  secret: AppSecret,
  { id, userId }: { readonly id: PayoutAccountId; readonly userId: UserId },
): string {
  return tokensOf(secret, { kind: 'account', id }, userId)[0] as string;
}

/** The thing that a token names, not yet proven. Null when it cannot be a token. */
export function readNotMeToken(token: string): NotMe | null {
  const match = TOKEN.exec(token);
  if (!match) return null;
  const id = Number(match[2]);
  return match[1] ? { kind: 'account', id: id as PayoutAccountId } : { kind: 'withdrawal', id: id as WithdrawalId };
}

/** Whether we made the token for this thing of this person, also before a rotation of the secret. */
export function isNotMeToken(secret: AppSecret, token: string, of: NotMe, ownerId: UserId): boolean {
  const given = Buffer.from(token);
  return tokensOf(secret, of, ownerId).some((text) => {
    const expected = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function tokensOf(secret: AppSecret, { kind, id }: NotMe, ownerId: UserId): string[] {
  const isAccount = kind === 'account';
  const keys = deriveKeys(secret, isAccount ? 'not-me-account' : 'not-me');
  return keyedHashes(keys, [id, ownerId]).map((mac) => `${isAccount ? 'a' : ''}${id}.${mac.slice(0, MAC_LENGTH)}`);
}
