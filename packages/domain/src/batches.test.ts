import { expect, test } from 'vitest';
import { approveBatchRefusal } from './batches.ts';
import type { UserId } from './ids.ts';
import type { StaffRole } from './staff.ts';

const AT = new Date('2026-01-31T04:30:00Z');

test.each<[string, readonly StaffRole[], readonly number[], number, string | null]>([
  ['another manager approves', ['manager', 'manager', 'officer'], [9], 2, null],
  ['an officer waits for another manager', ['manager', 'manager', 'officer'], [9], 3, 'not_permitted'],
  ['an officer approves where no other manager is there', ['manager', 'officer'], [9], 2, null],
  ['a manager does not approve money of their own', ['manager', 'manager', 'officer'], [2], 2, 'second_person_needed'],
  ['an officer does not wait for a manager whose money it is', ['manager', 'manager', 'officer'], [2], 3, null],
  ['two people are not one because one of them is paid', ['manager', 'manager'], [2], 1, 'second_person_needed'],
  ['a single member may alone', ['manager'], [9], 1, null],
])('%s (R19.8, R19.9, R34.4)', (_, roles, owners, viewer, expected) => {
  const members = roles.map((role, index) => ({ userId: (index + 1) as UserId, role }));
  const batch = {
    state: 'made' as const,
    enteredBy: 1 as UserId,
    enteredAt: AT,
    ownerIds: owners as readonly UserId[],
  };
  expect(approveBatchRefusal({ id: viewer as UserId }, batch, { members, removedLately: 0 }, AT)).toBe(expected);
});
