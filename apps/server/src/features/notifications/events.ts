import type { CampaignId, MessageId, MfiId, PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { NotificationKind, SuppressionKind } from '@sathi/domain/notifications.ts';
import type { Tx } from '../../db/db.ts';
import type { ByDay } from '../../delivery/deliveries.ts';
import type { MailName } from '../../delivery/mail.ts';
import type { ReleasedBacker } from '../../ledger/release-backings.ts';
import { untoldReaders } from '../messages/told-messages.repository.ts';
import {
  type Audience,
  backers,
  backersOfSum,
  confirmers,
  followers,
  givers,
  type Hearer,
  type OfProposal,
  type OpenProposal,
  losers,
  owner,
  ownerAlone,
  releasedBackers,
  sharers,
  staff,
  staffInLoan,
  staffOfMfi,
  staffOfSum,
  staffWhoDidNotEnter,
} from './hearers.repository.ts';
import type { NewsKind } from './news-of-day.repository.ts';

/** Further fields are facts for the texts, such as `{title}`, or `{amount}` from `amountCents`. */
export type Event = {
  /**
   * Begins the key of each bell and mail, so that telling twice is telling once. It names the event: one person may hear of
   * several about the same thing, by two roles.
   */
  readonly key: string;
  readonly mfiName?: string;
  readonly proposalId?: ProposalId | null;
  readonly campaignId?: CampaignId | null;
  readonly ownerId?: UserId | null;
  /** The person whose doing it is; the bell names them. */
  readonly actorId?: UserId | undefined;
  /** The address in the mail, when it is not the page of the proposal or the campaign. */
  readonly url?: string;
  /** Facts that the SMS names too. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The hours and the last day of its mails and SMS, for an event that is told by day alone. */
  readonly byDay?: ByDay | undefined;
};
type ToHearers = Event & { readonly hearers: readonly Hearer[] };
type ToOwner = Event & OfProposal;
type Closed = ToOwner & {
  readonly released: readonly ReleasedBacker[];
  readonly openUrl: string;
  readonly open: readonly OpenProposal[];
};

/** The bell and the SMS of an event say the sentence of its kind; such a mail says no more. */
export const SENTENCE = 'sentence';
/** The mail comes by day: it lists all such news of an institution's loans (R27.2). */
export const BY_DAY = 'byDay';

type Telling<E> = {
  /** The hearers, asked for in the transaction that tells them. */
  readonly to: (tx: Tx, event: E) => ReturnType<Audience<E>>;
  /** The mails that one click stops for that address, of a mail without a bell. */
  readonly stops?: SuppressionKind;
} & (
  | {
      /** Bell, mail and SMS by the hearer's choice for this kind. Without it the mail comes with any choice. */
      readonly as?: NotificationKind;
      readonly mail?: MailName | typeof SENTENCE;
    }
  | { readonly as: NewsKind; readonly mail: typeof BY_DAY }
);

export type EventOf = {
  backed: ToOwner;
  backed_in_part: ToOwner & { readonly months: number };
  expired: Closed;
  returned: Closed;
  approved: ToOwner;
  approval_withdrawn: ToOwner;
  funds_released: ToOwner;
  release_undone: ToOwner;
  release_unsent: Event & { readonly proposalId: ProposalId };
  repaid: ToOwner;
  backings: ToOwner;
  extended: Event & Pick<OfProposal, 'proposalId'>;
  withdrawal_sent: ToOwner;
  withdrawal_failed: ToOwner;
  payment_entered: ToOwner & { readonly enteredBy: UserId };
  payment_approved: ToOwner & { readonly paymentId: PaymentId };
  payment_rejected: ToOwner;
  payment_reversed: ToOwner & { readonly paymentId: PaymentId };
  receipt: ToOwner;
  repayment_due: ToHearers;
  repayment_late: ToHearers;
  loan_late: ToHearers;
  hardship_asked: Event & { readonly proposalId: ProposalId };
  hardship_answered: ToHearers;
  hardship_ended: Event & { readonly proposalId: ProposalId; readonly ownerId: UserId };
  default_asked: Event & { readonly proposalId: ProposalId };
  loan_defaulted: ToHearers & { readonly ownerId: UserId };
  recovered: ToOwner & { readonly paymentId: PaymentId };
  written_off: Event & { readonly proposalId: ProposalId; readonly ownerId: UserId };
  forgiven: ToHearers;
  loan_paused: ToHearers;
  plan_offered: ToHearers;
  plan_answered: Event & { readonly proposalId: ProposalId };
  plan_changed: ToHearers;
  message: Event & { readonly proposalId: ProposalId; readonly messageId: MessageId };
  update_posted: Event & { readonly proposalId: ProposalId };
  update_mailed: ToHearers;
  campaign_news: ToHearers;
  invited_to_back: Invited;
  invited_to_campaign: Invited;
  invitation_accepted: ToHearers;
  deadline_near: ToHearers & {
    readonly invited: readonly Hearer[];
    readonly addresses: readonly Hearer[];
    readonly days: number;
  };
  thank_you: ToHearers;
  thanks_after_repaid: ToHearers;
  backer_thanks: ToHearers;
  email_given: ToHearers;
  security_changed: ToHearers;
  payout_account_added: ToOwner;
  payout_account_kept: ToHearers;
  payout_account_shown: ToOwner;
  payout_credit_shown: ToHearers;
  payouts_resumed: ToHearers;
  phone_change_elsewhere: ToHearers;
  settings_changed: Event & { readonly mfiId: MfiId };
  account_changed: Event & { readonly mfiId: MfiId };
  batch_downloaded: Event & { readonly mfiId: MfiId };
  request_dropped: ToHearers;
  to_confirm: Event & { readonly mfiId: MfiId; readonly confirmers: readonly UserId[] };
  frozen: ToHearers;
  unfrozen: ToHearers;
  freeze_stands: ToHearers;
  reported: ToHearers;
  report_decided: ToHearers;
  moderated: ToHearers;
  saved_search: ToHearers;
  pay_in_asked: ToHearers;
  pay_in_due: ToHearers;
  pay_in_received: ToHearers;
  pay_in_lapsed: ToHearers;
  lapse_near: Event & OfProposal;
  all_received: Event & OfProposal;
  day_differs: Event & { readonly mfiId: MfiId };
  taken_over: ToHearers;
  pay_in_reversed: ToHearers;
  payout_sent: ToHearers;
  payout_failed: ToHearers;
  relent: ToHearers;
  debt_old: Event & { readonly mfiId: MfiId; readonly amountCents: Cents };
};
type Invited = ToHearers & { readonly addresses: readonly Hearer[]; readonly hasNote: boolean };
export type EventName = keyof EventOf;

const staffOfDebt: Audience<EventOf['debt_old']> = async (db, event) =>
  (await staffOfMfi(db, event)).map((hearer) => ({ ...hearer, amountCents: event.amountCents }));
const hearers: Audience<ToHearers> = async (_, event) => event.hearers;
const addresses: Audience<{ readonly addresses: readonly Hearer[] }> = async (_, event) => event.addresses;
const invited: Audience<EventOf['deadline_near']> = async (_, event) => event.invited;

/** The hearers of each event, the ways in which they hear of it, and the words. */
export const EVENTS: { readonly [Name in EventName]: ReadonlyArray<Telling<EventOf[Name]>> } = {
  // T6
  backed: [
    { to: owner, as: 'fully_backed', mail: 'fullyBackedOwner' },
    { to: backers, as: 'fully_backed', mail: 'fullyBackedBacker' },
    { to: staffInLoan, as: 'fully_backed', mail: 'fullyBackedStaff' },
  ],
  // R5.5, R31.2
  backed_in_part: [
    { to: owner, as: 'partly_backed', mail: SENTENCE },
    { to: backersOfSum, as: 'partly_backed', mail: SENTENCE },
    { to: staffOfSum, as: 'partly_backed', mail: SENTENCE },
  ],
  // T8, T9
  expired: [
    { to: owner, as: 'expired', mail: 'expiredOwner' },
    { to: releasedBackers, as: 'expired', mail: 'backingReleased' },
  ],
  // T10, R2.5
  returned: [
    { to: owner, as: 'returned', mail: 'returnedOwner' },
    { to: releasedBackers, as: 'returned', mail: 'backingReleased' },
  ],
  approved: [{ to: owner, as: 'approved', mail: 'approvedOwner' }],
  // R2.4
  approval_withdrawn: [{ to: staff, as: 'changed', mail: 'approvalWithdrawnStaff' }],
  // T11
  funds_released: [
    { to: owner, as: 'released', mail: 'fundsReleasedOwner' },
    { to: backers, as: 'released', mail: 'fundsReleasedBacker' },
  ],
  // T12, R31.4
  release_undone: [
    { to: owner, as: 'release_undone', mail: SENTENCE },
    { to: backers, as: 'release_undone', mail: SENTENCE },
  ],
  release_unsent: [{ to: staff, as: 'release_unsent', mail: SENTENCE }],
  // R5.6
  extended: [{ to: backers, as: 'extended', mail: SENTENCE }],
  // T13
  repaid: [
    { to: owner, as: 'repaid', mail: 'repaidOwner' },
    { to: backers, as: 'repaid', mail: 'repaidBacker' },
  ],
  backings: [{ to: owner, as: 'backed', mail: SENTENCE }],
  withdrawal_sent: [{ to: owner, as: 'withdrawal_sent', mail: SENTENCE }],
  withdrawal_failed: [{ to: owner, as: 'withdrawal_failed', mail: SENTENCE }],
  payment_entered: [{ to: staffWhoDidNotEnter, as: 'payment_entered', mail: SENTENCE }],
  // R9.1
  payment_approved: [
    { to: owner, as: 'payment_approved', mail: 'paymentApprovedOwner' },
    { to: sharers, as: 'payment_approved', mail: 'paymentApprovedBacker' },
  ],
  payment_rejected: [{ to: owner, as: 'payment_rejected', mail: SENTENCE }],
  // R22.8
  payment_reversed: [
    { to: owner, as: 'payment_reversed', mail: SENTENCE },
    { to: givers, as: 'payment_reversed', mail: SENTENCE },
    { to: staffOfSum, as: 'payment_reversed', mail: SENTENCE },
  ],
  // R22.7
  receipt: [{ to: owner, as: 'receipt', mail: SENTENCE }],
  // R27.1
  repayment_due: [{ to: hearers, as: 'repayment_due', mail: SENTENCE }],
  repayment_late: [{ to: hearers, as: 'repayment_late', mail: SENTENCE }],
  // R27.2
  loan_late: [{ to: hearers, as: 'loan_late', mail: 'loanLate' }],
  // R28.1
  hardship_asked: [{ to: staff, as: 'hardship_asked', mail: SENTENCE }],
  hardship_answered: [{ to: hearers, as: 'hardship_answered', mail: SENTENCE }],
  hardship_ended: [
    { to: ownerAlone, as: 'hardship_ended', mail: SENTENCE },
    { to: staff, as: 'hardship_ended', mail: SENTENCE },
  ],
  // R27.2, R29.1-R29.3
  default_asked: [{ to: staff, as: 'default_asked', mail: SENTENCE }],
  loan_defaulted: [
    { to: ownerAlone, as: 'loan_defaulted', mail: SENTENCE },
    { to: hearers, as: 'loan_defaulted', mail: BY_DAY },
  ],
  recovered: [
    { to: owner, as: 'payment_approved', mail: 'paymentApprovedOwner' },
    { to: sharers, as: 'recovered', mail: BY_DAY },
  ],
  written_off: [
    { to: ownerAlone, as: 'written_off', mail: SENTENCE },
    { to: losers, as: 'written_off', mail: SENTENCE },
  ],
  // R30.2
  forgiven: [{ to: hearers, as: 'forgiven', mail: SENTENCE }],
  // R28.4
  loan_paused: [{ to: hearers, as: 'loan_paused', mail: 'loanPaused' }],
  // R28.2, R27.2
  plan_offered: [{ to: hearers, as: 'plan_offered', mail: SENTENCE }],
  plan_answered: [{ to: staff, as: 'plan_answered', mail: SENTENCE }],
  plan_changed: [{ to: hearers, as: 'plan_changed', mail: BY_DAY }],
  message: [{ to: untoldReaders, as: 'message' }],
  update_posted: [{ to: followers, as: 'update' }],
  update_mailed: [{ to: hearers, as: 'update', mail: 'updateNews' }],
  campaign_news: [{ to: hearers, as: 'update', mail: 'campaignNews' }],
  // R12.2, R12.4
  invited_to_back: [
    { to: hearers, as: 'invited' },
    { to: addresses, mail: 'invitedToBack', stops: 'invitations' },
  ],
  // R12.7
  invited_to_campaign: [
    { to: hearers, as: 'invited' },
    { to: addresses, mail: 'invitedToCampaign', stops: 'invitations' },
  ],
  // R12.3
  invitation_accepted: [{ to: hearers, as: 'invitation_accepted', mail: 'invitationAccepted' }],
  // R5.4
  deadline_near: [
    { to: hearers, as: 'deadline_near', mail: 'deadlineNearOwner' },
    { to: invited, as: 'deadline_near', mail: 'deadlineNearInvited' },
    { to: addresses, mail: 'deadlineNearInvited', stops: 'invitations' },
  ],
  // R12.8
  thank_you: [{ to: hearers, as: 'thanks', mail: 'thankYou' }],
  thanks_after_repaid: [{ to: hearers, as: 'thanks', mail: 'thanksAfterRepaid' }],
  // R12.9
  backer_thanks: [{ to: hearers, as: 'thanks', mail: 'backerThanks' }],
  email_given: [{ to: hearers, mail: 'confirmEmail' }],
  // R34.2, R33.1
  security_changed: [{ to: hearers, as: 'security', mail: SENTENCE }],
  // R25.1, R25.2
  payout_account_added: [{ to: owner, as: 'payout_account_added', mail: SENTENCE }],
  payout_account_kept: [{ to: hearers, as: 'payout_account_added', mail: SENTENCE }],
  payout_account_shown: [{ to: owner, as: 'payout_account_shown', mail: SENTENCE }],
  payout_credit_shown: [{ to: hearers, as: 'payout_account_shown', mail: SENTENCE }],
  payouts_resumed: [{ to: hearers, as: 'payouts_resumed', mail: SENTENCE }],
  // R33.4
  phone_change_elsewhere: [{ to: hearers, as: 'phone_change', mail: 'phoneChangeElsewhere' }],
  settings_changed: [{ to: staffOfMfi, as: 'settings_changed', mail: SENTENCE }],
  // R19.6, R19.8, R23.2
  account_changed: [{ to: staffOfMfi, as: 'account_changed', mail: SENTENCE }],
  // R25.1, R25.3
  batch_downloaded: [{ to: staffOfMfi, as: 'batch_downloaded', mail: SENTENCE }],
  request_dropped: [{ to: hearers, as: 'request_dropped', mail: SENTENCE }],
  to_confirm: [{ to: confirmers, as: 'to_confirm', mail: SENTENCE }],
  // R34.7
  frozen: [{ to: hearers, as: 'frozen', mail: SENTENCE }],
  unfrozen: [{ to: hearers, as: 'unfrozen', mail: SENTENCE }],
  freeze_stands: [{ to: hearers, as: 'freeze_stands', mail: SENTENCE }],
  // R34.6
  reported: [{ to: hearers, as: 'reported', mail: SENTENCE }],
  report_decided: [{ to: hearers, as: 'report_decided', mail: SENTENCE }],
  moderated: [{ to: hearers, as: 'moderated', mail: SENTENCE }],
  // R26.2
  saved_search: [{ to: hearers, as: 'saved_search', mail: 'savedSearch' }],
  // R20.1, R20.2
  pay_in_asked: [{ to: hearers, as: 'pay_in_asked', mail: SENTENCE }],
  pay_in_due: [{ to: hearers, as: 'pay_in_due', mail: SENTENCE }],
  // R20.6
  pay_in_received: [{ to: hearers, as: 'pay_in_received', mail: SENTENCE }],
  // R20.3, R20.4
  pay_in_lapsed: [{ to: hearers, as: 'pay_in_lapsed', mail: SENTENCE }],
  lapse_near: [{ to: staffOfSum, as: 'lapse_near', mail: SENTENCE }],
  // R20.5
  all_received: [{ to: staffOfSum, as: 'all_received', mail: SENTENCE }],
  // R21.10
  day_differs: [{ to: staffOfMfi, as: 'day_differs', mail: SENTENCE }],
  taken_over: [{ to: hearers, as: 'taken_over', mail: SENTENCE }],
  // R20.8
  pay_in_reversed: [{ to: hearers, as: 'pay_in_reversed', mail: SENTENCE }],
  // R25.4
  payout_sent: [{ to: hearers, as: 'payout_sent', mail: SENTENCE }],
  payout_failed: [{ to: hearers, as: 'payout_failed', mail: SENTENCE }],
  // R25.8
  relent: [{ to: hearers, as: 'relent', mail: SENTENCE }],
  // R20.11
  debt_old: [{ to: staffOfDebt, as: 'debt_old', mail: SENTENCE }],
};
