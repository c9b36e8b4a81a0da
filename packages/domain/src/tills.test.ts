import { expect, test } from 'vitest';
import type { UserId } from './ids.ts';
import type { Minor } from './local-money.ts';
import { cents } from './money.ts';
import type { SignedIn } from './proposals.ts';
import { vectorOf } from './test/money-stories.ts';
import {
  closeTillRefusal,
  dueOnSheet,
  expectedInTill,
  lateCashRefusal,
  missingNumbers,
  receiveTillRefusal,
  tillReceiptNumber,
} from './tills.ts';

const INSTALMENTS = [
  { number: 1, dueOn: '2026-03-10', amountCents: cents(800) },
  { number: 2, dueOn: '2026-04-10', amountCents: cents(800) },
  { number: 3, dueOn: '2026-05-10', amountCents: cents(900) },
] as const;

test.each([
  { today: '2026-03-09', until: '2026-03-09', repaid: 0, due: 0, overdue: 0 },
  { today: '2026-03-10', until: '2026-03-10', repaid: 0, due: 800, overdue: 0 },
  { today: '2026-03-11', until: '2026-03-11', repaid: 300, due: 0, overdue: 500 },
  { today: '2026-04-08', until: '2026-04-12', repaid: 300, due: 800, overdue: 500 },
  { today: '2026-04-08', until: '2026-04-12', repaid: 900, due: 700, overdue: 0 },
  // A sheet of a day that is over.
  { today: '2026-05-20', until: '2026-04-10', repaid: 0, due: 800, overdue: 800 },
] as const)('on $today a sheet until $until names $due and $overdue after $repaid (R22.5)', (row) => {
  const { dueCents, overdueCents } = dueOnSheet(INSTALMENTS, cents(row.repaid), row);
  expect([dueCents, overdueCents]).toEqual([row.due, row.overdue]);
});

type Vector = {
  readonly floatMinor: Minor;
  readonly expectedMinor: Minor;
  readonly receipts: readonly { readonly number: number; readonly localMinor: Minor }[];
};

test('a till holds its float and what was taken: vector V16 (R22.6)', () => {
  const { floatMinor, expectedMinor, receipts } = vectorOf('V16') as Vector;
  const taken = receipts.map(({ localMinor }) => localMinor);
  expect(expectedInTill(floatMinor, taken)).toBe(expectedMinor);
  expect(missingNumbers(receipts.map(({ number }) => number))).toEqual([]);
  expect(missingNumbers([2, 5])).toEqual([1, 3, 4]);
  expect(tillReceiptNumber('DCBS', 2041, 17)).toBe('DCBS-2041-017');
});

const person = (id: number): SignedIn => ({ id: id as UserId, mfiIds: [] });
const [officer, manager, other] = [person(1), person(2), person(3)];
const OFFICE = {
  members: [1, 2, 3].map((id) => ({
    userId: id as UserId,
    role: id === 2 ? ('manager' as const) : ('officer' as const),
  })),
  removedLately: 0,
};
const OPEN = { officerId: 1 as UserId, state: 'open', closedBy: null } as const;
const CLOSED = { ...OPEN, state: 'closed', closedBy: 2 as UserId } as const;

test('an officer closes the own till without refused cash, a manager any (R22.6)', () => {
  const none = { isManager: false, hasRefused: false };
  expect(closeTillRefusal(officer, OPEN, none)).toBeNull();
  expect(closeTillRefusal(officer, OPEN, { ...none, hasRefused: true })).toBe('wrong_status');
  expect(closeTillRefusal(other, OPEN, none)).toBe('not_permitted');
  expect(closeTillRefusal(manager, OPEN, { isManager: true, hasRefused: true })).toBeNull();
  expect(closeTillRefusal(officer, CLOSED, none)).toBe('wrong_status');
});

test('neither who collected nor who closed receives a till, unless alone (R19.8)', () => {
  expect(receiveTillRefusal(officer, CLOSED, OFFICE, false)).toBe('second_person_needed');
  expect(receiveTillRefusal(manager, CLOSED, OFFICE, false)).toBe('second_person_needed');
  expect(receiveTillRefusal(other, CLOSED, OFFICE, false)).toBeNull();
  expect(receiveTillRefusal(other, OPEN, OFFICE, false)).toBe('wrong_status');
  expect(receiveTillRefusal(other, { ...CLOSED, state: 'received' }, OFFICE, false)).toBe('wrong_status');
  expect(receiveTillRefusal(other, { ...CLOSED, state: 'received' }, OFFICE, true)).toBeNull();
  const alone = { members: OFFICE.members.slice(0, 1), removedLately: 0 };
  expect(receiveTillRefusal(officer, { ...CLOSED, closedBy: 1 as UserId }, alone, false)).toBeNull();
});

test('R22.5 late cash has the receipt of a till of its own officer that is closed', () => {
  const officer = { id: 7 as UserId };
  const closed = { officerId: officer.id, state: 'closed' } as const;
  expect(lateCashRefusal(officer, closed)).toBe(null);
  expect(lateCashRefusal(officer, { ...closed, state: 'received' })).toBe(null);
  expect(lateCashRefusal(officer, { ...closed, state: 'open' })).toBe('wrong_status');
  expect(lateCashRefusal({ id: 8 as UserId }, closed)).toBe('not_permitted');
});
