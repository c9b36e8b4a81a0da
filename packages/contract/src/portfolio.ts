import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  JournalIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
} from './fields.ts';
import { ProposalCard } from './proposals.ts';

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
    /** Of what is still out, the part in loans that are late. */
    late: MoneyField,
    /** To lend again. */
    credit: MoneyField,
    loansCount: z.number().int(),
    months: z.array(z.object({ month: Month, expected: MoneyField, received: MoneyField })),
  }),
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
      stillOut: MoneyField,
      daysLate: z.number().int(),
      nextDueOn: CalendarDateField.nullable(),
    }),
  ),
});

export const STATEMENT_PURPOSES = [
  'backing',
  'backing_released',
  'withdrawal',
  'withdrawal_failed',
  'repayment_entered',
  'repayment_rejected',
  'share_received',
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
        proposalId: ProposalIdField,
        title: z.string(),
        /** The person's own money outside: negative when it was paid in to Sathi, positive when it came out. */
        outside: MoneyField,
        /** What it did to the credit. */
        credit: MoneyField,
        creditAfter: MoneyField,
      }),
    ),
  }),
});

export const exportStatement = endpoint('exportStatement', {
  summary: 'The statement of a period as a CSV file',
  access: 'signed_in',
  raw: true,
  query: z.object({ ...ActorFields, ...Period }),
  data: z.string(),
});
