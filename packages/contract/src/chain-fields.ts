import {
  ACTION_MAX_UNITS,
  type ActionToken,
  ASSETS,
  parseTokens,
  SAMPLE_PROPOSAL_IDS,
  TEST_TOKENS,
} from '@sathi/domain/chain-operations.ts';
import { z } from 'zod';
import { missingOr } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import type { FieldProblem } from './refusals.ts';

/** Answers: base units of a token, six decimals, as a string of digits. */
export const UnitsField = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: (digits) => BigInt(digits),
  encode: (units) => units.toString(),
});

/** Requests: tokens such as `12` or `"0.5"`, at most six decimals; base units inside. */
const TokensCodec = z.codec(
  z.union([z.number(), z.string()], missingOr('tokens_malformed')) as unknown as z.ZodType<
    number | string,
    number | string
  >,
  z.bigint(),
  {
    decode: (wire, context) => {
      const text = String(wire);
      const units = parseTokens(text);
      const problem: FieldProblem | null =
        units === null
          ? /^-\d/.test(text)
            ? 'tokens_not_positive'
            : 'tokens_malformed'
          : units === 0n
            ? 'tokens_not_positive'
            : units > ACTION_MAX_UNITS
              ? 'amount_too_large'
              : null;
      if (problem !== null) {
        context.issues.push({ code: 'custom', input: wire, message: problem });
        return z.NEVER;
      }
      return units ?? 0n;
    },
    encode: (units) => units.toString(),
  },
);

export const TokensField = writtenAs(TokensCodec, {
  anyOf: [
    { type: 'string', pattern: '^([1-9][0-9]{0,5}(\\.[0-9]{1,6})?|1000000|0\\.(?=[0-9]*[1-9])[0-9]{1,6})$' },
    { type: 'integer', minimum: 1, maximum: 1_000_000 },
  ],
  description: 'Tokens, more than none and at most a million, with up to six decimals as a string.',
});

const HASH = /^[0-9a-f]{64}$/;
export const HashField = z.string().regex(HASH);

/** The faucet and minting begin with test tokens, all other actions with assets. */
const tokenField = (tokens: readonly ActionToken[]) =>
  z.enum(tokens, missingOr('invalid')) as z.ZodType<ActionToken, ActionToken>;
export const TestTokenField = tokenField(TEST_TOKENS);
export const AssetField = tokenField(ASSETS);
const SampleIdCodec = z
  .union([z.string(), z.number()], missingOr('invalid'))
  .transform((id) => String(id))
  .pipe(z.enum(SAMPLE_PROPOSAL_IDS, missingOr('invalid'))) as unknown as z.ZodType<
  (typeof SAMPLE_PROPOSAL_IDS)[number],
  string
>;
export const SampleIdField = writtenAs(SampleIdCodec, {
  anyOf: [
    { type: 'string', enum: SAMPLE_PROPOSAL_IDS },
    { type: 'integer', enum: SAMPLE_PROPOSAL_IDS.map(Number) },
  ],
});
