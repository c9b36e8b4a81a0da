import {
  FIRST_DUE_AFTER_MONTHS_MAX,
  FIRST_DUE_AFTER_MONTHS_MIN,
  FUNDING_DAYS_MAX,
  FUNDING_DAYS_MIN,
  LATE_GRACE_DAYS_MAX,
} from '@sathi/domain/loan-terms.ts';
import { LOCAL_UNIT_MAX, LOCAL_UNIT_MIN } from '@sathi/domain/local-money.ts';
import { COLLECTIONS } from '@sathi/domain/pay-ins.ts';
import { LAPSE_GRACE_DAYS_MAX, PAY_DAYS_MAX, PAY_DAYS_MIN } from '@sathi/domain/pay-ins.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, AmountField, MfiIdField, missingOr, MoneyField, problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { LimitField } from './loan-limits.ts';
import { LocalCurrencyField, LocalField, WholeField } from './money-fields.ts';

const OPTIONAL_PARTS = {
  /** Withdrawals ask for a fresh proof, and new destinations rest for a day (R25.1). */
  payoutStepUp: z.boolean(missingOr('invalid')),
  /** The days that backers have to pay, and the days after them until an unpaid backing lapses (R20.2, R20.3). */
  payDays: WholeField(PAY_DAYS_MIN, PAY_DAYS_MAX),
  lapseGraceDays: WholeField(0, LAPSE_GRACE_DAYS_MAX),
  /** Lines of a statement that match without doubt are booked as they come (R21.8). */
  autoBook: z.boolean(missingOr('invalid')),
  /** Borrowers ask, owe and pay in the local currency (R23.1). */
  localMoney: z.boolean(missingOr('invalid')),
  localCurrency: LocalCurrencyField.nullable(),
  /** The days that a proposal collects for, if it is published from now on (R5.1). */
  fundingDays: WholeField(FUNDING_DAYS_MIN, FUNDING_DAYS_MAX),
  /** The months until the first instalment is due, for loans released from now on (R8.2). */
  firstDueAfterMonths: WholeField(FIRST_DUE_AFTER_MONTHS_MIN, FIRST_DUE_AFTER_MONTHS_MAX),
  /** The days after which an instalment counts as late, for every loan (R10.7). */
  lateGraceDays: WholeField(0, LATE_GRACE_DAYS_MAX),
  /** A proposal is backed only once it is approved (R2.3). */
  approveBeforeBacking: z.boolean(missingOr('invalid')),
  /** A proposal that is approved and wholly backed is released at once, below the amount for two people (R3.3). */
  releaseOnApproval: z.boolean(missingOr('invalid')),
};

const MoneySettings = z.object({
  ...OPTIONAL_PARTS,
  /** Trust: a backing counts as paid. Expected: its money is awaited (R19.1). */
  collection: z.enum(COLLECTIONS),
  /** It is on and stays on: people from elsewhere come in here, or the MFI awaits money (R25.1). */
  isPayoutStepUpFixed: z.boolean(),
  /** The amount from which two people decide; null for never (R2.6). */
  fourEyesFrom: MoneyField.nullable(),
  /** The most that one person may have backed there and not paid yet (R20.10). */
  unpaidLimit: MoneyField,
  /** Local sums are whole multiples of it. */
  localUnit: LocalField,
});

const query = z.object({ mfiId: MfiIdField, ...ActorFields });

export const findMoneySettings = endpoint('findMoneySettings', {
  summary: 'How an MFI handles money and loans, for its managers',
  access: 'signed_in',
  query,
  data: MoneySettings,
  refuses: [],
  example: { query: { mfiId: '3' } },
});

const LocalUnitField = writtenAs(
  LocalField.refine((unit) => unit >= LOCAL_UNIT_MIN && unit <= LOCAL_UNIT_MAX, problem('invalid')),
  {
    type: 'string',
    pattern: '^(1000(\\.00?)?|[1-9][0-9]{0,2}(\\.[0-9]{1,2})?|0\\.(0[1-9]|[1-9][0-9]?))$',
    description: 'From 0.01 to 1000.00.',
    examples: ['1.00'],
  },
);

export const changeMoneySettings = endpoint('changeMoneySettings', {
  summary: 'A manager changes how their MFI handles money and loans; all its staff are told',
  access: 'signed_in',
  query,
  body: z
    .strictObject({
      userId: ActorFields.userId,
      ...OPTIONAL_PARTS,
      /** The way to collect. `expected` is for ever, and needs an account to pay in by (R19.2). */
      collection: z.enum(COLLECTIONS, missingOr('invalid')),
      fourEyesFrom: AmountField.nullable(),
      unpaidLimit: LimitField,
      localUnit: LocalUnitField,
    })
    .partial(),
  data: MoneySettings,
  refuses: ['not_found', 'one_way', 'no_pay_in_account', 'step_up_needed_here', 'step_up_required'],
  example: { query: { mfiId: '3' }, body: { payoutStepUp: true } },
});
