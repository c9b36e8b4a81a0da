import { DEFAULT_CHANNELS, type NotificationKind, type SuppressionKind } from '@sathi/domain/notifications.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';

/** No more e-mails of this sort to this address, lower case. Twice is once. */
export async function suppressAddress(tx: Tx, address: string, kind: SuppressionKind, now: Date): Promise<void> {
  await tx
    .insertInto('suppressedAddresses')
    .values({ address: address.toLowerCase(), kind, reason: 'unsubscribed', at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** No more e-mails about this kind of event; the bell and the SMS stay as they are. */
export async function turnOffEmail(tx: Tx, userId: UserId, kind: NotificationKind): Promise<void> {
  await tx
    .insertInto('notificationPreferences')
    .values({ userId, kind, ...DEFAULT_CHANNELS[kind], email: false })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet({ email: false }))
    .execute();
}
