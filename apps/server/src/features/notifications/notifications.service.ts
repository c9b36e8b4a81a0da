import type { NotificationId, UserId } from '@sathi/domain/ids.ts';
import { DEFAULT_CHANNELS, NOTIFICATION_KINDS } from '@sathi/domain/notifications.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { RefusalError } from '../../refusal-error.ts';
import { notifyUnread } from '../messages/unread.repository.ts';
import { countUnread, setReadUpTo } from './notifications.repository.ts';
import { listPreferences, type Preference, savePreferences } from './preferences.repository.ts';

type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };

/** Everything up to the notification is read, which the other open pages of the person hear of. @throws RefusalError `not_found` */
export async function readUpTo(
  db: Db,
  { viewer, attempt, now, notificationId }: Command & { readonly notificationId: NotificationId },
): Promise<{ unreadNotificationsCount: number }> {
  return runOnce(db, attempt, now, async (tx) => {
    if (!(await setReadUpTo(tx, viewer.id, notificationId, now))) throw new RefusalError('not_found');
    await notifyUnread(tx, [viewer.id]);
    return { unreadNotificationsCount: await countUnread(tx, viewer.id) };
  });
}

/** How the person hears of every kind of event, chosen or not. */
export async function preferencesOf(db: Db, userId: UserId): Promise<Preference[]> {
  const chosen = new Map((await listPreferences(db, userId)).map((preference) => [preference.kind, preference]));
  return NOTIFICATION_KINDS.map((kind) => chosen.get(kind) ?? { kind, ...DEFAULT_CHANNELS[kind] });
}

/** Of a kind that is named twice the last counts; kinds that are not named stay as they are. */
export async function choosePreferences(
  db: Db,
  { viewer, attempt, now, preferences }: Command & { readonly preferences: readonly Preference[] },
): Promise<Preference[]> {
  return runOnce(db, attempt, now, async (tx) => {
    const byKind = new Map(preferences.map((preference) => [preference.kind, preference]));
    await savePreferences(tx, viewer.id, [...byKind.values()]);
    return preferencesOf(tx, viewer.id);
  });
}
