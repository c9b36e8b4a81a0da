import type { UserId } from '@sathi/domain/ids.ts';
import type { Channels, ChosenKind } from '@sathi/domain/notifications.ts';
import type { Db, Tx } from '../../db/db.ts';

export type Preference = Channels & { readonly kind: ChosenKind };

/** The person's choices; kinds without a choice are not among them. */
export async function listPreferences(db: Db, userId: UserId): Promise<Preference[]> {
  const rows = await db
    .selectFrom('notificationPreferences')
    .select(['kind', 'inApp', 'email', 'sms'])
    .where('userId', '=', userId)
    .execute();
  return rows as Preference[];
}

/** Saves choices in the order of their kinds, so that two savings never wait for each other in a ring. */
export async function savePreferences(tx: Tx, userId: UserId, preferences: readonly Preference[]): Promise<void> {
  if (preferences.length === 0) return;
  const ordered = preferences.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  await tx
    .insertInto('notificationPreferences')
    .values(ordered.map((preference) => ({ userId, ...preference })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet((row) => ({
        inApp: row.ref('excluded.inApp'),
        email: row.ref('excluded.email'),
        sms: row.ref('excluded.sms'),
      })),
    )
    .execute();
}
