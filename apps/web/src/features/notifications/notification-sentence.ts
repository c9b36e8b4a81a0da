import type { Text, TextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import type { IconName } from '../../ui/icon.tsx';

export type Notification = DataOf<'listNotifications'>[number];
export type NotificationKind = Notification['kind'];

type Telling = {
  readonly icon: IconName;
  readonly words: TextKey;
  /** About a loan of the reader's own. */
  readonly own?: TextKey;
};

const TELLINGS: Readonly<Record<NotificationKind, Telling>> = {
  backed: { icon: 'heart', words: 'notifications.told.backed' },
  fully_backed: {
    icon: 'hands',
    words: 'notifications.told.fullyBacked',
    own: 'notifications.told.fullyBackedOwn',
  },
  approved: { icon: 'check-circle', words: 'notifications.told.approved' },
  changed: { icon: 'edit', words: 'notifications.told.changed' },
  returned: { icon: 'undo', words: 'notifications.told.returned', own: 'notifications.told.returnedOwn' },
  expired: { icon: 'clock', words: 'notifications.told.expired', own: 'notifications.told.expiredOwn' },
  deadline_near: {
    icon: 'calendar',
    words: 'notifications.told.deadlineNear',
    own: 'notifications.told.deadlineNearOwn',
  },
  released: { icon: 'bank', words: 'notifications.told.released', own: 'notifications.told.releasedOwn' },
  withdrawal_sent: { icon: 'wallet', words: 'notifications.told.withdrawalSent' },
  withdrawal_failed: { icon: 'alert-circle', words: 'notifications.told.withdrawalFailed' },
  payment_entered: { icon: 'inbox', words: 'notifications.told.paymentEntered' },
  payment_approved: {
    icon: 'coins',
    words: 'notifications.told.paymentApproved',
    own: 'notifications.told.paymentApprovedOwn',
  },
  payment_rejected: { icon: 'alert-circle', words: 'notifications.told.paymentRejected' },
  repaid: { icon: 'seedling', words: 'notifications.told.repaid', own: 'notifications.told.repaidOwn' },
  message: { icon: 'mail', words: 'notifications.told.message' },
  update: { icon: 'megaphone', words: 'notifications.told.update' },
  thanks: { icon: 'heart', words: 'notifications.told.thanks' },
  invited: { icon: 'users', words: 'notifications.told.invited' },
  invitation_accepted: { icon: 'users', words: 'notifications.told.invitationAccepted' },
};

export function iconOf({ kind }: Notification): IconName {
  return TELLINGS[kind].icon;
}

/** One event in one sentence of its own; names and amounts keep their direction in it. */
export function sentenceOf(notification: Notification, { t, format }: Pick<Text, 't' | 'format'>): string {
  const { kind, title, mfiName, actorName, amount, isOwn } = notification;
  const { words, own } = TELLINGS[kind];
  const isCrowd = kind === 'backed' && actorName === null;
  return t(isCrowd ? 'notifications.told.backedTogether' : isOwn && own ? own : words, {
    title: format.isolate(title),
    mfi: format.isolate(mfiName),
    name: format.isolate(actorName ?? mfiName),
    amount: format.money(amount ?? 0),
  });
}
