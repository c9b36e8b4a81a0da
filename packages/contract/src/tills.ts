import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import {
  AREA_LENGTH_MAX,
  RECEIPT_NUMBER_MAX,
  TILL_ENTRIES_MAX,
  TILL_ENTRY_STATES,
  TILL_STATES,
} from '@sathi/domain/tills.ts';
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
  TillIdField,
  UserIdField,
} from './fields.ts';
import { CurrencyField, LocalField, LocalMoney, WholeField } from './money-fields.ts';
import { NumberTextField, TextField, TitleField, WordsField } from './text-fields.ts';

export const readCollectionSheet = endpoint('readCollectionSheet', {
  summary: 'What borrowers have to pay until a day, by area, for the officer who collects it (R22.5)',
  access: 'signed_in',
  list: true,
  sums: true,
  orGives: ['text/csv'],
  query: z.object({
    mfiId: MfiIdField,
    /** The day; today when left out. */
    date: CalendarDateField.optional(),
    officerId: UserIdField.optional(),
    area: WordsField(AREA_LENGTH_MAX).optional(),
    format: z.enum(['json', 'csv'], missingOr('invalid')).optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(
    z.object({
      proposalId: ProposalIdField,
      loanReference: z.string(),
      borrower: z.string(),
      phone: z.string(),
      /** Empty where nobody has said. */
      area: z.string(),
      due: MoneyField,
      overdue: MoneyField,
      daysLate: z.number().int(),
      /** The sum of payments that are entered and not decided yet. */
      waiting: MoneyField,
      /** The same in the money of a loan with a rate; null for dollars (R23.7). */
      localWaiting: LocalMoney.nullable(),
      /** The due and overdue sums together; null without a rate of today. */
      local: LocalMoney.nullable(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3', date: '2026-11-24', area: 'Gosaba' } },
});

const LocalSum = z.strictObject({ amount: LocalField, currency: CurrencyField }, missingOr('amount_malformed'));
const OfStaff = { mfiId: MfiIdField, ...ActorFields };
const Receipt = z.object({ number: z.string(), code: z.string(), url: z.string() });
export const openTill = endpoint('openTill', {
  summary: 'An officer begins a round with cash in the hand (R22.6)',
  access: 'signed_in',
  created: true,
  query: z.object(OfStaff),
  body: z.strictObject({
    userId: ActorFields.userId,
    day: CalendarDateField,
    accountId: MoneyAccountIdField,
    float: LocalSum,
  }),
  data: z.object({ id: TillIdField, number: z.number().int(), state: z.literal('open') }),
  refuses: ['not_found', 'till_open', 'wrong_currency', 'invalid_date'],
  example: {
    query: { mfiId: '3' },
    body: { day: '2026-11-24', accountId: '12', float: { amount: '500.00', currency: 'BDT' } },
  },
});

export const listTills = endpoint('listTills', {
  summary: 'The tills of an MFI, the newest first, with what is in them, for its staff (R22.6)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...OfStaff, day: CalendarDateField.optional(), ...PageFields }),
  data: z.array(
    z.object({
      id: TillIdField,
      number: z.number().int(),
      day: CalendarDateField,
      officerId: UserIdField,
      officerName: z.string(),
      accountId: MoneyAccountIdField,
      state: z.enum(TILL_STATES),
      float: LocalMoney,
      /** The float and what was taken. */
      expected: LocalMoney,
      /** The cash as counted by who closed the till, and by who received it; null until then. */
      counted: LocalMoney.nullable(),
      received: LocalMoney.nullable(),
      reasons: z.array(z.string()),
      /** The receipt numbers that are missing below the highest one. */
      missing: z.array(z.number().int()),
      /** Receipts of the till whose cash came after the closing, with the number of the till that holds it. */
      later: z.array(z.object({ number: z.number().int(), till: z.number().int() })),
      entries: z.array(
        z.object({
          clientId: z.string(),
          number: z.number().int(),
          /** The closed till that numbered the receipt; null where it is this one. */
          numberedBy: z.object({ id: TillIdField, number: z.number().int() }).nullable(),
          state: z.enum(TILL_ENTRY_STATES),
          /** Why it was refused. */
          result: z.string().nullable(),
          reference: z.string(),
          name: z.string(),
          local: LocalMoney.nullable(),
          paidOn: CalendarDateField.nullable(),
          note: z.string(),
          signedBy: z.string().nullable(),
          receipt: Receipt.nullable(),
        }),
      ),
      /** The caller may close or receive it. */
      mayClose: z.boolean(),
      mayReceive: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3', day: '2026-11-24' } },
});

const Entry = z
  .strictObject(
    {
      /** The device's own id of the entry: entries with the same id are the same cash. */
      clientId: z.string(missingOr('invalid')).regex(/^[A-Za-z0-9_-]{1,64}$/, problem('invalid')),
      number: WholeField(1, RECEIPT_NUMBER_MAX),
      /** The officer's till that numbered the receipt and was closed before its cash arrived; left out for this till. */
      numberedBy: TillIdField.optional(),
      loanReference: NumberTextField(64).optional(),
      personReference: NumberTextField(64).optional(),
      /** The sum in dollars, in a till of dollars. */
      amount: AmountField.optional(),
      localAmount: LocalSum.optional(),
      paidOn: CalendarDateField.optional(),
      note: TextField(REASON_LENGTH_MAX, { optional: true }).optional(),
      /** The cash of a refused entry was handed back, and this person signed for it. */
      returned: z.strictObject({ signedBy: TitleField(120) }, missingOr('invalid')).optional(),
    },
    missingOr('invalid'),
  )
  .superRefine(({ loanReference, personReference, amount, localAmount, paidOn, returned }, context) => {
    const wrong = (path: string, message: 'required' | 'invalid') =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (returned !== undefined) return;
    if (loanReference === undefined && personReference === undefined) wrong('loanReference', 'required');
    if (loanReference !== undefined && personReference !== undefined) wrong('personReference', 'invalid');
    if (amount === undefined && localAmount === undefined) wrong('amount', 'required');
    if (amount !== undefined && localAmount !== undefined) wrong('localAmount', 'invalid');
    if (paidOn === undefined) wrong('paidOn', 'required');
  });

export const enterTillEntries = endpoint('enterTillEntries', {
  summary: 'Cash that an officer took, also long ago without a network; each entry is judged by itself (R22.5)',
  access: 'signed_in',
  query: z.object({ ...OfStaff, id: TillIdField }),
  bodyBytesMax: LIST_BYTES_MAX,
  body: z.strictObject({
    userId: ActorFields.userId,
    entries: z.array(Entry, missingOr('invalid')).min(1, problem('required')).max(TILL_ENTRIES_MAX, problem('invalid')),
  }),
  data: z.object({
    results: z.array(
      z.object({
        clientId: z.string(),
        /** `taken`, or the code of the refusal. */
        result: z.string(),
        paymentId: PaymentIdField.optional(),
        receiptId: ReceiptIdField.optional(),
        receipt: Receipt.nullable(),
      }),
    ),
  }),
  refuses: ['not_found'],
  example: {
    query: { mfiId: '3', id: '7' },
    body: {
      entries: [
        {
          clientId: '6f9a4bd6-6d2c-4c4e-9d42-0a9f0f6d4a51',
          number: 17,
          loanReference: 'RF08 2000 4217',
          localAmount: { amount: '1020.00', currency: 'BDT' },
          paidOn: '2026-11-24',
        },
      ],
    },
  },
});

export const changeTill = endpoint('changeTill', {
  summary: 'An officer closes a till, another person receives it: only so are its payments decided (R22.6)',
  access: 'signed_in',
  query: z.object({ ...OfStaff, id: TillIdField }),
  body: z.strictObject({
    userId: ActorFields.userId,
    state: z.enum(['closed', 'received'], missingOr('invalid')),
    counted: LocalSum,
    reason: TextField(REASON_LENGTH_MAX, { optional: true }).optional(),
  }),
  data: z.object({
    state: z.enum(['closed', 'received']),
    expected: LocalMoney.optional(),
    counted: LocalMoney.optional(),
    /** The counted sum less the expected one. */
    difference: z.object({ amount: z.string(), currency: CurrencyField }).optional(),
    /** The number of payments that are approved now, and the entries that another than the receiver has to decide. */
    approved: z.number().int().optional(),
    left: z
      .array(
        z.object({
          clientId: z.string(),
          number: z.number().int(),
          paymentId: PaymentIdField.nullable(),
          receiptId: ReceiptIdField.nullable(),
        }),
      )
      .optional(),
  }),
  refuses: ['not_found', 'wrong_status', 'second_person_needed', 'reason_required', 'wrong_currency'],
  example: {
    query: { mfiId: '3', id: '7' },
    body: { state: 'closed', counted: { amount: '2363.00', currency: 'BDT' } },
  },
});
