import { PAY_CHANNELS } from '@sathi/domain/pay-ins.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  MfiIdField,
  MoneyField,
  PageFields,
  PaymentIdField,
  ProposalIdField,
  UserIdField,
  WithdrawalIdField,
} from './fields.ts';
import { LocalCurrencyField, LocalMoney } from './money-fields.ts';
import { ProposalCard } from './proposal-card.ts';
import { WordsField } from './text-fields.ts';

const MfiWords = z.object({ slogan: z.string(), welcomeMessage: z.string() });

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
  /** The two in other languages, where the office wrote them; empty where it did not. */
  texts: z.object({ be: MfiWords, ar: MfiWords }),
  country: z.string(),
  timeZone: z.string(),
  /** 1, or 2 where borrowers have a month of grace (R8.2). */
  firstDueAfterMonths: z.number().int(),
  /** How long a proposal is open for backing (R5.1), and when an instalment counts as late (R10.7). */
  fundingDays: z.number().int(),
  lateGraceDays: z.number().int(),
  /** The office checks a proposal before anybody can back it (R2.3). */
  approveBeforeBacking: z.boolean(),
  /** Pictures of a proposal that the office has not checked are for its owner and the staff alone (R14.3). */
  hideUnchecked: z.boolean(),
  /** Trust: a backing counts as paid. Expected: its money is awaited (R19.1). */
  collection: z.enum(['trust', 'expected']),
  /** The days that a backer then has to pay (R20.2). */
  payDays: z.number().int(),
  /** The currency that borrowers know; null where it is the dollar. */
  localCurrency: LocalCurrencyField.nullable(),
  /** Loans are asked for, owed and repaid in it (R23.1). */
  localMoney: z.boolean(),
  primaryColor: z.string(),
  accentColor: z.string(),
});

export const MfiName = WordsField(80).optional();

export const findMfi = endpoint('findMfi', {
  summary: 'One MFI by name; without a name the default, ROI',
  access: 'public',
  shared: true,
  query: z.object({ name: MfiName }),
  data: Mfi.extend({
    /** The countries that SMS go to, of all MFIs: elsewhere a code goes by e-mail (R17.7). */
    smsCountries: z.array(z.string()),
  }),
  refuses: ['not_found'],
  example: { query: { name: 'ROI' } },
});

export const listMfis = endpoint('listMfis', {
  summary: 'All MFIs',
  access: 'public',
  shared: true,
  list: true,
  query: z.object(PageFields),
  data: z.array(Mfi),
  refuses: [],
  example: {},
});

export const mfiShowcase = endpoint('mfiShowcase', {
  summary: 'What a start page shows: money lent and repaid, people, and four open proposals',
  access: 'public',
  shared: true,
  query: z.object({ name: MfiName }),
  data: z.object({
    lent: MoneyField,
    repaid: MoneyField,
    borrowersCount: z.number().int(),
    backersCount: z.number().int(),
    proposals: z.array(ProposalCard),
  }),
  refuses: ['not_found'],
  example: { query: { name: 'ROI' } },
});

const StatBox = z.object({
  count: z.number().int(),
  balance: MoneyField,
  amount: MoneyField,
  /** Balance and amount as borrowers asked and got them, one sum for each currency (R23.7). */
  sums: z.object({ balance: z.array(LocalMoney), amount: z.array(LocalMoney) }),
});

export const mfiStats = endpoint('mfiStats', {
  summary: 'The three boxes of the MFI dashboard (R11.3)',
  access: 'signed_in',
  query: z.object({ name: MfiName, mfiId: MfiIdField.optional(), ...ActorFields }),
  data: z.object({ inProgress: StatBox, active: StatBox, repaid: StatBox }),
  refuses: [],
  example: { query: { name: 'ROI' } },
});

export const Queue = z.object({ count: z.number().int(), oldestAt: InstantField.nullable() });
/** `mine`: only what the caller looks after, all of it in pages. */
export const MineFields = { mine: z.enum(['true', 'false']).optional(), cursor: PageFields.cursor };
/** The cursor that reads on where `mine` was asked; null where no queue has more, missing where it was not asked. */
export const MoreOfMine = z.string().nullable().optional();
export const QueueEntry = z.object({
  proposalId: ProposalIdField,
  title: z.string(),
  userName: z.string(),
  /** Null where nobody has said. */
  place: z.string().nullable(),
  amount: MoneyField,
  /** The sum in the money of its borrower (R23.7); null where dollars are all there is. */
  local: LocalMoney.nullable(),
  waitingSince: InstantField,
  /** The member of staff who looks after the proposal; null while nobody there does. */
  officerId: UserIdField.nullable(),
  /** The caller did the first step, and where two decide another does the next one (R34.3). */
  awaitsAnother: z.boolean(),
});

export const mfiQueues = endpoint('mfiQueues', {
  summary: 'What waits for the staff of an MFI, oldest first, at most 50 of each',
  access: 'signed_in',
  query: z.object({ name: MfiName, mfiId: MfiIdField.optional(), ...MineFields }),
  data: z.object({
    toApprove: Queue.extend({ entries: z.array(QueueEntry) }),
    toRelease: Queue.extend({ entries: z.array(QueueEntry) }),
    withdrawalsToSend: Queue.extend({
      entries: z.array(
        QueueEntry.extend({
          withdrawalId: WithdrawalIdField,
          /** The money is not sent before this instant: a new destination rests (R25.1). */
          payableFrom: InstantField,
          isResting: z.boolean(),
          /** Payouts of this person are stopped (R25.1). */
          isStopped: z.boolean(),
        }),
      ),
    }),
    paymentsToApprove: Queue.extend({
      entries: z.array(
        QueueEntry.extend({
          paymentId: PaymentIdField,
          /** How it was paid, and the payer's own number of the transfer; null where nobody has said (R22.1). */
          channel: z.enum(PAY_CHANNELS).nullable(),
          reference: z.string().nullable(),
          paidOn: CalendarDateField,
          hasSlip: z.boolean(),
        }),
      ),
    }),
    /** Borrowers who said that they cannot pay, with what they still owe (R28.1). */
    cannotPay: Queue.extend({ entries: z.array(QueueEntry) }),
    /** Loans that may be in default, and those whose write-off waits for another (R29.1, R29.3). */
    inDoubt: Queue.extend({ entries: z.array(QueueEntry) }),
    /** Requests for credit that no batch has: they stand on the page of the payouts, and only their count here (R25.4). */
    payoutsToSend: Queue,
    /** Open lines of statements, and tills that another has to receive, each with a page of its own (R21.7, R22.6). */
    linesToMatch: z.object({ count: z.number().int() }),
    tillsToReceive: z.object({ count: z.number().int() }),
    /** Things that were reported and not decided (R34.6). */
    reportsCount: z.number().int(),
    /** The staff, to whom a proposal can be given to look after. */
    officers: z.array(z.object({ id: UserIdField, name: z.string() })),
    nextCursor: MoreOfMine,
  }),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const listPlaces = endpoint('listPlaces', {
  summary:
    'The places of the proposals of one MFI or of all, the most frequent first, to suggest while one is typed (R26.1)',
  access: 'public',
  shared: true,
  list: true,
  query: z.object({ name: MfiName, ...PageFields }),
  data: z.array(z.string()),
  refuses: ['not_found'],
  example: { query: { name: 'ROI' } },
});
