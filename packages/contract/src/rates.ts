import { RATE_WORDS_LENGTH_MAX } from '@sathi/domain/rates.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyRateIdField,
  PageFields,
} from './fields.ts';
import { LocalCurrencyField, PerUsdField } from './money-fields.ts';
import { TextField, TitleField } from './text-fields.ts';

const Rate = z.object({ currency: LocalCurrencyField, perUsd: PerUsdField, validFrom: CalendarDateField });
const DECISIONS = ['approved', 'refused'] as const;
const STATES = ['entered', ...DECISIONS] as const;

export const findRate = endpoint('findRate', {
  summary: "What a dollar costs in an MFI's own currency on a day, today without one (R23.2)",
  access: 'public',
  query: z.object({ mfiId: MfiIdField, on: CalendarDateField.optional() }),
  data: Rate,
  refuses: ['not_found', 'rate_too_old'],
  example: { query: { mfiId: '1', on: '2026-11-20' } },
});

export const listRates = endpoint('listRates', {
  summary: 'The rates of an MFI, the newest first, for its staff (R23.2)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(
    Rate.extend({
      id: MoneyRateIdField,
      source: z.string(),
      /** The reason for a rate far from the one before it; empty where it is near. */
      reason: z.string(),
      state: z.enum(STATES),
      enteredByName: z.string(),
      enteredAt: InstantField,
      decidedByName: z.string().nullable(),
      /** The instant at which a rate that waits for a second person ends; null for others. */
      endsAt: InstantField.nullable(),
      mayConfirm: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const enterRate = endpoint('enterRate', {
  summary: 'Staff enter a rate; a second person approves it (R19.8). One that jumps needs a reason',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    currency: LocalCurrencyField,
    validFrom: CalendarDateField,
    perUsd: PerUsdField,
    source: TitleField(RATE_WORDS_LENGTH_MAX),
    reason: TextField(RATE_WORDS_LENGTH_MAX, { optional: true }).optional(),
  }),
  data: z.object({ id: MoneyRateIdField, state: z.literal('entered') }),
  refuses: ['reason_required', 'step_up_required'],
  example: {
    query: { mfiId: '3' },
    body: { currency: 'BDT', validFrom: '2026-11-20', perUsd: '122.35', source: 'Bangladesh Bank' },
  },
});

export const decideRate = endpoint('decideRate', {
  summary: 'A second person approves or refuses a rate (R19.8)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: MoneyRateIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, state: z.enum(DECISIONS, missingOr('invalid')) }),
  data: z.object({ id: MoneyRateIdField, state: z.enum(DECISIONS) }),
  refuses: ['not_found', 'rate_in_force', 'already_decided', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3', id: '7' }, body: { state: 'approved' } },
});
