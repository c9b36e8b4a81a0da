import type { SentenceKey } from '@sathi/contract/refusals.ts';
import { describe, expect, test } from 'vitest';
import ar from '../ar/refusals.json' with { type: 'json' };
import be from '../be/refusals.json' with { type: 'json' };
import en from '../en/refusals.json' with { type: 'json' };

describe.each([
  ['en', en, /[a-z]/],
  ['be', be, /\p{Script=Bengali}/u],
  ['ar', ar, /\p{Script=Arabic}/u],
] as const)('section 1: the sentences of refusals in %s', (_, sentences, letters) => {
  test('are trimmed and in their own script', () => {
    const wrong = Object.values(sentences).filter((text) => !letters.test(text) || text !== text.trim());
    expect(wrong).toEqual([]);
  });

  test('take a value only where there is a figure', () => {
    const taking = Object.entries(sentences).filter(([, text]) => text.includes('{'));
    expect(taking.map(([key]) => key)).toEqual([
      'unpaid_backings',
      'columns_missing',
      'amount_above_remaining',
      'amount_above_outstanding',
      'amount_below_limit',
      'amount_above_limit',
      'own_loan_late',
      'resend_too_soon',
    ]);
  });
});

describe('sections 5 and 8: the texts of the specification, to the letter', () => {
  test.each<[SentenceKey, string]>([
    ['user_exists', 'This email and phone are already exist'],
    ['email_exists', 'This email already exist!'],
    ['phone_exists', 'This phone already exist!'],
    ['already_approved', 'already approved'],
    ['required', 'required'],
    ['amount_below_one', 'value must be greater than 1'],
    ['amount_below_minimum', 'value must be greater than 1'],
    ['amount_above_remaining', 'value must be less than or equal to the rest proposal amount {remaining} USD'],
    ['email_malformed', 'Wrong email format'],
    ['invalid_date', 'Invalid Date'],
    ['phone_malformed', 'This Phone is not valid'],
    ['chain_not_backed', 'Current address did not back the proposal before.'],
    ['chain_invalid_deploy', 'Invalid Deploy'],
    ['chain_invalid_value', 'Invalid stored value'],
    ['chain_unavailable', 'Problem when calling getLatestBlockInfo'],
    ['password_too_short', 'Invalid Password, Password must be at least 8 characters long.'],
  ])('%s: %s', (key, text) => {
    expect(en[key]).toBe(text);
  });
});
