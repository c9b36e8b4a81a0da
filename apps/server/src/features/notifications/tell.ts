import { randomUUID } from 'node:crypto';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { NotificationKind, SuppressionKind } from '@sathi/domain/notifications.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueueDeliveries, type NewDelivery } from '../../delivery/deliveries.ts';
import { pageUrl } from '../../delivery/links.ts';
import { eventMail, type Mail, mail, type MailName } from '../../delivery/mail.ts';
import { unsubscribeToken } from '../../delivery/unsubscribe.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findUserBy } from '../users/users.repository.ts';
import { BY_DAY, type Event, type EventName, type EventOf, EVENTS, SENTENCE } from './events.ts';
import type { Hearer } from './hearers.repository.ts';
import { keepNews, type NewLoanNews, type NewsKind } from './news-of-day.repository.ts';
import { type Notification, notify } from './notify.ts';
import type { AppSecret } from '../../config/secret.ts';

/** `origin` is the public one, which links start with. */
type Teller = { readonly secret: AppSecret; readonly origin: string };

/** Tells whom the table says, in a transaction of its own. Telling twice is telling once. */
export async function tell<Name extends EventName>(
  { db, secret, config, now }: Pick<Outside, 'db' | 'secret' | 'config' | 'now'>,
  name: Name,
  event: EventOf[Name],
): Promise<void> {
  await transaction(db, (tx) => tellWithin(tx, { secret, origin: publicOrigin(config) }, name, event, now()));
}

/** As {@link tell}, as part of a transaction. */
export async function tellWithin<Name extends EventName>(
  tx: Tx,
  teller: Teller,
  name: Name,
  event: EventOf[Name],
  now: Date,
): Promise<void> {
  const { notifications, mails, news } = await toldBy(tx, teller, name, event);
  await keepNews(
    tx,
    news.map((one) => ({ ...one, toldAt: now })),
  );
  await notify(tx, teller.secret, notifications, now);
  await enqueueDeliveries(tx, teller.secret, mails, now);
}

/**
 * An entry of an office, and the page on which it is confirmed. The words of the sentence are in
 * `mails.event.to_confirm`.
 */
type ToConfirm = {
  readonly mfiId: MfiId;
  readonly what:
    | 'account'
    | 'batch'
    | 'debt'
    | 'payouts'
    | 'phone'
    | 'rate'
    | 'receipt'
    | 'settlement'
    | 'staff'
    | 'till'
    | 'unfreeze';
  /** Tells one entry of its kind from the next. */
  readonly id: string | number;
  readonly page: `MFI${string}`;
  readonly confirmers: readonly UserId[];
};

/** Asks those of an office who may be the second person (R19.8, R34.3). */
export async function askToConfirm(
  { tx, viewer, now }: Pick<Change, 'tx' | 'viewer' | 'now'>,
  teller: Teller,
  { mfiId, what, id, page, confirmers }: ToConfirm,
): Promise<void> {
  const { name: mfiName } = found(await findMfiById(tx, mfiId));
  const event = {
    key: `to_confirm:${what}:${id}`,
    url: `${teller.origin}/App/${page}/${encodeURIComponent(mfiName)}`,
    actorId: viewer.id,
    mfiId,
    mfiName,
    confirmers,
    facts: { what },
  };
  await tellWithin(tx, teller, 'to_confirm', event, now);
}

/** The words of the sentence are in `mails.event.security`. */
type SecurityChange =
  | 'factor_added'
  | 'factor_removed'
  | 'factor_reset'
  | 'factor_reset_by_staff'
  | 'factor_guessed'
  | 'codes_renewed'
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'phone_taken'
  | 'came_back';

/**
 * Tells a person by every way that the safety of their account was changed; with the same `key` only once. An account without
 * a profile has nobody to tell.
 */
export async function tellOfSecurity(
  { secret, config }: Pick<Outside, 'secret' | 'config'>,
  tx: Tx,
  subject: string,
  what: SecurityChange,
  now: Date,
  key: string = randomUUID(),
): Promise<void> {
  const user = await findUserBy(tx, { subject });
  if (!user) return;
  const { id: userId, email, language } = user;
  const origin = publicOrigin(config);
  const event = { key: `security:${what}:${key}`, url: `${origin}/App/Security`, facts: { what } };
  await tellWithin(
    tx,
    { secret, origin },
    'security_changed',
    { ...event, hearers: [{ userId, email, language }] },
    now,
  );
}

/**
 * Tells those who had named the phone, and confirmed their account by e-mail only, that its owner has confirmed it: they
 * sign in by their e-mail address from now on (R33.2).
 */
export async function tellOfTakenPhone(
  outside: Pick<Outside, 'secret' | 'config'>,
  tx: Tx,
  by: { readonly phone: string; readonly subject: string | null },
  now: Date,
): Promise<void> {
  const others = await tx
    .selectFrom('identities')
    .select('subject')
    .where('phone', '=', by.phone)
    .where('phoneByEmail', '=', true)
    .$if(by.subject !== null, (query) => query.where('subject', '<>', by.subject))
    .execute();
  for (const { subject } of others) await tellOfSecurity(outside, tx, subject, 'phone_taken', now);
}

type Told = {
  readonly notifications: readonly Notification[];
  readonly mails: readonly NewDelivery[];
  readonly news: readonly Omit<NewLoanNews, 'toldAt'>[];
};

async function toldBy<Name extends EventName>(
  tx: Tx,
  { secret, origin }: Teller,
  name: Name,
  event: EventOf[Name],
): Promise<Told> {
  const notifications: Notification[] = [];
  const mails: NewDelivery[] = [];
  const news: Told['news'][number][] = [];
  const about = { url: pageUrl(origin, event), ...event };
  const belled = { ...about, path: officePath(origin, about.url) };
  for (const telling of EVENTS[name]) {
    for (const hearer of await telling.to(tx, event)) {
      if (telling.mail === BY_DAY) news.push(...newsOf(telling.as, about, hearer));
      const content = telling.mail === BY_DAY ? null : mailFor(telling, about, hearer);
      if (telling.as !== undefined) notifications.push(...notificationOf(telling.as, belled, hearer, content));
      else if (content !== null) mails.push(deliveryOf(secret, telling.stops, about, hearer, content));
    }
  }
  return { notifications, mails, news };
}

/** The words are the reason that staff gave. */
function newsOf(kind: NewsKind, about: Event, { userId, amountCents }: Hearer): Told['news'] {
  const { key: eventKey, proposalId, facts } = about;
  if (userId === null || !proposalId) return [];
  return [{ eventKey, userId, kind, proposalId, amountCents: amountCents ?? null, words: facts?.['reason'] ?? '' }];
}

type Content = Mail & { readonly to: string };
type Ways = { readonly as?: NotificationKind; readonly mail?: MailName | typeof SENTENCE };

/** Null where the table has no mail for them, or they get none. */
function mailFor({ as: kind, mail: text }: Ways, about: Event, hearer: Hearer): Content | null {
  const { userId, email, language, links } = hearer;
  if (text === undefined || email === null) return null;
  const facts = { isOwner: userId !== null && about.ownerId === userId, ...about, ...about.facts, ...hearer };
  if (text !== SENTENCE) return { to: email, ...mail(language, text, facts, links) };
  return kind === undefined ? null : { to: email, ...eventMail(language, kind, facts) };
}

/** A page of one institution; an address with a secret in it is none. */
const OFFICE_PAGE = /^\/App\/(?:HowToPay|MFI[A-Za-z]+)\/[^/?#]+$/;

/** The page of one institution that the mail leads to, for the bell to lead there too (R17.12); null for another address. */
function officePath(origin: string, url: string): string | null {
  const path = url.startsWith(origin) ? url.slice(origin.length) : '';
  return OFFICE_PAGE.test(path) ? path : null;
}

type Belled = Event & { readonly path: string | null };

function notificationOf(
  kind: NotificationKind,
  about: Belled,
  hearer: Hearer,
  content: Content | null,
): Notification[] {
  const { key, proposalId, campaignId, path, facts, byDay } = about;
  const { userId, amountCents, local, actorId = about.actorId } = hearer;
  if (userId === null) return [];
  const dedupeKey = `${key}:${hearer.key ?? userId}`;
  const bell = {
    userId,
    kind,
    proposalId,
    campaignId,
    actorId,
    amountCents,
    local,
    path,
    dedupeKey,
    ...(facts && { facts }),
    ...(byDay && { byDay }),
  };
  return [content === null ? bell : { ...bell, mail: content }];
}

function deliveryOf(
  secret: AppSecret,
  stops: SuppressionKind | undefined,
  { key, byDay }: Event,
  { userId, language, key: ownKey = `${userId}:mail` }: Hearer,
  content: Content,
): NewDelivery {
  const delivery = { channel: 'email' as const, ...content };
  const dedupeKey = `${key}:${ownKey}`;
  if (stops === undefined) return { dedupeKey, delivery, byDay };
  const token = unsubscribeToken(secret, { topic: stops, address: content.to });
  return { dedupeKey, delivery, unsubscribe: { token, language }, byDay };
}
