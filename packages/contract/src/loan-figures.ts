import { FIGURE_NAMES } from '@sathi/domain/figure-tables.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CalendarDateField, MoneyField } from './fields.ts';
import { MfiName } from './mfis.ts';

const Query = z.object({
  /** The institution; without it, the figures are those of all institutions together. */
  name: MfiName,
  /** The end of this day; without it the last one that was counted. */
  asOf: CalendarDateField.optional(),
});

/** A part of one, in whole hundredths. */
const Share = z.number().nullable();
const Count = z.number().int().nullable();
const Money = MoneyField.nullable();

/** Null where the figure is hidden, and where there is nothing that it could be a part of. */
export const LoanFigures = z.object({
  /** The quarter in which the loans were released, as `2026-Q1`; null for the sum of them all. */
  quarter: z.string().nullable(),
  /** Figures stay until five loans of theirs have moved: these are of the end of this day. */
  countedOn: CalendarDateField,
  loans: Count,
  lent: Money,
  repaid: Money,
  outstanding: Money,
  /** Outstanding in loans that are late, more than 30 and more than 90 days late, as a part of all that is outstanding. */
  par1: Share,
  par30: Share,
  par90: Share,
  /** Paid of what was due so far. */
  repaymentRate: Share,
  /** Loans of which each instalment so far was paid within its grace, of all of which one was due. */
  onTime: Share,
  changedPlan: Count,
  defaulted: Count,
  writtenOff: Money,
  forgiven: Money,
  /** The middle of all loans: from publishing to the day on which the money was sent. */
  daysToMoney: z.number().nullable(),
  /** The hidden figures: `few` counts fewer than five loans, `guarded` could be worked out from other figures. */
  hidden: z.partialRecord(z.enum(FIGURE_NAMES), z.enum(['few', 'guarded'])),
});

export const findLoanFigures = endpoint('findLoanFigures', {
  summary: 'What became of the loans of each quarter, at one MFI or at all, at the end of any past day (R32)',
  access: 'public',
  shared: true,
  query: Query,
  data: z.object({
    /** Null before the first day was counted. */
    asOf: CalendarDateField.nullable(),
    firstDay: CalendarDateField.nullable(),
    lastDay: CalendarDateField.nullable(),
    /** The sum first, then the quarters, the newest first. */
    rows: z.array(LoanFigures),
  }),
  refuses: ['not_found'],
  example: { query: { name: 'ROI' } },
});

export const exportLoanFigures = endpoint('exportLoanFigures', {
  summary: 'The same as a CSV file; a hidden figure is `<5` or `hidden`',
  access: 'public',
  shared: true,
  gives: ['text/csv'],
  query: Query,
  data: z.string(),
  refuses: ['not_found'],
  example: { query: { name: 'ROI' } },
});
