import { NOTIFICATION_KINDS, type NotificationKind, type SuppressionKind } from '@sathi/domain/notifications.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { type Place, seal, unseal } from '../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../config/secret.ts';
import type { Language } from '../http/language.ts';
import { withHtmlFooter } from './mail-html.ts';
import { unsubscribeWords } from './mail.ts';

/**
 * The mails that one click stops: e-mails of a sort to an address, with or without an account; or, with `userId`,
 * e-mails about one kind of event to one person, who finds that choice again among their preferences.
 */
export type Unsubscribing =
  | { readonly topic: SuppressionKind; readonly address: string }
  | { readonly topic: NotificationKind; readonly userId: UserId };

/** The token is no row: it stands in links of mails. */
const PLACE: Place = ['unsubscribe'];
const SUPPRESSIONS: readonly string[] = ['invitations', 'news', 'all'] satisfies SuppressionKind[];

/**
 * Says whose mails stop, and which; valid for any holder as long as its secret is in the ring. Sealed, because links end up in logs of others.
 */
export function unsubscribeToken(secret: AppSecret, unsubscribing: Unsubscribing): string {
  return seal(tokenKeys(secret), PLACE, unsubscribing);
}

/** Null for a token that this application did not make. */
export function readUnsubscribeToken(secret: AppSecret, token: string): Unsubscribing | null {
  try {
    const read = unseal(tokenKeys(secret), PLACE, token) as Unsubscribing;
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

function tokenKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'unsubscribe');
}

/** A last line for people whose mail program offers no button of its own. */
export function withUnsubscribeFooter<Mail extends { readonly text: string; readonly html: string }>(
  mail: Mail,
  language: Language,
  pageUrl: string,
): Mail {
  const { why, stop } = unsubscribeWords(language);
  return {
    ...mail,
    text: `${mail.text}\n${why}\n${stop}: ${pageUrl}\n`,
    html: withHtmlFooter(mail.html, why, stop, pageUrl),
  };
}
