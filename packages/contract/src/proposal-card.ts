import { CATEGORIES } from '@sathi/domain/categories.ts';
import { PROPOSAL_ACTIONS } from '@sathi/domain/permissions.ts';
import { RETURN_REASONS, TOLD_CLOSED_REASONS } from '@sathi/domain/proposals.ts';
import { STORY_LANGUAGES } from '@sathi/domain/story-language.ts';
import { z } from 'zod';
import { StandingFreeze } from './freezes.ts';
import { LocalCurrencyField, LocalField, LocalMoney, PerUsdField } from './money-fields.ts';
import { HiddenThing } from './reports.ts';
import {
  CalendarDateField,
  InstantField,
  IntegerField,
  MfiIdField,
  MoneyField,
  ProposalIdField,
  ProposalStatusField,
  UserIdField,
} from './fields.ts';

/** The loans of a proposal's owner at all MFIs in numbers, counted anew each time (R26.3). */
const TrackRecord = z.object({
  repaid: z.number().int(),
  /** The repaid loans with each instalment within its grace. */
  onTime: z.number().int(),
  /** The repaid loans on a plan that was changed before a day was missed: neither on time nor late (R28.3). */
  onChangedPlan: z.number().int(),
  active: z.number().int(),
  lateNow: z.number().int(),
  isFirstLoan: z.boolean(),
});

/** A proposal as a card shows it. Visitors see the borrower's first name and initial only (R13.2). */
export const ProposalCard = z.object({
  id: ProposalIdField,
  title: z.string(),
  description: z.string(),
  amount: MoneyField,
  /** The owner takes the sum collected by the deadline, from half of the amount on (R5.5). */
  acceptPartial: z.boolean(),
  /** The amount before its owner took a part of it; null while the amount is the one asked (R31.2). */
  amountAsked: MoneyField.nullable(),
  currentBalance: MoneyField,
  startDate: CalendarDateField,
  monthsToRepay: z.number().int(),
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** A picture of a few pixels as a data URL, until the real one has come. */
  imageBlur: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** District or town, trade, and language of the story; null where they are not given (R26.1). */
  place: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  storyLanguage: z.enum(STORY_LANGUAGES).nullable(),
  /** Translations by the institution; `title` and `description` are always the owner's words (R26.4). */
  translations: z.array(
    z.object({
      language: z.enum(STORY_LANGUAGES),
      title: z.string(),
      description: z.string(),
      /** The owner's words have changed since. */
      isOutdated: z.boolean(),
    }),
  ),
  status: ProposalStatusField,
  address: z.string(),
  mfiId: MfiIdField,
  mfiName: z.string(),
  userId: UserIdField,
  userName: z.string(),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  isMFIApproved: z.boolean(),
  isBackedByUser: z.boolean(),
  isIgnored: z.boolean(),
  unreadMessagesCount: z.number().int(),
  collectedAmount: MoneyField,
  fundedAmount: MoneyField,
  paidAmount: MoneyField,
  pendingAmount: MoneyField,
  /** The part that backers gave up (R30.1). */
  forgivenAmount: MoneyField,
  outstandingAmount: MoneyField,
  remainingAmount: MoneyField,
  /**
   * The amount that the owner asked for in local money; for owner and staff, null where it was asked in dollars
   * (R23.3). Where the owner took a part, it is the local sum of `amountAsked` (R31.2).
   */
  localAmount: LocalMoney.nullable(),
  /** The money of a loan with a rate of its own: what is paid out, and by which rate; for owner and staff (R23.4). */
  local: z
    .object({ currency: LocalCurrencyField, amount: LocalField, rate: PerUsdField, rateOn: CalendarDateField })
    .nullable(),
  /** The local money of the loan's instalments that is still to be paid. */
  localOutstanding: LocalMoney.nullable(),
  /** The approved payments as they count in the instalments, and the payments that wait. */
  localPaid: LocalMoney.nullable(),
  localPending: LocalMoney.nullable(),
  backersCount: z.number().int(),
  fundingDeadline: InstantField.nullable(),
  publishedAt: InstantField.nullable(),
  fundedAt: InstantField.nullable(),
  repaidAt: InstantField.nullable(),
  /** When the loan went into default (R29.1); it stays set when the loan is repaid. */
  defaultedAt: InstantField.nullable(),
  repaidAfterDefault: z.boolean(),
  /**
   * To the owner, why the proposal is a draft again; to all readers, `written_off` once the institution gave the loan
   * up (R29.3).
   */
  closedReason: z.enum(TOLD_CLOSED_REASONS).nullable(),
  returnReason: z.enum(RETURN_REASONS).nullable(),
  returnNote: z.string().nullable(),
  trackRecord: TrackRecord,
  proposalCampaigns: z.array(z.object({ id: z.string(), name: z.string() })),
  allowedActions: z.array(z.enum(PROPOSAL_ACTIONS)),
});

const ScheduleEntry = z.object({
  number: IntegerField,
  dueOn: CalendarDateField,
  amount: MoneyField,
  paidAmount: MoneyField,
  state: z.enum(['paid', 'late', 'due', 'upcoming']),
  /** The instalment in the money of a loan with a rate, for owner and staff (R23.5). */
  local: z.object({ amount: LocalField, paid: LocalField }).nullable(),
});

/** A proposal as its own page shows it. Before the release the schedule is a preview from today. */
export const Proposal = ProposalCard.extend({
  /** The revision changes with each change of the proposal's words or figures. */
  revision: z.string(),
  approvedAt: InstantField.nullable(),
  approvedByName: z.string().nullable(),
  /**
   * The backed money that has not come yet, and the number of people who owe it (R20.1). Null to a reader who is none
   * of backer, owner and staff; 0 where the institution trusts.
   */
  awaitedAmount: MoneyField.nullable(),
  backersAwaited: z.number().int().nullable(),
  /** The deadline that the owner may give the proposal now (R5.6); null to others, and where that is not allowed. */
  extendsTo: InstantField.nullable(),
  /** The released money is on its way to the borrower, or with them. */
  isMoneySent: z.boolean(),
  schedule: z.array(ScheduleEntry),
  repaymentState: z.enum(['current', 'late', 'defaulted']).nullable(),
  daysLate: z.number().int(),
  /** The number that its payer writes on each payment; for owner and staff, since the release (R19.4). */
  loanReference: z.string().nullable(),
  /** Payments that wait for the office for less than a week, in place of late; for owner and staff (R22.2). */
  paymentWaiting: z.object({ amount: MoneyField, since: CalendarDateField }).nullable(),
  /** For owner and staff, the freezes of the proposal and of its owner; for each reader, their own (R34.7). */
  freezes: z.array(StandingFreeze),
  /** The member of staff who looks after it and collects its repayments, and where; for the staff (R22.5). */
  officerId: UserIdField.nullable(),
  area: z.string().nullable(),
  /** The things of it that reports hide, for its owner, its backers and the staff (R34.6). */
  hidden: z.array(HiddenThing),
});
