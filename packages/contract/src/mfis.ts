import { RETURN_REASONS } from '@sathi/domain/proposals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyField,
  PageFields,
  PaymentIdField,
  ProposalIdField,
  ProposalStatusField,
  TextField,
  WithdrawalIdField,
  WordsField,
} from './fields.ts';
import { ProposalCard } from './proposals.ts';

/** A partner institution and its branding. Colours are `#rrggbb`. */
export const Mfi = z.object({
  id: MfiIdField,
  name: z.string(),
  logo: z.string(),
  website: z.string(),
  phone: z.string(),
  email: z.string(),
  slogan: z.string(),
  welcomeMessage: z.string(),
  country: z.string(),
  timeZone: z.string(),
  /** 1, or 2 where borrowers have a month of grace (R8.2). */
  firstDueAfterMonths: z.number().int(),
  primaryColor: z.string(),
  accentColor: z.string(),
});

const MfiName = WordsField(80).optional();

export const findMfi = endpoint('findMfi', {
  summary: 'One MFI by name; without a name the default, ROI',
  access: 'public',
  query: z.object({ name: MfiName }),
  data: Mfi,
});

export const listMfis = endpoint('listMfis', {
  summary: 'All MFIs',
  access: 'public',
  list: true,
  query: z.object(PageFields),
  data: z.array(Mfi),
});

export const mfiShowcase = endpoint('mfiShowcase', {
  summary: 'What a start page shows: money lent and repaid, people, and four open proposals',
  access: 'public',
  query: z.object({ name: MfiName }),
  data: z.object({
    lent: MoneyField,
    repaid: MoneyField,
    borrowersCount: z.number().int(),
    backersCount: z.number().int(),
    proposals: z.array(ProposalCard),
  }),
});

const StatBox = z.object({ count: z.number().int(), balance: MoneyField, amount: MoneyField });

export const mfiStats = endpoint('mfiStats', {
  summary: 'The three boxes of the MFI dashboard (R11.3)',
  access: 'signed_in',
  query: z.object({ name: MfiName, mfiId: MfiIdField.optional(), ...ActorFields }),
  data: z.object({ inProgress: StatBox, active: StatBox, repaid: StatBox }),
});

const Queue = z.object({ count: z.number().int(), oldestAt: InstantField.nullable() });
const QueueEntry = z.object({
  proposalId: ProposalIdField,
  title: z.string(),
  userName: z.string(),
  amount: MoneyField,
  waitingSince: InstantField,
});

export const mfiQueues = endpoint('mfiQueues', {
  summary: 'What waits for the staff of an MFI, oldest first, at most 50 of each',
  access: 'signed_in',
  query: z.object({ name: MfiName, mfiId: MfiIdField.optional() }),
  data: z.object({
    toApprove: Queue.extend({ entries: z.array(QueueEntry) }),
    toRelease: Queue.extend({ entries: z.array(QueueEntry) }),
    withdrawalsToSend: Queue.extend({ entries: z.array(QueueEntry.extend({ withdrawalId: WithdrawalIdField })) }),
    paymentsToApprove: Queue.extend({ entries: z.array(QueueEntry.extend({ paymentId: PaymentIdField })) }),
  }),
});

const StaffQuery = z.object({ mfiId: MfiIdField, proposalId: ProposalIdField, ...ActorFields });
const Decided = z.object({
  id: ProposalIdField,
  status: ProposalStatusField,
  isMFIApproved: z.boolean(),
});

export const approveProposal = endpoint('approveProposal', {
  summary: 'The MFI has checked the proposal (R2.1, R2.2)',
  access: 'signed_in',
  query: StaffQuery,
  data: Decided,
});

export const releaseFunds = endpoint('releaseFunds', {
  summary: 'The MFI holds or advances the money: status 4 becomes 5 (T11)',
  access: 'signed_in',
  query: StaffQuery,
  data: Decided,
});

export const returnProposal = endpoint('returnProposal', {
  summary: 'Back to the owner with a reason; every backing is released (T10)',
  access: 'signed_in',
  query: StaffQuery,
  body: z.strictObject({
    reason: z.enum(RETURN_REASONS, missingOr('invalid')),
    note: TextField(1000, { optional: true }).default(''),
  }),
  data: Decided,
});
