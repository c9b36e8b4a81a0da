import { expect, test } from 'vitest';
import { type FreshReceipt, handSteps, isKeptCreditDue, payableCents, payoutStepRefusal } from './payouts.ts';
import type { MfiId, UserId } from './ids.ts';
import { cents } from './money.ts';

const today = '2026-11-24';
const receipt = (of: Partial<FreshReceipt> = {}): FreshReceipt => ({
  toCreditCents: cents(1000),
  heldFrom: '2026-11-24',
  isUnconfirmed: false,
  payerAccount: '',
  ...of,
});

test.each<[string, number, FreshReceipt[], number]>([
  ['credit of repayments leaves at once', 1500, [], 1500],
  ['money of today waits', 1500, [receipt()], 500],
  ['money of nine days ago waits', 1500, [receipt({ heldFrom: '2026-11-15' })], 500],
  ['money of ten days ago leaves', 1500, [receipt({ heldFrom: '2026-11-14' })], 1500],
  ['no more is held back than there is', 700, [receipt()], 0],
  ['credit below zero pays nothing', -200, [receipt()], 0],
  ['money that goes back to where it came from leaves', 1500, [receipt({ payerAccount: '0117-220 3344' })], 1500],
  ['money from elsewhere waits', 1500, [receipt({ payerAccount: '0117-220 3345' })], 500],
  [
    'money that nobody is sure of waits for as long as that lasts, wherever it goes',
    1500,
    [receipt({ heldFrom: '2026-01-01', isUnconfirmed: true, payerAccount: '01172203344' })],
    500,
  ],
])('%s (R25.6, R25.10)', (_, credit, receipts, payable) => {
  expect(payableCents(credit as never, receipts, { today, accountNumber: '01172203344' })).toBe(payable);
});

test('its person cancels and confirms, staff send, refuse and fail, and nobody as staff for themselves (R19.9, R25.4)', () => {
  const mfiId = 3 as MfiId;
  const payout = { userId: 7 as UserId, mfiId, state: 'requested' } as const;
  const person = { id: 7 as UserId, mfiIds: [] } as never;
  const officer = { id: 8 as UserId, mfiIds: [mfiId] } as never;
  const both = { id: 7 as UserId, mfiIds: [mfiId] } as never;
  const stranger = { id: 9 as UserId, mfiIds: [4] } as never;
  expect(payoutStepRefusal(stranger, payout, 'sent')).toBe('not_found');
  expect(payoutStepRefusal(person, payout, 'sent')).toBe('not_permitted');
  expect(payoutStepRefusal(both, payout, 'sent')).toBe('second_person_needed');
  expect(payoutStepRefusal(officer, payout, 'sent')).toBe(null);
  expect(payoutStepRefusal(officer, payout, 'cancelled')).toBe('not_permitted');
  expect(payoutStepRefusal(person, payout, 'cancelled')).toBe(null);
  expect(payoutStepRefusal(person, payout, 'confirmed')).toBe('wrong_status');
  expect(payoutStepRefusal(person, { ...payout, state: 'sent' }, 'confirmed')).toBe(null);
  for (const state of ['sent', 'confirmed'] as const)
    expect(payoutStepRefusal(officer, { ...payout, state }, 'failed')).toBe(null);
  expect(payoutStepRefusal(officer, { ...payout, state: 'failed' }, 'failed')).toBe('wrong_status');
});

test.each<[string, object, string[]]>([
  ['a request', {}, ['sent', 'rejected']],
  ['a request that rests', { payableFrom: new Date('2026-11-25T12:00:00Z') }, ['rejected']],
  ['a request of credit below zero', { isBelowZero: true }, ['rejected']],
  ['a request of a frozen person', { isFrozen: true }, ['rejected']],
  ['a request in a batch', { isInBatch: true }, []],
  ['what was sent with a batch', { state: 'sent', isInBatch: true }, ['failed']],
  ['what was received', { state: 'confirmed' }, ['failed']],
  ['what was refused', { state: 'rejected' }, []],
  ['their own request', { userId: 8 }, []],
])('staff may take these steps with %s (R19.9, R25.4, R29.5)', (_, of, steps) => {
  const payout = {
    userId: 7 as UserId,
    mfiId: 3 as MfiId,
    state: 'requested' as const,
    isStopped: false,
    isFrozen: false,
    isBelowZero: false,
    isInBatch: false,
    payableFrom: null,
    restsUntil: null,
    ...of,
  };
  expect(handSteps({ id: 8, mfiIds: [3] } as never, payout, new Date('2026-11-24T12:00:00Z'))).toEqual(steps);
});

test.each<[string, string, string | null, string, boolean]>([
  ['in the month of closing', '2026-02-01T12:00:00Z', null, '2026-02-28T12:00:00Z', false],
  ['in the month after it', '2026-02-27T12:00:00Z', null, '2026-03-01T12:00:00Z', true],
  [
    'in a month in which it was asked for',
    '2026-01-05T12:00:00Z',
    '2026-03-01T12:00:00Z',
    '2026-03-31T12:00:00Z',
    false,
  ],
  ['a month after it was asked for', '2026-01-05T12:00:00Z', '2026-03-31T12:00:00Z', '2026-04-01T12:00:00Z', true],
  ['by the clock of the institution', '2026-01-05T12:00:00Z', '2026-03-31T12:00:00Z', '2026-03-31T19:00:00Z', true],
])('credit of a former member, %s, is due as R33.5 says', (_, keptAt, lastAskedAt, now, isDue) => {
  const kept = {
    keptAt: new Date(keptAt),
    lastAskedAt: lastAskedAt === null ? null : new Date(lastAskedAt),
    timeZone: 'Asia/Dhaka',
  };
  expect(isKeptCreditDue(kept, new Date(now))).toBe(isDue);
});
