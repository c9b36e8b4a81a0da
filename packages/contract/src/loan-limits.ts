import { GROWTH_PERCENT_MAX, GROWTH_PERCENT_MIN, LIMIT_REASONS } from '@sathi/domain/loan-limits.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, dollarsOf } from '@sathi/domain/money.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amountSchema } from './field-schemas.ts';
import { ActorFields, AmountField, MfiIdField, MoneyField, problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { LocalMoney } from './money-fields.ts';

const LoanLimits = z.object({
  minimum: MoneyField.nullable(),
  maximum: MoneyField.nullable(),
  /** The most for a person who has not yet repaid a loan on time. */
  firstLoan: MoneyField.nullable(),
  /** The most after that, in hundredths of the largest loan repaid on time. */
  growthPercent: z.number().int().nullable(),
  /** The bound of the caller's own next loan; null where there is none. */
  own: z.object({ maximum: MoneyField.nullable(), reason: z.enum(LIMIT_REASONS).nullable() }),
  /** The bounds of that loan in the money that the MFI lends; null for dollars, and on a day without a rate. */
  local: z.object({ minimum: LocalMoney.nullable(), maximum: LocalMoney.nullable() }).nullable(),
});

/** A bound of an amount: from one dollar to the most that anybody moves. */
export const LimitField = writtenAs(
  AmountField.refine((amount) => amount >= AMOUNT_CENTS_MIN, { error: 'amount_below_one' }).refine(
    (amount) => amount <= AMOUNT_CENTS_MAX,
    { error: 'amount_too_large' },
  ),
  amountSchema(dollarsOf(AMOUNT_CENTS_MIN), dollarsOf(AMOUNT_CENTS_MAX)),
);
const GrowthField = z
  .number(problem('invalid'))
  .int(problem('invalid'))
  .min(GROWTH_PERCENT_MIN, problem('invalid'))
  .max(GROWTH_PERCENT_MAX, problem('invalid'));

const query = z.object({ mfiId: MfiIdField, ...ActorFields });

export const findLoanLimits = endpoint('findLoanLimits', {
  summary: 'The amounts that an MFI lends, and the most it lends to the caller next',
  access: 'signed_in',
  query,
  data: LoanLimits,
  refuses: ['not_found'],
  example: { query: { mfiId: '3' } },
});

export const changeLoanLimits = endpoint('changeLoanLimits', {
  summary: 'A manager sets the amounts that their MFI lends from now on; null lifts a bound; all its staff are told',
  access: 'signed_in',
  query,
  body: z.strictObject({
    userId: ActorFields.userId,
    minimum: LimitField.nullable().optional(),
    maximum: LimitField.nullable().optional(),
    firstLoan: LimitField.nullable().optional(),
    growthPercent: GrowthField.nullable().optional(),
  }),
  data: LoanLimits,
  refuses: ['not_found'],
  example: { query: { mfiId: '3' }, body: { minimum: 10, firstLoan: 200, maximum: 1000, growthPercent: 150 } },
});
