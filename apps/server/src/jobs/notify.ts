import type { NotificationKind } from '@sathi/domain/notifications.ts';
import type { CampaignId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Tx } from '../db/db.ts';
import type { Notice } from '../notices/notice.ts';
import { enqueueMessages } from './messages.ts';

/** Hearing of one event, for one person. */
export type Notification = {
  readonly userId: UserId;
  readonly kind: NotificationKind;
  readonly proposalId?: ProposalId;
  readonly campaignId?: CampaignId;
  readonly actorId?: UserId;
  readonly amountCents?: Cents;
  /** The same for every try to tell this person of this event. */
  readonly dedupeKey: string;
  /** The mail, in the reader's language; without one only the bell rings. */
  readonly mail?: { readonly to: string; readonly notice: Notice };
};

/** Rings the bell and writes the mails, as part of the transaction. Telling twice is telling once. */
export async function notify(tx: Tx, secret: Buffer, notifications: readonly Notification[], now: Date): Promise<void> {
  for (const { mail, ...notification } of notifications) {
    await tx
      .insertInto('notifications')
      .values({ ...notification, at: now })
      .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
      .execute();
    if (mail) {
      const { dedupeKey } = notification;
      const message = { channel: 'email' as const, to: mail.to, ...mail.notice, dedupeKey };
      await enqueueMessages(tx, secret, [{ dedupeKey, message }], now);
    }
  }
}
