import { type Channels, channelsOf, isSuppressed } from '@sathi/domain/notifications.ts';
import type { Db, Tx } from '../db/db.ts';
import { notifyUnread } from '../features/messages/unread.repository.ts';
import { formatUsd } from '../http/sentences.ts';
import { eventSentence } from '../notices/event-sentences.ts';
import { type Notice, shortTitle } from '../notices/notice.ts';
import { eventSms } from '../notices/event-notices.ts';
import { enqueueMessages, type QueuedMessage } from './messages.ts';
import { insertNotifications, listTold, type NewNotification, type Told } from './notify.repository.ts';
import { unsubscribeToken } from './unsubscribe-link.ts';

/** Hearing of one event, for one person. */
export type Notification = NewNotification & {
  /** The mail, in the reader's language; without one there is the bell, and an SMS where it is wanted. */
  readonly mail?: { readonly to: string; readonly notice: Notice };
};

/** Of readers in one statement; each brings up to eight parameters. */
const BATCH = 1000;

/**
 * Rings the bell and writes the mails and SMS, as part of the transaction, each as its reader wants it. Telling twice is
 * telling once: what has rung rings no more and sends nothing. The number of statements does not depend on how many are told
 * until they are thousands.
 *
 * The mail goes to `mail.to` unless its reader, or whoever has that address, has asked for no more of the kind. It can be
 * stopped with one click.
 */
export async function notify(tx: Tx, secret: Buffer, notifications: readonly Notification[], now: Date): Promise<void> {
  // In the order of their keys, so that two that tell the same never wait for each other in a ring.
  const ordered = firstOfEach(notifications).toSorted((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1));
  for (let first = 0; first < ordered.length; first += BATCH) {
    await notifyBatch(tx, secret, ordered.slice(first, first + BATCH), now);
  }
}

async function notifyBatch(tx: Tx, secret: Buffer, batch: readonly Notification[], now: Date): Promise<void> {
  const readers = await readersOf(tx, batch);
  const ringing = readers.filter(({ channels }) => channels.inApp).map(({ notification }) => notification);
  const rung = await insertNotifications(tx, ringing, now);
  // Whose bell is off is known by the keys of the messages alone.
  const heard = readers.filter(({ notification, channels }) => !channels.inApp || rung.has(notification.dedupeKey));
  const queued = heard.flatMap(({ notification, reader, channels }) => [
    ...mailOf(secret, notification, reader, channels),
    ...smsOf(notification, reader, channels),
  ]);
  await enqueueMessages(tx, secret, queued, now);
  await notifyUnread(tx, [
    ...new Set(ringing.filter(({ dedupeKey }) => rung.has(dedupeKey)).map(({ userId }) => userId)),
  ]);
}

/** How many of these events would be mailed, so that it can be said before. Writes nothing. */
export async function countMailed(db: Db, notifications: readonly Notification[]): Promise<number> {
  let count = 0;
  for (let first = 0; first < notifications.length; first += BATCH) {
    const readers = await readersOf(db, notifications.slice(first, first + BATCH));
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
    return [{ notification, reader, channels: channelsOf(notification.kind, reader.chosen, reader.isOwner) }];
  });
}

function isMailed({ kind, mail }: Notification, { mailSuppressed }: Told, channels: Channels): boolean {
  return mail !== undefined && channels.email && !isSuppressed(kind, mailSuppressed);
}

function firstOfEach(notifications: readonly Notification[]): Notification[] {
  const byKey = new Map<string, Notification>();
  for (const notification of notifications) {
    if (!byKey.has(notification.dedupeKey)) byKey.set(notification.dedupeKey, notification);
  }
  return [...byKey.values()];
}

function mailOf(secret: Buffer, notification: Notification, reader: Told, channels: Channels): QueuedMessage[] {
  const { kind, userId, mail, dedupeKey } = notification;
  if (!mail || !isMailed(notification, reader, channels)) return [];
  const unsubscribe = { token: unsubscribeToken(secret, { topic: kind, userId }), language: reader.language };
  return [{ dedupeKey, message: { channel: 'email', to: mail.to, ...mail.notice, dedupeKey }, unsubscribe }];
}

function smsOf(notification: Notification, reader: Told, channels: Channels): QueuedMessage[] {
  const { kind, amountCents } = notification;
  if (!channels.sms || isSuppressed(kind, reader.phoneSuppressed)) return [];
  const { language, title, mfiName, actorName, isOwner } = reader;
  const amount = amountCents === undefined ? '' : formatUsd(language, amountCents);
  const sentence = eventSentence(language, kind, { title: shortTitle(title), mfiName, actorName, amount, isOwner });
  const dedupeKey = `${notification.dedupeKey}:sms`;
  return [{ dedupeKey, message: { channel: 'sms', to: reader.phone, ...eventSms(sentence), dedupeKey } }];
}
