import { YEAR_MAX, YEAR_MIN } from '@sathi/domain/calendar-date.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, CalendarDateField, CountField, MoneyField, ProposalIdField } from './fields.ts';

const Loan = { proposalId: ProposalIdField, title: z.string(), mfiName: z.string() };

export const findYearLetter = endpoint('findYearLetter', {
  summary: 'The money of the caller in one year, loan by loan, for a letter; its days are in UTC, as in the statement',
  access: 'signed_in',
  query: z.object({ ...ActorFields, year: CountField(YEAR_MAX, YEAR_MIN).optional() }),
  data: z.object({
    year: z.number().int(),
    /** Both included. The last is today while the year is not over. */
    from: CalendarDateField,
    to: CalendarDateField,
    /** The years in which something moved, the newest first. */
    years: z.array(z.number().int()),
    openingCredit: MoneyField,
    closingCredit: MoneyField,
    paidIn: MoneyField,
    paidOut: MoneyField,
    /** Loans that the caller has money in. Sums of the year, but for what is still out at its end. */
    lent: z.array(
      z.object({
        ...Loan,
        lent: MoneyField,
        cameBack: MoneyField,
        /** Backed in earlier years, and ended in this one before it was lent. */
        ended: MoneyField,
        forgiven: MoneyField,
        lost: MoneyField,
        stillOut: MoneyField,
      }),
    ),
    /** The caller’s own loans. */
    borrowed: z.array(z.object({ ...Loan, received: MoneyField, repaid: MoneyField, outstanding: MoneyField })),
  }),
  refuses: [],
  example: { query: { year: 2026 } },
});
