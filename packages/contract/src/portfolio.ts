import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  JournalIdField,
  MfiIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
} from './fields.ts';
import { ProposalCard } from './proposal-card.ts';

/** A month as `YYYY-MM`. */
const Month = z.string().regex(/^\d{4}-\d{2}$/);

export const findPortfolio = endpoint('findPortfolio', {
  summary:
    'What the caller lent, what came back, what is still out and late, and month by month what was expected and received',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.object({
    lent: MoneyField,
    cameBack: MoneyField,
    stillOut: MoneyField,
    /** The sums that are lost to write-offs by institutions (R29.3), and that the caller gave up (R30.1). */
    lost: MoneyField,
    forgiven: MoneyField,
    /** The part of the outstanding amount in loans that are late. */
    late: MoneyField,
    /** Money that the person can lend again. */
    credit: MoneyField,
    /**
     * The parts of the credit, each with its holder, null for the common credit, and the sum asked out of it (R25.5).
     * An empty part is left out.
     */
    credits: z.array(
      z.object({
        mfiId: MfiIdField.nullable(),
        mfiName: z.string().nullable(),
        amount: MoneyField,
        leaving: MoneyField,
      }),
    ),
    loansCount: z.number().int(),
    /** They closed their account and came back for its rest within these 30 days (R33.5). */
    hasComeBack: z.boolean(),
    /** `open` is the part of what was expected that no payment has covered; of a loan written off nothing is expected (R29.3). */
    months: z.array(z.object({ month: Month, expected: MoneyField, received: MoneyField, open: MoneyField })),
  }),
  refuses: [],
  example: {},
});

export const listPortfolioLoans = endpoint('listPortfolioLoans', {
  summary: 'The loans the caller has money in, newest first, with the own part of each',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      proposal: ProposalCard,
      lent: MoneyField,
      cameBack: MoneyField,
      /** The person's claim; after a write-off 0, and the rest is lost (R24.9). */
      stillOut: MoneyField,
      lost: MoneyField,
      /** The sum that the caller gave up (R30.1). */
      forgiven: MoneyField,
      daysLate: z.number().int(),
      nextDueOn: CalendarDateField.nullable(),
    }),
  ),
  refuses: [],
  example: { query: { limit: 10 } },
});

const STATEMENT_PURPOSES = [
  'backing',
  'backing_released',
  'withdrawal',
  'withdrawal_failed',
  'repayment_entered',
  'repayment_rejected',
  'share_received',
  'received',
  'settled',
  'lapsed',
  'taken_over',
  'payout',
  'given',
  'reversed',
  'recovered',
  'written_off',
  'forgiven',
] as const;

const Period = {
  from: CalendarDateField.optional(),
  to: CalendarDateField.optional(),
};

export const findStatement = endpoint('findStatement', {
  summary:
    'Every movement of the own money in a period, newest first, with the credit after each; both days are included',
  access: 'signed_in',
  query: z.object({ ...ActorFields, ...Period, ...PageFields }),
  data: z.object({
    openingCredit: MoneyField,
    closingCredit: MoneyField,
    paidIn: MoneyField,
    paidOut: MoneyField,
    nextCursor: z.string().nullable(),
    rows: z.array(
      z.object({
        id: JournalIdField,
        date: InstantField,
        purpose: z.enum(STATEMENT_PURPOSES),
        /** The proposal; null for money of no proposal, whose title is the name of the institution. */
        proposalId: ProposalIdField.nullable(),
        title: z.string(),
        /** The person's own money outside: negative when it was paid in to Sathi, positive when it came out. */
        outside: MoneyField,
        /** The change that this row made to the credit. */
        credit: MoneyField,
        creditAfter: MoneyField,
        /** The claims of theirs that ended without money: lost by a write-off, forgiven by them, never paid, or taken over unpaid. */
        givenUp: MoneyField,
        currency: z.literal('USD'),
      }),
    ),
  }),
  refuses: [],
  example: { query: { from: '2026-01-01', to: '2026-03-31' } },
});

export const exportStatement = endpoint('exportStatement', {
  summary: 'The statement of a period as a CSV file',
  access: 'signed_in',
  gives: ['text/csv'],
  query: z.object({ ...ActorFields, ...Period }),
  data: z.string(),
  refuses: [],
  example: { query: { from: '2026-01-01', to: '2026-03-31' } },
});
