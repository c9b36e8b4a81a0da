import { WITHDRAWAL_METHODS } from '@sathi/domain/withdrawals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, missingOr, PageFields, PayoutAccountIdField } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { NumberTextField, TitleField } from './text-fields.ts';

/** The place that money goes to: the method, and the name and the number that stand there. */
export const DestinationFields = {
  method: z.enum(WITHDRAWAL_METHODS, missingOr('invalid')),
  accountName: TitleField(120),
  accountNumber: NumberTextField(64),
  bankName: TitleField(120, { optional: true }).nullable().optional(),
  branch: TitleField(120, { optional: true }).nullable().optional(),
};

const PayoutAccount = z.object({
  id: PayoutAccountIdField,
  method: DestinationFields.method,
  accountName: z.string(),
  /** The number is shown by its last four characters only, to its owner too. */
  last4: z.string(),
  bankName: z.string().nullable(),
  branch: z.string().nullable(),
  /** No money is sent to the account before this instant. */
  usableFrom: InstantField,
  state: z.enum(['new', 'usable']),
});

export const listPayoutAccounts = endpoint('listPayoutAccounts', {
  summary: 'The accounts that one has one’s own money sent to (R25.1)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(PayoutAccount),
  refuses: [],
  example: { query: {} },
});

/** The number has a digit: only its digits are kept (R25.1). */
const KeptNumberField = writtenAs(NumberTextField(64), {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '[0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u09e6-\\u09ef]',
});

export const addPayoutAccount = endpoint('addPayoutAccount', {
  summary: 'Keeps an account; its owner is told at once by every way, and it rests for a day (R25.1)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({ userId: ActorFields.userId, ...DestinationFields, accountNumber: KeptNumberField }),
  data: PayoutAccount,
  refuses: ['accounts_full', 'step_up_required'],
  example: {
    body: { method: 'mobile_wallet', accountName: 'Asha Begum', accountNumber: '01712-345678' },
  },
});

export const removePayoutAccount = endpoint('removePayoutAccount', {
  summary: 'Keeps an account no longer; refused while a request that is to be sent names it',
  access: 'signed_in',
  query: z.object({ id: PayoutAccountIdField, ...ActorFields }),
  data: z.object({}),
  refuses: ['not_found', 'in_use'],
  example: { query: { id: '4' } },
});
