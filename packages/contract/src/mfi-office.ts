import { CONTACT_OUTCOMES, CONTACT_WAYS, NEXT_STEPS } from '@sathi/domain/contacts.ts';
import { MFI_TEXT_LENGTH_MAX } from '@sathi/domain/mfi-words.ts';
import { LATE_BUCKETS } from '@sathi/domain/repayments.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailField, PhoneField, RequiredLinkField } from './address-fields.ts';
import { ActorFields, CalendarDateField, InstantField, MfiIdField, missingOr, MoneyField } from './fields.ts';
import { Mfi, MineFields, MoreOfMine, Queue, QueueEntry } from './mfis.ts';
import { LocalMoney } from './money-fields.ts';
import { TextField } from './text-fields.ts';

/** A late loan with what its officer needs to act (R27.3). */
const LateEntry = QueueEntry.extend({
  /** Empty for a former member. */
  phone: z.string(),
  /** Whether the phone is confirmed by SMS; an unconfirmed one may be somebody else's (R33.2). */
  isPhoneConfirmed: z.boolean(),
  daysLate: z.number().int(),
  lastContact: z
    .object({
      way: z.enum(CONTACT_WAYS),
      outcome: z.enum(CONTACT_OUTCOMES),
      promisedOn: CalendarDateField.nullable(),
      at: InstantField,
    })
    .nullable(),
  nextStep: z.enum(NEXT_STEPS),
});

export const findMfiPortfolio = endpoint('findMfiPortfolio', {
  summary: "What an MFI's borrowers still owe, how late it is, and PAR30 (R10.7, R11.4)",
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField.optional(), ...MineFields, ...ActorFields }),
  data: z.object({
    loansCount: z.number().int(),
    outstanding: MoneyField,
    /** The sum that was written off and has not come since; no part of what is outstanding. */
    writtenOff: MoneyField,
    /** The outstanding sums as borrowers owe them, one for each currency (R23.7). */
    sums: z.array(LocalMoney),
    buckets: z.array(
      z.object({
        bucket: z.enum(LATE_BUCKETS),
        loansCount: z.number().int(),
        outstanding: MoneyField,
        sums: z.array(LocalMoney),
      }),
    ),
    /**
     * The part of the outstanding money that is in loans more than 30 days late, from 0 to 1; null while none is
     * outstanding.
     */
    par30: z.number().nullable(),
    /** The late loans, the longest late first, at most 50, each with the outstanding sum and since when it is late. */
    late: Queue.extend({ entries: z.array(LateEntry) }),
    nextCursor: MoreOfMine,
  }),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const MFI_EXPORTS = ['loans', 'payments', 'ledger', 'gains', 'months'] as const;

export const exportMfi = endpoint('exportMfi', {
  summary:
    "An MFI's loans, payments, ledger, its gain on local money by month (R23.6), or its activity by month (R2.6), as a CSV file",
  access: 'signed_in',
  gives: ['text/csv'],
  query: z.object({ mfiId: MfiIdField.optional(), what: z.enum(MFI_EXPORTS, missingOr('invalid')), ...ActorFields }),
  data: z.string(),
  refuses: [],
  example: { query: { mfiId: '3', what: 'loans' } },
});

export const exportWholeMfi = endpoint('exportWholeMfi', {
  summary:
    'All that an MFI has, as one ZIP of CSV files, for its managers (R31.5); people.csv can be imported elsewhere',
  access: 'signed_in',
  gives: ['application/zip'],
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields }),
  data: z.string(),
  refuses: ['step_up_required'],
  example: { query: { mfiId: '3' } },
});

const Color = z
  .string({ error: 'invalid' })
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'invalid' })
  .transform((text) => text.toLowerCase());

const MFI_WORDS = {
  slogan: TextField(MFI_TEXT_LENGTH_MAX, { optional: true }),
  welcomeMessage: TextField(MFI_TEXT_LENGTH_MAX, { optional: true }),
};
const MfiWords = z.strictObject(MFI_WORDS, missingOr('invalid')).partial();

export const updateMfi = endpoint('updateMfi', {
  summary:
    'Staff change how their MFI appears: logo, colours, slogan, welcome message, contact, and whether unchecked pictures do',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      /** A key that an upload to `campaignImages` answered. */
      logo: z.string({ error: 'invalid' }).regex(/^campaignImages\/[A-Za-z0-9_.-]{1,200}$/, { error: 'invalid' }),
      website: RequiredLinkField,
      phone: PhoneField,
      email: EmailField,
      ...MFI_WORDS,
      /** The same in other languages; what is not named stays. */
      texts: z.strictObject({ be: MfiWords, ar: MfiWords }, missingOr('invalid')).partial(),
      primaryColor: Color,
      accentColor: Color,
      /** Pictures of a proposal that the office has not checked are for its owner and the staff alone (R14.3). */
      hideUnchecked: z.boolean(missingOr('invalid')),
    })
    .partial(),
  data: Mfi,
  refuses: ['not_found'],
  example: {
    query: { mfiId: '3' },
    body: { slogan: 'Neighbours lend', primaryColor: '#0b6b58', website: 'https://roi.example' },
  },
});
