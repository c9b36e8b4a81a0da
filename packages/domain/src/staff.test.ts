import { describe, expect, test } from 'vitest';
import type { UserId } from './ids.ts';
import type { SignedIn } from './proposals.ts';
import { confirmLoanRefusal, confirmRefusal, hasEnded, lossRefusal, type Office, type StaffRole } from './staff.ts';

const person = (id: number): SignedIn => ({ id: id as UserId, mfiIds: [] });
const office = (roles: readonly StaffRole[], removedLately = 0): Office => ({
  members: roles.map((role, index) => ({ userId: (index + 1) as UserId, role })),
  removedLately,
});

describe('four eyes (R34.3)', () => {
  test.each<[string, readonly StaffRole[], number, number, string | null]>([
    ['the person who entered it cannot confirm it', ['manager', 'manager'], 1, 0, 'second_person_needed'],
    ['another manager confirms it', ['manager', 'manager'], 2, 0, null],
    ['an officer cannot confirm it beside another manager', ['manager', 'manager', 'officer'], 3, 0, 'not_permitted'],
    ['an officer confirms it where no other manager is there', ['manager', 'officer'], 2, 0, null],
    ['an officer there does not make the manager alone', ['manager', 'officer'], 1, 0, 'second_person_needed'],
    ['a single member may alone', ['manager'], 1, 0, null],
    ['a member removed lately still counts', ['manager'], 1, 1, 'second_person_needed'],
    ['a person who is no member confirms nothing', ['manager'], 9, 0, 'not_permitted'],
  ])('%s', (_, roles, viewer, removed, expected) => {
    expect(confirmRefusal(person(viewer), { enteredBy: 1 as UserId }, office(roles, removed))).toBe(expected);
  });
});

test('a person who is to become a manager confirms it only where no third person is there (R34.3)', () => {
  const own = { enteredBy: 1 as UserId, userId: 2 as UserId };
  expect(confirmRefusal(person(2), own, office(['manager', 'officer', 'officer']))).toBe('second_person_needed');
  expect(confirmRefusal(person(2), own, office(['manager', 'officer']))).toBeNull();
});

test('the others do not wait for the manager whose lost second factor it is (R34.3, R34.4)', () => {
  const entry = { enteredBy: 1 as UserId, userId: 2 as UserId };
  expect(confirmRefusal(person(3), entry, office(['manager', 'manager', 'officer']))).toBeNull();
  expect(confirmRefusal(person(4), entry, office(['manager', 'manager', 'manager', 'officer']))).toBe('not_permitted');
});

describe('four eyes over the loan of a member of the office (R19.9, R34.4)', () => {
  test.each<[string, readonly StaffRole[], number, string | null]>([
    ['an officer confirms where the owner is the other manager', ['manager', 'manager', 'officer'], 3, null],
    ['the owner confirms nothing', ['manager', 'manager', 'officer'], 2, 'not_permitted'],
    ['an officer waits for a third manager', ['manager', 'manager', 'manager', 'officer'], 4, 'not_permitted'],
    ['the owner beside them makes nobody alone', ['manager', 'manager'], 1, 'second_person_needed'],
    ['a single member may alone', ['manager'], 1, null],
  ])('%s', (_, roles, viewer, expected) => {
    const entry = { enteredBy: 1 as UserId };
    expect(confirmLoanRefusal(person(viewer), entry, office(roles), 2 as UserId)).toBe(expected);
  });
});

describe('an office keeps a manager (R34.4)', () => {
  test.each<[string, readonly StaffRole[], number, string | null]>([
    ['the last manager stays', ['manager', 'officer'], 1, 'last_manager'],
    ['an officer may go', ['manager', 'officer'], 2, null],
    ['one of two managers may go', ['manager', 'manager'], 1, null],
  ])('%s', (_, roles, userId, expected) => {
    expect(lossRefusal(userId as UserId, office(roles))).toBe(expected);
  });
});

describe('an entry and an invitation end (R34.3, R34.4)', () => {
  const at = new Date('2026-01-31T04:30:00Z');
  const later = (days: number, ms = 0) => new Date(at.getTime() + days * 86_400_000 + ms);
  const entered = { enteredBy: 1 as UserId, enteredAt: at, approvedAt: null };
  const invited = { ...entered, approvedAt: at };
  test.each([
    ['an entry stands for 30 days', entered, later(30, -1), false],
    ['an entry ends after 30 days', entered, later(30), true],
    ['an invitation stands for 7 days', invited, later(7, -1), false],
    ['an invitation ends after 7 days', invited, later(7), true],
  ])('%s', (_, entry, now, expected) => {
    expect(hasEnded(entry, now)).toBe(expected);
  });
});
