/** The events that a person may hear of. The first word of each names its subject. */
export const NOTIFICATION_KINDS = [
  'backed',
  'fully_backed',
  'partly_backed',
  'approved',
  'changed',
  'returned',
  'expired',
  'deadline_near',
  'extended',
  'released',
  'release_undone',
  'release_unsent',
  'withdrawal_sent',
  'withdrawal_failed',
  'payment_entered',
  'payment_approved',
  'payment_rejected',
  'payment_reversed',
  'receipt',
  'repayment_due',
  'repayment_late',
  'loan_late',
  'plan_offered',
  'plan_answered',
  'plan_changed',
  'hardship_asked',
  'hardship_answered',
  'hardship_ended',
  'loan_paused',
  'default_asked',
  'loan_defaulted',
  'recovered',
  'written_off',
  'forgiven',
  'repaid',
  'message',
  'update',
  'thanks',
  'invited',
  'invitation_accepted',
  'security',
  'payout_account_added',
  'payout_account_shown',
  'payouts_resumed',
  'settings_changed',
  'account_changed',
  'batch_downloaded',
  'request_dropped',
  'to_confirm',
  'phone_change',
  'frozen',
  'unfrozen',
  'freeze_stands',
  'reported',
  'report_decided',
  'moderated',
  'saved_search',
  'pay_in_asked',
  'pay_in_due',
  'pay_in_received',
  'pay_in_lapsed',
  'lapse_near',
  'all_received',
  'day_differs',
  'taken_over',
  'pay_in_reversed',
  'payout_sent',
  'payout_failed',
  'relent',
  'debt_old',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * The safety of one's own account and money, and of an office's, and what a person may not do any more: told whatever the
 * reader chose, and no mail of them can be stopped (R25.1).
 */
const ALWAYS_TOLD_KINDS = [
  'security',
  'payout_account_added',
  'payout_account_shown',
  'payouts_resumed',
  'settings_changed',
  'account_changed',
  'batch_downloaded',
  'request_dropped',
  'phone_change',
  'frozen',
  'unfrozen',
  'moderated',
] as const satisfies readonly NotificationKind[];
export type ChosenKind = Exclude<NotificationKind, (typeof ALWAYS_TOLD_KINDS)[number]>;

export function isAlwaysTold(kind: NotificationKind): boolean {
  return ALWAYS_TOLD_KINDS.some((always) => always === kind);
}

/** The kinds of which a person chooses how to hear. */
export const CHOSEN_KINDS = NOTIFICATION_KINDS.filter((kind): kind is ChosenKind => !isAlwaysTold(kind));

/** The kinds by their subject, as a person chooses of them. Only staff ever hear of the work of an office. */
export const KIND_GROUPS = {
  funding: [
    'backed',
    'fully_backed',
    'partly_backed',
    'approved',
    'returned',
    'expired',
    'deadline_near',
    'extended',
    'released',
    'release_undone',
  ],
  repaying: [
    'payment_approved',
    'payment_rejected',
    'payment_reversed',
    'receipt',
    'repayment_due',
    'repayment_late',
    'loan_late',
    'plan_offered',
    'plan_changed',
    'hardship_answered',
    'hardship_ended',
    'loan_paused',
    'loan_defaulted',
    'recovered',
    'written_off',
    'forgiven',
    'repaid',
  ],
  money: [
    'withdrawal_sent',
    'withdrawal_failed',
    'pay_in_asked',
    'pay_in_due',
    'pay_in_received',
    'pay_in_lapsed',
    'pay_in_reversed',
    'taken_over',
    'payout_sent',
    'payout_failed',
    'relent',
  ],
  news: ['message', 'update', 'thanks', 'invited', 'invitation_accepted', 'saved_search', 'report_decided'],
  office: [
    'changed',
    'payment_entered',
    'to_confirm',
    'freeze_stands',
    'reported',
    'lapse_near',
    'all_received',
    'debt_old',
    'day_differs',
    'plan_answered',
    'hardship_asked',
    'default_asked',
    'release_unsent',
  ],
} as const satisfies Readonly<Record<string, readonly ChosenKind[]>>;
export type KindGroup = keyof typeof KIND_GROUPS;

/** A notification of these kinds names the person behind it, or whose phone it is. The others were caused by an office or by no person. */
export const NAMED_KINDS: readonly NotificationKind[] = [
  'backed',
  'message',
  'update',
  'thanks',
  'forgiven',
  'invited',
  'invitation_accepted',
  'phone_change',
];

/** The ways in which an event reaches its reader. */
export type Channels = { readonly inApp: boolean; readonly email: boolean; readonly sms: boolean };

const BELL = { inApp: true, email: false, sms: false };
const SMS = { inApp: false, email: false, sms: true };
const BELL_AND_SMS = { inApp: true, email: false, sms: true };
const BELL_AND_MAIL = { inApp: true, email: true, sms: false };
const EVERY_WAY = { inApp: true, email: true, sms: true };

/**
 * The channels until a person chooses. Frequent events ring the bell only. Money that moves to or from a borrower is
 * worth an SMS, because many of them read no e-mail.
 */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channels>> = {
  backed: BELL,
  fully_backed: BELL_AND_MAIL,
  // R5.5
  partly_backed: BELL_AND_MAIL,
  approved: BELL_AND_MAIL,
  changed: BELL_AND_MAIL,
  returned: BELL_AND_MAIL,
  expired: BELL_AND_MAIL,
  deadline_near: BELL_AND_MAIL,
  // R5.6
  extended: BELL_AND_MAIL,
  released: EVERY_WAY,
  // R31.3, R31.4
  release_undone: EVERY_WAY,
  release_unsent: BELL_AND_MAIL,
  withdrawal_sent: EVERY_WAY,
  withdrawal_failed: EVERY_WAY,
  payout_sent: EVERY_WAY,
  payout_failed: EVERY_WAY,
  payment_entered: BELL,
  // Its borrower reads the receipt.
  payment_approved: BELL_AND_MAIL,
  payment_rejected: BELL_AND_MAIL,
  payment_reversed: EVERY_WAY,
  receipt: SMS,
  // R27.1
  repayment_due: BELL_AND_SMS,
  repayment_late: BELL_AND_SMS,
  // R27.2
  loan_late: BELL_AND_MAIL,
  // R28.2
  plan_offered: EVERY_WAY,
  plan_answered: BELL_AND_MAIL,
  plan_changed: BELL_AND_MAIL,
  // R28.1
  hardship_asked: BELL_AND_MAIL,
  hardship_answered: EVERY_WAY,
  hardship_ended: BELL_AND_MAIL,
  // R28.4
  loan_paused: EVERY_WAY,
  // R29.1-R29.3
  default_asked: BELL_AND_MAIL,
  loan_defaulted: BELL_AND_MAIL,
  recovered: BELL_AND_MAIL,
  written_off: BELL_AND_MAIL,
  // R30.2
  forgiven: BELL_AND_MAIL,
  repaid: BELL_AND_MAIL,
  message: BELL,
  update: BELL_AND_MAIL,
  thanks: BELL_AND_MAIL,
  invited: BELL_AND_MAIL,
  invitation_accepted: BELL,
  security: EVERY_WAY,
  payout_account_added: EVERY_WAY,
  payout_account_shown: BELL_AND_MAIL,
  payouts_resumed: EVERY_WAY,
  settings_changed: BELL_AND_MAIL,
  account_changed: BELL_AND_MAIL,
  batch_downloaded: BELL_AND_MAIL,
  request_dropped: BELL_AND_MAIL,
  to_confirm: BELL,
  // R33.4
  phone_change: BELL_AND_MAIL,
  frozen: EVERY_WAY,
  unfrozen: EVERY_WAY,
  freeze_stands: BELL_AND_MAIL,
  reported: BELL_AND_MAIL,
  report_decided: BELL_AND_MAIL,
  moderated: BELL_AND_MAIL,
  saved_search: BELL_AND_MAIL,
  pay_in_asked: EVERY_WAY,
  pay_in_due: EVERY_WAY,
  pay_in_received: BELL_AND_MAIL,
  pay_in_lapsed: BELL_AND_MAIL,
  lapse_near: BELL,
  all_received: BELL_AND_MAIL,
  day_differs: BELL_AND_MAIL,
  taken_over: BELL_AND_MAIL,
  pay_in_reversed: EVERY_WAY,
  relent: BELL_AND_MAIL,
  debt_old: BELL,
};

/** A loan of a thousand backers would cost a thousand messages each month, so an SMS of these goes to its borrower only. */
const SMS_FOR_OWNER_ONLY: readonly NotificationKind[] = [
  'fully_backed',
  'partly_backed',
  'released',
  'release_undone',
  'payment_approved',
  'payment_reversed',
  'loan_paused',
  'repaid',
];

/** How one event reaches one person: as they chose, else by default; a kind that is always told goes by its default. `chosen` is null without a choice. */
export function channelsOf(kind: NotificationKind, chosen: Channels | null, isOwner: boolean): Channels {
  const channels = (isAlwaysTold(kind) ? null : chosen) ?? DEFAULT_CHANNELS[kind];
  return { ...channels, sms: channels.sms && (isOwner || !SMS_FOR_OWNER_ONLY.includes(kind)) };
}

/** Why an address gets no more mails: nothing at all, no news, or no invitations. */
export type SuppressionKind = 'invitations' | 'news' | 'all';

/** Whether an address that wants no more of `suppressed` must be spared an event of this kind. */
export function isSuppressed(kind: NotificationKind, suppressed: readonly SuppressionKind[]): boolean {
  if (isAlwaysTold(kind)) return false;
  if (suppressed.includes('all')) return true;
  if (kind === 'invited') return suppressed.includes('invitations');
  return (kind === 'update' || kind === 'saved_search') && suppressed.includes('news');
}

/** Notifications are forgotten after this many days. */
export const NOTIFICATIONS_KEPT_DAYS = 180;
