import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  LimitedAmountField,
  CalendarDateField,
  InstantField,
  InvestmentIdField,
  InvitationIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
  ProposalStatusField,
  UserIdField,
} from './fields.ts';
import { ShareCodeField } from './share.ts';

export const backProposal = endpoint('backProposal', {
  summary:
    'Put money behind a proposal (R6.1), without being named to others when `anonymous` (R13.1); more than the rest is refused with `remainingAmount`',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    amount: LimitedAmountField,
    /** Credit that may pay for it pays first; by default it does (R3.4). */
    useCredit: z.boolean({ error: 'invalid' }).optional(),
    anonymous: z.boolean({ error: 'invalid' }).optional(),
    /** The code of the personal link by which the backer came; a code that counts nothing here is treated as none. */
    shareCode: ShareCodeField.optional(),
  }),
  data: z.object({
    id: InvestmentIdField,
    amount: MoneyField,
    fromCredit: MoneyField,
    /** The rest, from outside. */
    toPay: MoneyField,
    /** The sum that the caller owes the institution now, where it awaits money and there is something to pay (R19.5). */
    order: z.object({ reference: z.string(), amountDue: MoneyField, payBy: CalendarDateField }).optional(),
    proposal: z.object({ status: ProposalStatusField, currentBalance: MoneyField, remainingAmount: MoneyField }),
  }),
  refuses: [
    'not_found',
    'wrong_status',
    'funding_ended',
    'not_yet_checked',
    'frozen',
    'amount_below_minimum',
    'amount_above_remaining',
    'hidden',
    'pay_first',
    'amount_above_unpaid_limit',
  ],
  example: { body: { userId: '10', proposalId: '169', amount: 25, anonymous: true } },
});

const BACKER_KINDS = ['invited_and_backed', 'backed_only', 'invited_only'] as const;

/**
 * The backings of one person in one proposal, summed (R6.5), or an invitation without a backing yet.
 *
 * `email` only for the owner, staff and oneself (R13.1). An anonymous backing is a row of its own without a person to all but
 * staff and the backer: `id` and `email` null, `name` "Somebody". Invited people without a backing, and the time a backer was
 * invited, are for the owner, staff and the inviter; all others see each backer as `backed_only`.
 */
export const Backer = z.object({
  /** Null for a person who was invited and has not backed, and for Somebody. */
  id: UserIdField.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  /** The part that is theirs now. */
  amount: MoneyField,
  /** The part of it that has not come yet; null to a reader who is none of owner, staff and oneself. */
  awaited: MoneyField.nullable(),
  /** The part that they gave up: to staff and themselves, and to all where they said who it was (R30.2); else 0. */
  forgiven: MoneyField,
  /** The money of the institution itself, or gifts to it (R19.3). */
  isInstitution: z.boolean(),
  /** Whether some of it was backed without a name. */
  anonymous: z.boolean(),
  dateBacked: InstantField.nullable(),
  dateInvited: InstantField.nullable(),
  kind: z.enum(BACKER_KINDS),
  /** The invitation of a person who was invited and has not backed; else null. */
  invitationId: InvitationIdField.nullable(),
  /** Whether the caller may thank this backer today (R12.8). */
  mayThank: z.boolean(),
  /** The instant from which the caller may send the invitation again; null when they never may (R12.6). */
  resendAt: InstantField.nullable(),
});

export const listBackers = endpoint('listBackers', {
  summary: 'Who backs a proposal or was invited to it, latest first; of a repaid one its backers only',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Backer),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const findOwnBackings = endpoint('findOwnBackings', {
  summary:
    "The caller's own backings of a proposal that is not released, and whether they may be taken back now (R31.1)",
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    backings: z.array(
      z.object({
        id: InvestmentIdField,
        amount: MoneyField,
        dateBacked: InstantField,
        /** The part that has not come and would end. */
        awaited: MoneyField,
        /** The rest, by the way it would go back. */
        toCredit: MoneyField,
        outside: MoneyField,
      }),
    ),
    /** Why none is taken back now; null where each may be. */
    hindrance: z.enum(['wrong_status', 'too_late']).nullable(),
  }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const cancelBacking = endpoint('cancelBacking', {
  summary:
    'A backer takes an own backing back while the proposal collects, up to 24 hours before its deadline; the money goes back as it came, or becomes credit (R6.6, R31.1)',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, proposalId: ProposalIdField, id: InvestmentIdField }),
  data: z.object({
    amount: MoneyField,
    awaited: MoneyField,
    toCredit: MoneyField,
    outside: MoneyField,
    proposal: z.object({ status: ProposalStatusField, currentBalance: MoneyField, remainingAmount: MoneyField }),
  }),
  refuses: ['not_found', 'wrong_status', 'too_late'],
  example: { body: { proposalId: '169', id: '4017' } },
});
