import { expect, test } from 'vitest';
import type { MfiId, UserId } from './ids.ts';
import {
  inForceAt,
  officeOfChange,
  payoutsRestUntil,
  phoneChangeConfirmRefusal,
  phoneChangeRefusal,
} from './phone-changes.ts';

const ROI = 3 as MfiId;
const DCBS = 1 as MfiId;
const [first, second] = [7, 8].map((id) => ({ id: id as UserId, mfiIds: [ROI], managerOf: [ROI] })) as [any, any];
const AT = new Date('2026-03-01T10:00:00Z');
const entry = { enteredBy: first.id, enteredAt: AT, approvedAt: null };
const office = {
  members: [first, second].map(({ id }) => ({ userId: id, role: 'manager' as const })),
  removedLately: 0,
};

test('staff start a change for people whose money they hold, and never for staff (R33.4)', () => {
  expect(phoneChangeRefusal(ROI, { moneyAt: [ROI], staffOf: [] })).toBeNull();
  expect(phoneChangeRefusal(ROI, { moneyAt: [DCBS], staffOf: [] })).toBe('not_found');
  expect(phoneChangeRefusal(ROI, { moneyAt: [ROI], staffOf: [DCBS] })).toBe('not_permitted');
});

test('a second person confirms, also in an office of one (R33.4, R34.3)', () => {
  expect(phoneChangeConfirmRefusal(second, entry, office, AT)).toBeNull();
  expect(phoneChangeConfirmRefusal(first, entry, office, AT)).toBe('second_person_needed');
  const alone = { members: office.members.slice(0, 1), removedLately: 0 };
  expect(phoneChangeConfirmRefusal(first, entry, alone, AT)).toBe('second_person_needed');
  expect(phoneChangeConfirmRefusal(second, entry, alone, AT)).toBe('not_permitted');
  expect(phoneChangeConfirmRefusal(second, { ...entry, approvedAt: AT }, office, AT)).toBe('already_approved');
  const later = new Date(AT.getTime() + 30 * 86_400_000);
  expect(phoneChangeConfirmRefusal(second, entry, office, later)).toBe('wrong_status');
});

test('a change is in force a day after it was confirmed, and payouts rest three days more (R33.4)', () => {
  expect(inForceAt(AT).toISOString()).toBe('2026-03-02T10:00:00.000Z');
  expect(payoutsRestUntil(AT).toISOString()).toBe('2026-03-05T10:00:00.000Z');
});

test('the operator changes a phone in the name of an office of the person, of staff their own (R33.4)', () => {
  expect(officeOfChange({ moneyAt: [DCBS], staffOf: [ROI] })).toBe(ROI);
  expect(officeOfChange({ moneyAt: [DCBS], staffOf: [] })).toBe(DCBS);
  expect(officeOfChange({ moneyAt: [], staffOf: [] })).toBeNull();
});
