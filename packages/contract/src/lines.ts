import { LINE_SEARCH_LENGTH_MAX, LINES_BOOKED_AT_ONCE_MAX } from '@sathi/domain/statement-lines.ts';
import { MATCH_RULES } from '@sathi/domain/statement-matching.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint, LIST_BYTES_MAX } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  PaymentIdField,
  problem,
  ProposalIdField,
  ReceiptIdField,
  StatementIdField,
  StatementLineIdField,
  TillIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { CurrencyField, LocalField } from './money-fields.ts';
import { NumberTextField, TextField } from './text-fields.ts';

const Target = z.union([
  z.object({ reference: z.string() }),
  z.object({ paymentId: PaymentIdField }),
  z.object({ receiptId: ReceiptIdField }),
  z.object({ tillId: TillIdField }),
  z.object({ as: z.literal('fee') }),
]);
/** The effect of booking: `amount` is what the institution holds more for others, negative for less. */
const Effects = z.object({
  amount: MoneyField,
  settled: z.array(z.object({ proposalId: ProposalIdField, amount: MoneyField })),
  toCredit: MoneyField,
});
const HOW = ['automatic', 'suggested', 'none'] as const;
const STATES = ['open', 'booked', 'set_aside'] as const;

export const listLines = endpoint('listLines', {
  summary: 'The lines of statements by account, day and place in their file, each with its match (R21.7), for staff',
  access: 'signed_in',
  list: true,
  query: z.object({
    mfiId: MfiIdField,
    statementId: StatementIdField.optional(),
    accountId: MoneyAccountIdField.optional(),
    state: z.enum(STATES).optional(),
    day: CalendarDateField.optional(),
    how: z.enum(HOW).optional(),
    q: TextField(LINE_SEARCH_LENGTH_MAX, { optional: true }).optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(
    z.object({
      id: StatementLineIdField,
      statementId: StatementIdField,
      line: z.number().int(),
      accountId: MoneyAccountIdField,
      bookedOn: CalendarDateField,
      valueOn: CalendarDateField,
      local: z.object({ amount: z.string(), currency: CurrencyField }),
      bankRef: z.string(),
      text: z.string(),
      payer: z.string(),
      reversal: z.boolean(),
      state: z.enum(STATES),
      match: z.object({
        how: z.enum(HOW),
        rule: z.enum(MATCH_RULES),
        target: Target.nullable(),
        candidates: z.array(z.object({ reference: z.string() })),
        /** The effect of booking without naming a target; null where that does nothing. */
        preview: Effects.nullable(),
      }),
      /** `other_day`: it came after its day was agreed, and stands on another. */
      badges: z.array(z.enum(['reversal', 'future', 'other_day'])),
    }),
  ),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', state: 'open' } },
});

/** The outcome of each line that was to be booked. */
const RESULTS = [
  'booked',
  'line_booked',
  'target_needed',
  'unknown_reference',
  'needs_expected',
  'second_person_needed',
  'wrong_status',
  'rate_too_old',
  'not_found',
] as const;
export type BookResult = (typeof RESULTS)[number];

/** One of these, or none for the target of the match; an amount for a part of the line. */
const NamedTarget = alsoWritten(
  z
    .strictObject(
      {
        reference: NumberTextField(40),
        paymentId: PaymentIdField,
        receiptId: ReceiptIdField,
        tillId: TillIdField,
        as: z.literal('fee', missingOr('invalid')),
        /** Dollars at an account in dollars, else local money. */
        amount: z.union([AmountField, z.strictObject({ amount: LocalField, currency: CurrencyField })]),
      },
      missingOr('invalid'),
    )
    .partial()
    .refine(({ amount: _, ...named }) => Object.keys(named).length <= 1, problem('invalid')),
  { anyOf: [{ maxProperties: 1 }, { required: ['amount'], maxProperties: 2 }] },
);

export const bookLines = endpoint('bookLines', {
  summary: 'Staff book lines in this order, each by itself; without a target as they are matched (R21.8)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  bodyBytesMax: LIST_BYTES_MAX,
  body: z
    .strictObject({
      userId: ActorFields.userId,
      lines: z
        .array(
          z
            .strictObject(
              {
                id: StatementLineIdField,
                target: NamedTarget,
                restAs: z.enum(['returned', 'own_money'], missingOr('invalid')),
              },
              missingOr('invalid'),
            )
            .partial({ target: true, restAs: true }),
          missingOr('invalid'),
        )
        .min(1, problem('required'))
        .max(LINES_BOOKED_AT_ONCE_MAX, problem('invalid')),
    })
    .partial({ userId: true }),
  data: z.object({
    results: z.array(z.object({ id: StatementLineIdField, result: z.enum(RESULTS), effects: Effects.nullable() })),
  }),
  refuses: ['split_sum', 'wrong_currency'],
  example: {
    query: { mfiId: '3' },
    body: { lines: [{ id: '7' }, { id: '8', target: { reference: 'RF08 1000 4217' } }] },
  },
});

const OneLine = z.object({ id: StatementLineIdField, state: z.enum(STATES) });

export const setLineAside = endpoint('setLineAside', {
  summary: 'Staff set a line aside that is no money of anybody in the books (R21.8)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      id: StatementLineIdField,
      as: z.enum(['fee', 'own_money', 'between_accounts', 'returned'], missingOr('invalid')),
      /** The line that it gives back, or that gives it back. */
      otherLineId: StatementLineIdField,
      /** The till that the money went to or came from. */
      accountId: MoneyAccountIdField,
      note: TextField(REASON_LENGTH_MAX),
    })
    .partial({ userId: true, otherLineId: true, accountId: true }),
  data: OneLine,
  refuses: ['not_found', 'line_booked'],
  example: { query: { mfiId: '3' }, body: { id: '7', as: 'fee', note: 'Account fee of November' } },
});

export const undoLine = endpoint('undoLine', {
  summary: 'Staff take back what a line did, while its day is not agreed (R21.9)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: StatementLineIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }).partial({ userId: true }),
  data: OneLine,
  refuses: ['not_found', 'wrong_status', 'day_agreed', 'too_late', 'second_person_needed'],
  example: { query: { mfiId: '3', id: '7' }, body: { reason: 'It was for another person' } },
});
