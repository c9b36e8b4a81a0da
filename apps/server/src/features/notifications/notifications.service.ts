import type { NotificationId, UserId } from '@sathi/domain/ids.ts';
import { CHOSEN_KINDS, DEFAULT_CHANNELS } from '@sathi/domain/notifications.ts';
import type { Db } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { PushPort } from '../../outside/outside.ts';
import { notifyUnread } from '../messages/unread.repository.ts';
import { countUnread, setReadUpTo } from './notifications.repository.ts';
import { listPreferences, type Preference, savePreferences } from './preferences.repository.ts';
import { findKeyOf } from './push.repository.ts';

/**
 * Marks all notifications up to this one as read, which the other open pages of the person hear of. @throws
 * RefusalError `not_found`
 */
export async function readUpTo({
  tx,
  viewer,
  now,
  body: { notificationId },
}: Change & { readonly body: { readonly notificationId: NotificationId } }) {
  if (!(await setReadUpTo(tx, viewer.id, notificationId, now))) throw new RefusalError('not_found');
  await notifyUnread(tx, [viewer.id]);
  return { unreadNotificationsCount: await countUnread(tx, viewer.id) };
}

/** How the person hears of every kind of event that is for them to choose, chosen or not. */
export async function preferencesOf(db: Db, userId: UserId): Promise<Preference[]> {
  const chosen = new Map((await listPreferences(db, userId)).map((preference) => [preference.kind, preference]));
  return CHOSEN_KINDS.map((kind) => chosen.get(kind) ?? { kind, ...DEFAULT_CHANNELS[kind] });
}

/**
 * Saves the choices of a person. The last one counts of a kind that is named twice; kinds that are not named stay as
 * they are.
 */
export async function choosePreferences({
  tx,
  viewer,
  body: { preferences },
}: Change & { readonly body: { readonly preferences: readonly Preference[] } }): Promise<Preference[]> {
  const byKind = new Map(preferences.map((preference) => [preference.kind, preference]));
  await savePreferences(tx, viewer.id, [...byKind.values()]);
  return preferencesOf(tx, viewer.id);
}

/**
 * Whether news is shown on the device of this session. A device that was asked with an older key has to be asked again.
 */
export async function pushOf(db: Db, push: PushPort | null, sessionId: number) {
  const publicKey = push?.publicKey ?? null;
  return { publicKey, isOn: publicKey !== null && (await findKeyOf(db, sessionId)) === publicKey };
}
