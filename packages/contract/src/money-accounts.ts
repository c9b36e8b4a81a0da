import {
  ACCOUNT_NUMBER_LENGTH_MAX,
  ACCOUNT_WORDS_LENGTH_MAX,
  areInstructions,
  FEE_WORDS_MAX,
  INSTRUCTIONS_LENGTH_MAX,
  isBic,
  isUpiId,
  MONEY_ACCOUNT_KINDS,
} from '@sathi/domain/money-accounts.ts';
import { isMerchantCode } from '@sathi/domain/pay-in-code.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  PageFields,
  problem,
} from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { CurrencyField } from './money-fields.ts';
import { NumberTextField, PlainField, TextField, TitleField } from './text-fields.ts';

const words = () => TitleField(ACCOUNT_WORDS_LENGTH_MAX);
const maybe = (isRight: (text: string) => boolean) =>
  NumberTextField(ACCOUNT_WORDS_LENGTH_MAX, { optional: true }).refine(
    (text) => text === '' || isRight(text),
    problem('invalid'),
  );
const MerchantCodeField = writtenAs(
  PlainField(512).refine((text) => text === '' || isMerchantCode(text), problem('merchant_code_malformed')),
  { type: 'string', pattern: '^(000201.*6304[0-9A-Fa-f]{4})?$' },
);
const InstructionsField = writtenAs(
  TextField(INSTRUCTIONS_LENGTH_MAX, { optional: true }).refine(areInstructions, problem('instructions_malformed')),
  { type: 'string', maxLength: INSTRUCTIONS_LENGTH_MAX, pattern: '^[^{}]*(\\{(reference|amount|payBy)\\}[^{}]*)*$' },
);

const Kind = z.enum(MONEY_ACCOUNT_KINDS, missingOr('invalid'));
const OfficeWords = {
  label: words(),
  /** Words by which a statement tells of fees. */
  feeWords: z.array(TitleField(40), problem('invalid')).max(FEE_WORDS_MAX, problem('invalid')),
};
const Payee = { holder: words(), number: NumberTextField(ACCOUNT_NUMBER_LENGTH_MAX) };
const Steering = {
  bankName: TitleField(ACCOUNT_WORDS_LENGTH_MAX, { optional: true }),
  bic: writtenAs(maybe(isBic), { type: 'string', pattern: '^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$' }),
  upiId: writtenAs(maybe(isUpiId), {
    type: 'string',
    pattern: '^([A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,63})?$',
  }),
  /** The account's own merchant code (EMVCo). */
  qrText: MerchantCodeField,
  forPayIn: z.boolean(missingOr('invalid')),
  forPayOut: z.boolean(missingOr('invalid')),
  /** One text for each language, up to five lines; `{reference}`, `{amount}` and `{payBy}` are filled in (R19.6). */
  instructions: z
    .strictObject({ en: InstructionsField, be: InstructionsField, ar: InstructionsField }, missingOr('invalid'))
    .partial(),
};
const SteeringAnswer = z.object({
  holder: z.string(),
  number: z.string(),
  bankName: z.string(),
  bic: z.string(),
  upiId: z.string(),
  qrText: z.string(),
  forPayIn: z.boolean(),
  forPayOut: z.boolean(),
  instructions: z.object({ en: z.string(), be: z.string(), ar: z.string() }),
});

const STATES = ['entered', 'approved'] as const;
const MoneyAccount = SteeringAnswer.extend({
  id: MoneyAccountIdField,
  kind: Kind,
  currency: CurrencyField,
  label: z.string(),
  feeWords: z.array(z.string()),
  /** Entered: a second person has not confirmed it yet, and payers do not see it. */
  state: z.enum(STATES),
  /** The parts that change once a second person has confirmed. */
  waiting: SteeringAnswer.partial().nullable(),
  /** The entry that waits, and its end; null where nothing waits. */
  enteredByName: z.string().nullable(),
  enteredAt: InstantField.nullable(),
  endsAt: InstantField.nullable(),
  /** The caller may be the second person. */
  mayConfirm: z.boolean(),
});

export const listMoneyAccounts = endpoint('listMoneyAccounts', {
  summary: 'The bank accounts, wallets and tills of an MFI, for its staff (R19.6)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(MoneyAccount),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

const Entered = z.object({ id: MoneyAccountIdField, state: z.enum(STATES) });

export const enterMoneyAccount = endpoint('enterMoneyAccount', {
  summary: 'Staff enter an account; a second person confirms it (R19.8); all staff are told',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      kind: Kind,
      currency: CurrencyField,
      ...Payee,
      ...OfficeWords,
      ...Steering,
    })
    .partial({
      userId: true,
      feeWords: true,
      bankName: true,
      bic: true,
      upiId: true,
      qrText: true,
      forPayIn: true,
      forPayOut: true,
      instructions: true,
    }),
  data: Entered,
  refuses: ['step_up_required'],
  example: {
    query: { mfiId: '3' },
    body: {
      kind: 'bank',
      label: 'Janata, head office',
      currency: 'BDT',
      holder: 'DCBS',
      number: '0117 220 3344',
      forPayIn: true,
      instructions: { en: 'Send {amount} by {payBy}.\nReference: {reference}' },
    },
  },
});

const OneAccount = z.object({ mfiId: MfiIdField, id: MoneyAccountIdField, ...ActorFields });

export const changeMoneyAccount = endpoint('changeMoneyAccount', {
  summary: 'Staff change an account; payers see what was until a second person confirms (R19.6)',
  access: 'signed_in',
  query: OneAccount,
  body: z
    .strictObject({
      userId: ActorFields.userId,
      kind: Kind,
      currency: CurrencyField,
      ...Payee,
      ...OfficeWords,
      ...Steering,
    })
    .partial(),
  data: Entered,
  refuses: ['not_found', 'step_up_required'],
  example: { query: { mfiId: '3', id: '11' }, body: { forPayIn: false } },
});

export const confirmMoneyAccount = endpoint('confirmMoneyAccount', {
  summary: 'A second person confirms an account or the change of it that waits (R19.8)',
  access: 'signed_in',
  query: OneAccount.extend({
    /** The entry's `enteredAt` as the caller has read it: if a newer entry has replaced it, the call is refused. */
    enteredAt: InstantField.optional(),
  }),
  data: Entered,
  refuses: ['not_found', 'already_approved', 'changed_meanwhile', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3', id: '11' } },
});
