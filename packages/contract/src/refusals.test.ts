import { describe, expect, test } from 'vitest';
import { FIELD_PROBLEMS, REFUSAL_STATUS, type SentenceKey } from './refusals.ts';
import { ar } from './sentences/ar.ts';
import { be } from './sentences/be.ts';
import { en } from './sentences/en.ts';

const KEYS = [...Object.keys(REFUSAL_STATUS), ...FIELD_PROBLEMS] as SentenceKey[];
const placeholdersOf = (sentence: string) => [...sentence.matchAll(/\{[^}]*\}/g)].map(([name]) => name).sort();

describe.each([
  ['en', en, /[a-z]/],
  ['be', be, /\p{Script=Bengali}/u],
  ['ar', ar, /\p{Script=Arabic}/u],
] as const)('section 1: sentences in %s', (_, sentences, letters) => {
  test('there is one for each refusal and each field problem, and none too many', () => {
    expect(Object.keys(sentences).sort()).toEqual([...KEYS].sort());
  });

  test.each(KEYS)('%s is a sentence in its own script with the placeholders of the English one', (key) => {
    expect(sentences[key]).toMatch(letters);
    expect(sentences[key]).toBe(sentences[key].trim());
    expect(placeholdersOf(sentences[key])).toEqual(placeholdersOf(en[key]));
  });

  test('only those that carry a figure have a placeholder', () => {
    expect(KEYS.filter((key) => placeholdersOf(sentences[key]).length > 0)).toEqual([
      'amount_above_remaining',
      'amount_above_outstanding',
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
    ['amount_above_remaining', 'value must be less than or equal to the rest proposal amount {remaining}'],
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

/** The contract's meaning of each number, copied by hand. */
const CODES_BY_STATUS: Record<number, readonly string[]> = {
  400: ['malformed_request'],
  401: ['sign_in_required', 'not_authorized', 'session_ended'],
  403: ['not_permitted', 'user_not_confirmed'],
  404: ['not_found'],
  409: [
    'wrong_status',
    'already_approved',
    'already_decided',
    'not_approved',
    'not_yet_checked',
    'funding_ended',
    'has_backers',
    'withdrawal_open',
    'campaign_ended',
    'invitation_over',
    'album_full',
    'request_in_progress',
    'profile_exists',
    'user_exists',
    'email_exists',
    'phone_exists',
    'conflict',
    'chain_backed_with_other',
    'chain_not_backed',
    'chain_invalid_deploy',
  ],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'invalid_request',
    'invalid_date',
    'image_unreadable',
    'image_kind',
    'image_too_large',
    'image_animated',
    'image_quota',
    'idempotency_key_reused',
    'amount_below_minimum',
    'amount_above_remaining',
    'amount_not_positive',
    'amount_above_outstanding',
    'code_mismatch',
    'code_expired',
    'chain_balance_too_low',
    'chain_stake_too_low',
    'chain_backing_too_low',
    'chain_above_rest',
    'faucet_limit',
  ],
  429: ['code_locked', 'too_many_requests', 'resend_too_soon', 'faucet_day_limit'],
  500: ['internal_error'],
  503: ['overloaded', 'chain_invalid_value', 'chain_unavailable'],
};

test.each(Object.entries(CODES_BY_STATUS))('the contract: %s is the status of %j', (status, codes) => {
  const found = Object.entries(REFUSAL_STATUS).filter(([, number]) => number === Number(status));
  expect(found.map(([code]) => code).sort()).toEqual([...codes].sort());
});

test('a code is snake_case, and none is both a refusal and a field problem', () => {
  for (const key of KEYS) expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(new Set(KEYS).size).toBe(KEYS.length);
});
