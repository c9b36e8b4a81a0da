import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  InstantField,
  InvestmentIdField,
  InvitationIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
  ProposalStatusField,
  UserIdField,
} from './fields.ts';

export const backProposal = endpoint('backProposal', {
  summary: 'Put money behind a proposal (R6.1); more than the rest is refused with `remainingAmount`',
  access: 'signed_in',
  created: true,
  body: z.strictObject({ userId: ActorFields.userId, proposalId: ProposalIdField, amount: AmountField }),
  data: z.object({
    id: InvestmentIdField,
    amount: MoneyField,
    proposal: z.object({ status: ProposalStatusField, currentBalance: MoneyField, remainingAmount: MoneyField }),
  }),
});

export const BACKER_KINDS = ['invited_and_backed', 'backed_only', 'invited_only'] as const;

/**
 * Everything one person has put behind one proposal (R6.5), or an invitation that nobody followed with money yet.
 *
 * `email` only for the owner, staff and oneself (R13.1). Those who were only invited, and when a backer was invited, are for
 * the owner, staff and whoever invited them; to others everybody is `backed_only`.
 */
export const Backer = z.object({
  /** Null for somebody who was only invited. */
  id: UserIdField.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  amount: MoneyField,
  dateBacked: InstantField.nullable(),
  dateInvited: InstantField.nullable(),
  kind: z.enum(BACKER_KINDS),
  /** Of somebody who was only invited. */
  invitationId: InvitationIdField.nullable(),
  /** Whether the caller may thank this backer today (R12.8). */
  mayThank: z.boolean(),
  /** From when the caller may send their invitation again; null when never (R12.6). */
  resendAt: InstantField.nullable(),
});

export const listBackers = endpoint('listBackers', {
  summary: 'Who backs a proposal or was invited to it, latest first; of a repaid one its backers only',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Backer),
});
