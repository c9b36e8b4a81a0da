import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint, LIST_BYTES_MAX } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  problem,
} from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { CurrencyField } from './money-fields.ts';
import { NumberTextField, TextField } from './text-fields.ts';

/** Signed sums in the currency of the account, with two decimals. */
const Sum = z.string();
const BALANCE = /^-?\d{1,13}(\.\d{1,2})?$/;
/** A balance as the bank's own screen shows it; an overdrawn account is below zero. */
const BalanceField = writtenAs(
  NumberTextField(20).refine((text) => BALANCE.test(text), problem('amount_malformed')),
  { type: 'string', pattern: BALANCE.source },
);

export const listAccountDays = endpoint('listAccountDays', {
  summary: 'The days of an account with lines, their balances and gaps, the oldest first, for staff (R21.10)',
  access: 'signed_in',
  list: true,
  query: z.object({
    mfiId: MfiIdField,
    accountId: MoneyAccountIdField,
    from: CalendarDateField.optional(),
    to: CalendarDateField.optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(
    z.object({
      day: CalendarDateField,
      opening: Sum.nullable(),
      closing: Sum.nullable(),
      booked: Sum,
      setAside: Sum,
      open: Sum,
      /** Money that was booked by hand and has no line yet; after three days it needs a reason. */
      booksWithoutLine: z.array(z.object({ document: z.string(), amount: Sum, needsReason: z.boolean() })),
      gap: Sum.nullable(),
      state: z.enum(['open', 'agreed']),
      agreedBy: z.string().nullable(),
    }),
  ),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', accountId: '11', from: '2026-11-01', to: '2026-11-30' } },
});

export const agreeDay = endpoint('agreeDay', {
  summary: 'Other staff than uploaded or booked agree a day of an account, which is final (R21.10)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  bodyBytesMax: LIST_BYTES_MAX,
  body: z
    .strictObject({
      userId: ActorFields.userId,
      accountId: MoneyAccountIdField,
      day: CalendarDateField,
      opening: BalanceField,
      closing: BalanceField,
      /** The reason for each document that needs one and is not named in `reasons`. */
      reason: TextField(REASON_LENGTH_MAX),
      reasons: z
        .array(
          z.strictObject({ document: NumberTextField(40), reason: TextField(REASON_LENGTH_MAX) }, missingOr('invalid')),
          missingOr('invalid'),
        )
        .max(500, problem('invalid')),
    })
    .partial({ userId: true, opening: true, closing: true, reason: true, reasons: true }),
  data: z.object({ day: CalendarDateField, state: z.literal('agreed'), selfApproved: z.boolean() }),
  refuses: [
    'not_found',
    'second_person_needed',
    'day_agreed',
    'day_has_open_lines',
    'day_has_gap',
    'day_out_of_order',
    'reason_required',
  ],
  example: { query: { mfiId: '3' }, body: { accountId: '11', day: '2026-11-20' } },
});

const Own = z.object({ stillOut: MoneyField, credit: MoneyField });

export const findPosition = endpoint('findPosition', {
  summary: 'What an MFI must hold for others beside what its accounts hold, for its staff (R24.7)',
  access: 'signed_in',
  orGives: ['text/csv'],
  query: z.object({ mfiId: MfiIdField, format: z.literal('csv', missingOr('invalid')).optional(), ...ActorFields }),
  data: z.object({
    mustHold: MoneyField,
    /** Repayments that wait for a decision, in none of the sums. */
    pending: MoneyField,
    accounts: z.array(
      z.object({
        accountId: MoneyAccountIdField,
        label: z.string(),
        currency: CurrencyField,
        /** The account's last balance in a statement file or entered by staff; null where there is none. */
        balance: Sum.nullable(),
        on: CalendarDateField.nullable(),
        inUsd: MoneyField.nullable(),
        rate: z.string().nullable(),
      }),
    ),
    /** Whether the accounts hold what must be held; null where a balance or a rate is missing. */
    covered: z.boolean().nullable(),
    house: Own,
    fund: Own,
  }),
  refuses: [],
  example: { query: { mfiId: '3' } },
});
