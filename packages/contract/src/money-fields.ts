import { CURRENCIES, LOCAL_CURRENCIES, type Minor, parseLocal, writeLocal } from '@sathi/domain/local-money.ts';
import { parseRate, type RateMillionths, writeRate } from '@sathi/domain/rates.ts';
import { z } from 'zod';
import { missingOr, problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import type { FieldProblem } from './refusals.ts';

export const CurrencyField = z.enum(CURRENCIES, missingOr('invalid'));
export const LocalCurrencyField = z.enum(LOCAL_CURRENCIES, missingOr('invalid'));

type Written<Value> = {
  readonly parse: (text: string) => Value | null;
  readonly write: (value: Value) => string;
  readonly wrong: FieldProblem;
};

/** A number that is a text on the wire, so that no float comes between. */
function decimalCodec<Value extends number>({ parse, write, wrong }: Written<Value>) {
  return z.codec(
    z.string(missingOr(wrong)) as unknown as z.ZodType<string, string>,
    z.number() as unknown as z.ZodType<Value, Value>,
    {
      decode: (text, context) => {
        const value = parse(text);
        if (value === null) {
          context.issues.push({ code: 'custom', input: text, message: wrong });
          return z.NEVER;
        }
        return value;
      },
      encode: write,
    },
  );
}

/** A sum of local money, whose currency stands beside it. */
export const LocalField = writtenAs(
  decimalCodec<Minor>({ parse: parseLocal, write: writeLocal, wrong: 'amount_malformed' }),
  { type: 'string', pattern: '^[0-9]{1,13}(\\.[0-9]{1,2})?$', examples: ['1020.00'] },
);

/** Local money names its currency (R23.7). */
export const LocalMoney = z.object({ amount: LocalField, currency: CurrencyField });

/** A sum of local money in a body. */
export const LocalSumField = z.strictObject({ amount: LocalField, currency: CurrencyField }, missingOr('invalid'));

type Sums = { readonly amount?: unknown; readonly localAmount?: unknown };

const SUM_NAMES: ReadonlySet<unknown> = new Set(['amount', 'localAmount']);

/** A sum is in dollars or in local money. */
export const hasSum = ({ amount, localAmount }: Sums) => amount !== undefined || localAmount !== undefined;
/**
 * The problem of a missing sum. It is reported beside the problems of other fields, so that a caller learns all at
 * once.
 */
export const SUM_MISSING = {
  path: ['amount'],
  error: 'required',
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => SUM_NAMES.has(path?.[0])),
};

export function atMostOneSum({ amount, localAmount }: Sums, context: z.RefinementCtx): void {
  if (amount !== undefined && localAmount !== undefined) {
    context.addIssue({ code: 'custom', path: ['localAmount'], message: 'invalid' });
  }
}

/** The amount of a currency that equals one dollar. */
export const PerUsdField = writtenAs(
  decimalCodec<RateMillionths>({ parse: parseRate, write: writeRate, wrong: 'rate_malformed' }),
  {
    type: 'string',
    pattern: '^(?=.*[1-9])[0-9]{1,7}(\\.[0-9]{1,6})?$',
    description: 'More than 0, at most 1000000.',
    examples: ['122.35'],
  },
);

/** A whole number between two bounds. */
export function WholeField(min: number, max: number) {
  return z
    .number(missingOr('invalid'))
    .int(problem('invalid'))
    .min(min, problem('invalid'))
    .max(max, problem('invalid'));
}
