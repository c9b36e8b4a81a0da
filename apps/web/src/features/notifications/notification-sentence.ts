import { campaignName } from '../../lib/campaign-name.ts';
import { localAmount } from '../../lib/local-amount.ts';
import type { Text, TextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import type { IconName } from '../../ui/icon.tsx';

export type Notification = DataOf<'listNotifications'>[number];
export type NotificationKind = Notification['kind'];

type Telling = {
  readonly icon: IconName;
  readonly words: TextKey;
  /** The sentence about a loan of the reader's own. */
  readonly own?: TextKey;
  /** The sentence with the name of a person who may also stay unnamed. */
  readonly named?: TextKey;
  /** The sentence for a sum of zero. */
  readonly nothing?: TextKey;
  /** The sentence with a sum in the money of an account, which older news of the kind does not carry. */
  readonly ofSum?: TextKey;
};

const TELLINGS: Readonly<Record<NotificationKind, Telling>> = {
  backed: { icon: 'heart', words: 'notifications.told.backed' },
  fully_backed: {
    icon: 'hands',
    words: 'notifications.told.fullyBacked',
    own: 'notifications.told.fullyBackedOwn',
  },
  partly_backed: {
    icon: 'hands',
    words: 'notifications.told.partlyBacked',
    own: 'notifications.told.partlyBackedOwn',
  },
  approved: { icon: 'check-circle', words: 'notifications.told.approved' },
  changed: { icon: 'edit', words: 'notifications.told.changed' },
  returned: {
    icon: 'undo',
    words: 'notifications.told.returned',
    own: 'notifications.told.returnedOwn',
    nothing: 'notifications.told.endedUnpaid',
  },
  expired: {
    icon: 'clock',
    words: 'notifications.told.expired',
    own: 'notifications.told.expiredOwn',
    nothing: 'notifications.told.endedUnpaid',
  },
  deadline_near: {
    icon: 'calendar',
    words: 'notifications.told.deadlineNear',
    own: 'notifications.told.deadlineNearOwn',
  },
  extended: { icon: 'clock', words: 'notifications.told.extended' },
  released: { icon: 'bank', words: 'notifications.told.released', own: 'notifications.told.releasedOwn' },
  release_undone: {
    icon: 'undo',
    words: 'notifications.told.releaseUndone',
    own: 'notifications.told.releaseUndoneOwn',
  },
  release_unsent: { icon: 'clock', words: 'notifications.told.releaseUnsent' },
  withdrawal_sent: { icon: 'wallet', words: 'notifications.told.withdrawalSent' },
  withdrawal_failed: { icon: 'alert-circle', words: 'notifications.told.withdrawalFailed' },
  payment_entered: { icon: 'inbox', words: 'notifications.told.paymentEntered' },
  payment_approved: {
    icon: 'coins',
    words: 'notifications.told.paymentApproved',
    own: 'notifications.told.paymentApprovedOwn',
  },
  payment_reversed: {
    icon: 'undo',
    words: 'notifications.told.paymentReversed',
    own: 'notifications.told.paymentReversedOwn',
  },
  receipt: { icon: 'coins', words: 'notifications.told.receipt' },
  repayment_due: { icon: 'calendar', words: 'notifications.told.repaymentDue' },
  repayment_late: { icon: 'clock', words: 'notifications.told.repaymentLate' },
  loan_late: { icon: 'clock', words: 'notifications.told.loanLate' },
  plan_offered: { icon: 'calendar', words: 'notifications.told.planOffered' },
  plan_answered: { icon: 'calendar', words: 'notifications.told.planAnswered' },
  plan_changed: { icon: 'calendar', words: 'notifications.told.planChanged' },
  hardship_asked: { icon: 'hands', words: 'notifications.told.hardshipAsked' },
  hardship_answered: { icon: 'hands', words: 'notifications.told.hardshipAnswered' },
  hardship_ended: { icon: 'hands', words: 'notifications.told.hardshipEnded' },
  loan_paused: { icon: 'calendar', words: 'notifications.told.loanPaused' },
  default_asked: { icon: 'alert-circle', words: 'notifications.told.defaultAsked' },
  loan_defaulted: { icon: 'alert-circle', words: 'notifications.told.loanDefaulted' },
  recovered: { icon: 'coins', words: 'notifications.told.recovered' },
  written_off: {
    icon: 'alert-circle',
    words: 'notifications.told.writtenOff',
    own: 'notifications.told.writtenOffOwn',
  },
  forgiven: { icon: 'heart', words: 'notifications.told.forgiven', named: 'notifications.told.forgivenBy' },
  payment_rejected: { icon: 'alert-circle', words: 'notifications.told.paymentRejected' },
  repaid: { icon: 'seedling', words: 'notifications.told.repaid', own: 'notifications.told.repaidOwn' },
  message: { icon: 'mail', words: 'notifications.told.message' },
  update: { icon: 'megaphone', words: 'notifications.told.update' },
  thanks: { icon: 'heart', words: 'notifications.told.thanks', own: 'notifications.told.thanksOwn' },
  invited: { icon: 'users', words: 'notifications.told.invited' },
  invitation_accepted: { icon: 'users', words: 'notifications.told.invitationAccepted' },
  security: { icon: 'lock', words: 'notifications.told.security' },
  payout_account_added: { icon: 'bank', words: 'notifications.told.payoutAccountAdded' },
  payout_account_shown: { icon: 'eye', words: 'notifications.told.payoutAccountShown' },
  payouts_resumed: { icon: 'check-circle', words: 'notifications.told.payoutsResumed' },
  settings_changed: { icon: 'lock', words: 'notifications.told.settingsChanged' },
  account_changed: { icon: 'bank', words: 'notifications.told.accountChanged' },
  batch_downloaded: { icon: 'bank', words: 'notifications.told.batchDownloaded' },
  request_dropped: {
    icon: 'alert-circle',
    words: 'notifications.told.requestDropped',
    ofSum: 'notifications.told.requestDroppedSum',
  },
  to_confirm: { icon: 'users', words: 'notifications.told.toConfirm' },
  phone_change: { icon: 'alert-circle', words: 'notifications.told.phoneChange' },
  frozen: { icon: 'ban', words: 'notifications.told.frozen', own: 'notifications.told.frozenOwn' },
  unfrozen: { icon: 'check-circle', words: 'notifications.told.unfrozen', own: 'notifications.told.unfrozenOwn' },
  freeze_stands: { icon: 'ban', words: 'notifications.told.freezeStands' },
  reported: { icon: 'flag', words: 'notifications.told.reported' },
  report_decided: { icon: 'check-circle', words: 'notifications.told.reportDecided' },
  moderated: { icon: 'flag', words: 'notifications.told.moderated', own: 'notifications.told.moderatedOwn' },
  saved_search: { icon: 'search', words: 'notifications.told.savedSearch' },
  pay_in_asked: { icon: 'wallet', words: 'notifications.told.payInAsked' },
  pay_in_due: { icon: 'calendar', words: 'notifications.told.payInDue' },
  pay_in_received: { icon: 'coins', words: 'notifications.told.payInReceived' },
  pay_in_lapsed: { icon: 'clock', words: 'notifications.told.payInLapsed', own: 'notifications.told.payInLapsedOwn' },
  lapse_near: { icon: 'clock', words: 'notifications.told.lapseNear' },
  all_received: { icon: 'check-circle', words: 'notifications.told.allReceived' },
  day_differs: { icon: 'calendar', words: 'notifications.told.dayDiffers' },
  taken_over: { icon: 'bank', words: 'notifications.told.takenOver' },
  pay_in_reversed: { icon: 'undo', words: 'notifications.told.payInReversed' },
  payout_sent: { icon: 'wallet', words: 'notifications.told.payoutSent' },
  payout_failed: { icon: 'alert-circle', words: 'notifications.told.payoutFailed' },
  relent: { icon: 'seedling', words: 'notifications.told.relent' },
  debt_old: { icon: 'alert-circle', words: 'notifications.told.debtOld' },
};

export function iconOf({ kind }: Notification): IconName {
  return TELLINGS[kind].icon;
}

/** One event in one sentence of its own; names and amounts keep their direction in it. */
export function sentenceOf(notification: Notification, { t, format }: Pick<Text, 't' | 'format'>): string {
  const { kind, mfiName, actorName, amount, local, isOwn, campaignId } = notification;
  const title = campaignId === null ? notification.title : campaignName({ mfiName, name: notification.title }, t);
  const { words: unnamed, named, own, nothing, ofSum } = TELLINGS[kind];
  const words = actorName !== null && named ? named : unnamed;
  const others = amount === 0 && nothing ? nothing : local !== null && ofSum ? ofSum : words;
  const isCrowd = kind === 'backed' && actorName === null;
  return t(isCrowd ? 'notifications.told.backedTogether' : isOwn && own ? own : others, {
    title,
    mfi: mfiName,
    name: actorName ?? mfiName,
    amount: local === null ? format.money(amount ?? 0) : localAmount(local, format),
  });
}
