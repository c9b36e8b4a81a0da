import type { UserId } from '@sathi/domain/ids.ts';
import {
  type Channels,
  channelsOf,
  isAlwaysTold,
  isSuppressed,
  type NotificationKind,
} from '@sathi/domain/notifications.ts';
import type { Db, Tx } from '../../db/db.ts';
import { notifyUnread } from '../messages/unread.repository.ts';
import { eventSms, type Mail } from '../../delivery/mail.ts';
import { type ByDay, enqueueDeliveries, type NewDelivery } from '../../delivery/deliveries.ts';
import { enqueue, type NewJob } from '../../outbox/outbox.ts';
import { insertNotifications, listTold, type NewNotification, type Told } from './notify.repository.ts';
import type { PushNews } from './push.jobs.ts';
import { unsubscribeToken } from '../../delivery/unsubscribe.ts';
import type { AppSecret } from '../../config/secret.ts';

/** Hearing of one event, for one person. */
export type Notification = NewNotification & {
  /** The mail, in the reader's language; without one there is the bell, and an SMS where it is wanted. */
  readonly mail?: Mail & { readonly to: string };
  /** Facts that the SMS names beside those of its proposal. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The mail of news that the bell and the SMS have told before. */
  readonly isMailAlone?: true;
  /** The hours and the last day of mail and SMS. */
  readonly byDay?: ByDay | undefined;
};

/** The most readers in one statement; each brings up to eight parameters. */
const BATCH = 1000;
const MAIL_ALONE = { inApp: false, sms: false };

/**
 * Rings the bell, on devices too, and writes the mails and SMS, as part of the transaction, each as its reader wants it. Telling twice
 * is telling once: a bell that has rung rings no more and sends no mail. The number of statements does not depend on
 * the number of readers until they are thousands.
 *
 * The mail goes to `mail.to` unless its reader, or the owner of that address, has unsubscribed from the kind, and never to
 * the reader's own address before they confirmed it (R33.2). It can be stopped with one click, unless it is of a kind that
 * is always told.
 */
export async function notify(
  tx: Tx,
  secret: AppSecret,
  notifications: readonly Notification[],
  now: Date,
): Promise<void> {
  // Notifications go out in the order of their keys, so that two that tell the same never wait for each other in a
  // ring.
  const ordered = firstOfEach(notifications).toSorted((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1));
  for (let first = 0; first < ordered.length; first += BATCH) {
    await notifyBatch(tx, secret, ordered.slice(first, first + BATCH), now);
  }
}

async function notifyBatch(tx: Tx, secret: AppSecret, batch: readonly Notification[], now: Date): Promise<void> {
  const readers = await readersOf(tx, batch);
  const ringing = readers.filter(({ channels }) => channels.inApp).map(({ notification }) => notification);
  const rung = await insertNotifications(tx, ringing, now);
  // A reader whose bell is off is known by the keys of the mails alone.
  const heard = readers.filter(({ notification, channels }) => !channels.inApp || rung.has(notification.dedupeKey));
  const queued = heard.flatMap(({ notification, reader, channels }) => [
    ...mailOf(secret, notification, reader, channels),
    ...smsOf(notification, reader, channels),
  ]);
  await enqueueDeliveries(tx, secret, queued, now);
  const rangNow = readers.filter(({ notification }) => rung.has(notification.dedupeKey));
  const pushes = rangNow.flatMap(({ notification, reader }) => pushesOf(notification, reader));
  await enqueue(tx, pushes, now);
  await notifyUnread(tx, [...new Set(rangNow.map(({ notification }) => notification.userId))]);
}

/** How many of these people would get a mail of this kind now, so that it can be said before. */
export async function countMailed(
  db: Db,
  kind: NotificationKind,
  people: ReadonlyArray<{ readonly userId: UserId; readonly email: string }>,
): Promise<number> {
  let count = 0;
  for (let first = 0; first < people.length; first += BATCH) {
    const asked = people.slice(first, first + BATCH).map(({ userId, email }) => ({
      userId,
      kind,
      dedupeKey: String(userId),
      mail: { to: email, subject: '', text: '', html: '' },
    }));
    const readers = await readersOf(db, asked);
    count += readers.filter(({ notification, reader, channels }) => isMailed(notification, reader, channels)).length;
  }
  return count;
}

async function readersOf(db: Db, batch: readonly Notification[]) {
  const asked = batch.map((notification) => ({ ...notification, address: notification.mail?.to ?? '' }));
  const told = new Map((await listTold(db, asked)).map((row) => [row.dedupeKey, row]));
  return batch.flatMap((notification) => {
    const reader = told.get(notification.dedupeKey);
    if (reader === undefined) return [];
    const channels = channelsOf(notification.kind, reader.chosen, reader.isOwner);
    return [{ notification, reader, channels: { ...channels, ...(notification.isMailAlone && MAIL_ALONE) } }];
  });
}

function isMailed({ kind, mail }: Notification, reader: Told, channels: Channels): boolean {
  const isWanted = channels.email && !isSuppressed(kind, reader.mailSuppressed);
  return mail !== undefined && !reader.isMailUnconfirmed && isWanted;
}

function firstOfEach(notifications: readonly Notification[]): Notification[] {
  const byKey = new Map<string, Notification>();
  for (const notification of notifications) {
    if (!byKey.has(notification.dedupeKey)) byKey.set(notification.dedupeKey, notification);
  }
  return [...byKey.values()];
}

function mailOf(secret: AppSecret, notification: Notification, reader: Told, channels: Channels): NewDelivery[] {
  const { kind, userId, mail, dedupeKey, byDay } = notification;
  if (!mail || !isMailed(notification, reader, channels)) return [];
  const delivery = { channel: 'email' as const, ...mail };
  if (isAlwaysTold(kind)) return [{ dedupeKey, delivery, byDay }];
  const unsubscribe = { token: unsubscribeToken(secret, { topic: kind, userId }), language: reader.language };
  return [{ dedupeKey, delivery, unsubscribe, byDay }];
}

function smsOf(notification: Notification, reader: Told, channels: Channels): NewDelivery[] {
  const { kind, amountCents, local, facts, byDay } = notification;
  if (!channels.sms || reader.isPhoneUnconfirmed || isSuppressed(kind, reader.phoneSuppressed)) return [];
  const content = eventSms(reader.language, kind, { ...reader, ...facts, amountCents, local });
  const dedupeKey = `${notification.dedupeKey}:sms`;
  return [{ dedupeKey, delivery: { channel: 'sms', to: reader.phone, ...content }, byDay }];
}

/** The jobs of a notification, one for each browser that the reader is told on. */
function pushesOf({ kind, proposalId, campaignId, dedupeKey }: Notification, { browsers }: Told): NewJob[] {
  const about = { kind, proposalId: proposalId ?? null, campaignId: campaignId ?? null };
  return browsers.map((subscriptionId) => {
    const payload: PushNews = { subscriptionId, ...about };
    return { kind: 'push', dedupeKey: `${dedupeKey}:push:${subscriptionId}`, payload };
  });
}
