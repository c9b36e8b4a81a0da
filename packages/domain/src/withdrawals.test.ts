import { describe, expect, test } from 'vitest';
import { OPEN_WITHDRAWAL_STATES, withdrawalRefusal, type WithdrawalState, type WithdrawalStep } from './withdrawals.ts';
import { otherStaff, owner, ownerStaff, proposalWith, staff, stranger } from './test/people.ts';

const STATES: readonly WithdrawalState[] = ['requested', 'sent', 'confirmed', 'rejected', 'failed', 'cancelled'];

/** R4.2, copied by hand: the one state each step may follow. */
const STAFF_STEPS: Partial<Record<WithdrawalStep, WithdrawalState>> = {
  sent: 'requested',
  rejected: 'requested',
  failed: 'sent',
};

describe('R4.2: staff say that the money was sent, refused or did not arrive', () => {
  const pairs = (Object.keys(STAFF_STEPS) as WithdrawalStep[]).flatMap((next) =>
    STATES.map((current) => ({ current, next, expected: STAFF_STEPS[next] === current ? null : 'wrong_status' })),
  );
  test.each(pairs)('$current to $next: $expected', ({ current, next, expected }) => {
    expect(withdrawalRefusal(staff, proposalWith(), current, next)).toBe(expected);
  });

  test.each(['sent', 'rejected', 'failed'] as const)('the owner may not say %s, even as staff', (next) => {
    for (const current of STATES) {
      expect(withdrawalRefusal(owner, proposalWith(), current, next)).toBe('not_permitted');
      expect(withdrawalRefusal(ownerStaff, proposalWith(), current, next)).toBe('second_person_needed');
    }
  });
});

describe('R4.2: the owner says that it arrived', () => {
  test.each([
    ['requested', 'wrong_status'],
    ['sent', null],
    ['confirmed', 'wrong_status'],
    ['rejected', 'wrong_status'],
    ['failed', 'wrong_status'],
    ['cancelled', 'wrong_status'],
  ] as const)('%s to confirmed: %s', (current, expected) => {
    expect(withdrawalRefusal(owner, proposalWith(), current, 'confirmed')).toBe(expected);
    expect(withdrawalRefusal(ownerStaff, proposalWith(), current, 'confirmed')).toBe(expected);
  });

  test('staff may not confirm the arrival for the owner', () => {
    expect(withdrawalRefusal(staff, proposalWith(), 'sent', 'confirmed')).toBe('not_permitted');
  });
});

test.each(STATES)('R4.2: the owner takes a request back before it is sent, and staff never: %s', (current) => {
  const expected = current === 'requested' ? null : 'wrong_status';
  expect(withdrawalRefusal(owner, proposalWith(), current, 'cancelled')).toBe(expected);
  expect(withdrawalRefusal(staff, proposalWith(), current, 'cancelled')).toBe('not_permitted');
});

test('R4.1: for all other people a withdrawal does not exist', () => {
  for (const person of [stranger, otherStaff]) {
    for (const next of ['sent', 'rejected', 'failed', 'confirmed', 'cancelled'] as const) {
      for (const current of STATES) {
        expect(withdrawalRefusal(person, proposalWith(), current, next)).toBe('not_found');
      }
    }
  }
});

test('R4.2: a rejected or failed withdrawal does not stand in the way of another', () => {
  expect([...OPEN_WITHDRAWAL_STATES]).toEqual(['requested', 'sent', 'confirmed']);
});
