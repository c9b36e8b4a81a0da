import { NOTIFICATION_KINDS, type NotificationKind, type SuppressionKind } from '@sathi/domain/notifications.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { seal, unseal } from '../seal.ts';
import { deriveKey } from '../secret.ts';

/**
 * What one click stops: e-mails of a sort to an address, whoever has it; or, with `userId`, e-mails about one kind of event to
 * one person, who finds that choice again among their preferences.
 */
export type Unsubscribing =
  | { readonly topic: SuppressionKind; readonly address: string }
  | { readonly topic: NotificationKind; readonly userId: UserId };

const SUPPRESSIONS: readonly string[] = ['invitations', 'news', 'all'] satisfies SuppressionKind[];

/** Says who stops what, for whoever holds it and for ever; sealed, because links end up in logs of others. */
export function unsubscribeToken(secret: Buffer, unsubscribing: Unsubscribing): string {
  return seal(tokenKey(secret), unsubscribing);
}

/** Null for a token that this application did not make. */
export function readUnsubscribeToken(secret: Buffer, token: string): Unsubscribing | null {
  try {
    const read = unseal(tokenKey(secret), token) as Unsubscribing;
    return SUPPRESSIONS.includes(read.topic) || NOTIFICATION_KINDS.some((kind) => kind === read.topic) ? read : null;
  } catch {
    return null;
  }
}

/** `oneClick` takes a POST from a mail program (RFC 8058), `page` is for people. `origin` is the public one. */
export function unsubscribeUrls(origin: string, token: string): { readonly oneClick: string; readonly page: string } {
  const query = new URLSearchParams({ token });
  return { oneClick: `${origin}/api/mail/unsubscribe?${query}`, page: `${origin}/App/Unsubscribe?${query}` };
}

function tokenKey(secret: Buffer): Buffer {
  return deriveKey(secret, 'unsubscribe');
}
