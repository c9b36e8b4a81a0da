/** Everything that a person may hear of. The first word of each is what it is about. */
export const NOTIFICATION_KINDS = [
  'backed',
  'fully_backed',
  'approved',
  'changed',
  'returned',
  'expired',
  'deadline_near',
  'released',
  'withdrawal_sent',
  'withdrawal_failed',
  'payment_entered',
  'payment_approved',
  'payment_rejected',
  'repaid',
  'message',
  'update',
  'thanks',
  'invited',
  'invitation_accepted',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Work of an office; nobody else ever hears of these. */
export const STAFF_KINDS: readonly NotificationKind[] = ['changed', 'payment_entered'];

/** Of these the reader may know whose doing they are; everything else is an office's or nobody's. */
export const NAMED_KINDS: readonly NotificationKind[] = [
  'backed',
  'message',
  'update',
  'thanks',
  'invited',
  'invitation_accepted',
];

/** The ways in which an event reaches its reader. */
export type Channels = { readonly inApp: boolean; readonly email: boolean; readonly sms: boolean };

const BELL = { inApp: true, email: false, sms: false };
const BELL_AND_MAIL = { inApp: true, email: true, sms: false };
const EVERY_WAY = { inApp: true, email: true, sms: true };

/**
 * What holds until a person chooses. What happens often rings the bell only. Money that moves to or from a borrower is worth
 * an SMS, because many of them read no e-mail.
 */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channels>> = {
  backed: BELL,
  fully_backed: BELL_AND_MAIL,
  approved: BELL_AND_MAIL,
  changed: BELL_AND_MAIL,
  returned: BELL_AND_MAIL,
  expired: BELL_AND_MAIL,
  deadline_near: BELL_AND_MAIL,
  released: EVERY_WAY,
  withdrawal_sent: EVERY_WAY,
  withdrawal_failed: EVERY_WAY,
  payment_entered: BELL,
  payment_approved: EVERY_WAY,
  payment_rejected: BELL_AND_MAIL,
  repaid: BELL_AND_MAIL,
  message: BELL,
  update: BELL_AND_MAIL,
  thanks: BELL_AND_MAIL,
  invited: BELL_AND_MAIL,
  invitation_accepted: BELL,
};

/** A loan of a thousand backers would cost a thousand messages each month, so an SMS of these goes to its borrower only. */
const SMS_FOR_OWNER_ONLY: readonly NotificationKind[] = ['fully_backed', 'released', 'payment_approved', 'repaid'];

/** How one event reaches one person: as they chose, else by default. `chosen` is null without a choice. */
export function channelsOf(kind: NotificationKind, chosen: Channels | null, isOwner: boolean): Channels {
  const channels = chosen ?? DEFAULT_CHANNELS[kind];
  return { ...channels, sms: channels.sms && (isOwner || !SMS_FOR_OWNER_ONLY.includes(kind)) };
}

/** Why an address gets no more mails: nothing at all, no news, or no invitations. */
export type SuppressionKind = 'invitations' | 'news' | 'all';

/** Whether an address that wants no more of `suppressed` must be spared an event of this kind. */
export function isSuppressed(kind: NotificationKind, suppressed: readonly SuppressionKind[]): boolean {
  if (suppressed.includes('all')) return true;
  if (kind === 'invited') return suppressed.includes('invitations');
  return kind === 'update' && suppressed.includes('news');
}

/** Notifications are forgotten after this many days. */
export const NOTIFICATIONS_KEPT_DAYS = 180;
