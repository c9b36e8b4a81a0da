import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  InstantField,
  InvestmentIdField,
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

/** Everything one person has put behind one proposal (R6.5). `email` only for the owner, staff and oneself (R13.1). */
export const Backer = z.object({
  id: UserIdField,
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  amount: MoneyField,
  dateBacked: InstantField.nullable(),
  dateInvited: InstantField.nullable(),
});

export const listBackers = endpoint('listBackers', {
  summary: 'Who backs a proposal, latest first',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Backer),
});
