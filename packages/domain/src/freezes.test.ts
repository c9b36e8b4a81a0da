import { describe, expect, test } from 'vitest';
import { enterUndoRefusal, freezeRefusal, undoFreezeRefusal } from './freezes.ts';
import type { MfiId, UserId } from './ids.ts';
import { PROPOSAL_ACTIONS, proposalRefusal } from './permissions.ts';
import type { Office } from './staff.ts';
import { owner, PEOPLE, proposalWith, staff } from './test/people.ts';
import { withdrawalRefusal } from './withdrawals.ts';

const HOME = proposalWith().mfiId;
const { backer } = PEOPLE;
const manager = { ...staff, managerOf: [HOME] };
const id = (number: number) => number as UserId;

describe('R34.7: a freeze stops money on its way to a borrower, and nothing else', () => {
  const STOPPED = ['publish', 'invest', 'releaseFunds', 'withdraw'];
  const STATUSES = ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'] as const;

  test.each(PROPOSAL_ACTIONS)('%s', (action) => {
    for (const person of Object.values(PEOPLE)) {
      for (const status of STATUSES) {
        const before = proposalRefusal(action, person, proposalWith({ status }));
        const frozen = proposalRefusal(action, person, proposalWith({ status, frozenFor: 'everybody' }));
        expect(frozen).toBe(before === null && STOPPED.includes(action) ? 'frozen' : before);
      }
    }
  });

  test('a person who is stopped stops no other', () => {
    const proposal = proposalWith({ frozenFor: [backer.id] });
    expect(proposalRefusal('invest', backer, proposal)).toBe('frozen');
    expect(proposalRefusal('invest', { id: id(99), mfiIds: [] }, proposal)).toBeNull();
  });

  test('of a withdrawal sending is stopped, not its refusal or arrival', () => {
    const proposal = proposalWith({ frozenFor: 'everybody' });
    expect(withdrawalRefusal(staff, proposal, 'requested', 'sent')).toBe('frozen');
    expect(withdrawalRefusal(staff, proposal, 'requested', 'rejected')).toBeNull();
    expect(withdrawalRefusal(staff, proposal, 'sent', 'failed')).toBeNull();
    expect(withdrawalRefusal(owner, proposal, 'sent', 'confirmed')).toBeNull();
  });
});

describe('R34.7: a manager stops others', () => {
  test.each([
    ['a person without an office', manager, { userId: id(70), mfiIds: [] }, null],
    ['staff of the same office', manager, { userId: id(70), mfiIds: [HOME] }, null],
    ['staff of another office', manager, { userId: id(70), mfiIds: [99 as MfiId] }, 'not_permitted'],
    ['staff of both', manager, { userId: id(70), mfiIds: [HOME, 99 as MfiId] }, 'not_permitted'],
    ['themselves', manager, { userId: manager.id, mfiIds: [HOME] }, 'not_permitted'],
    ['a person, as an officer', staff, { userId: id(70), mfiIds: [] }, 'not_permitted'],
  ])('%s', (_, viewer, person, expected) => {
    expect(freezeRefusal(viewer, HOME, person)).toBe(expected);
  });
});

describe('R34.3: undoing a freeze takes two', () => {
  const at = new Date('2026-01-31T04:30:00Z');
  const officeOf = (count: number): Office => ({
    members: Array.from({ length: count }, (_, index) => ({ userId: id(index + 1), role: 'manager' as const })),
    removedLately: 0,
  });
  const person = (number: number) => ({ id: id(number), mfiIds: [HOME] });
  const ABOUT = 70;

  test.each([
    ['nobody has entered it', 2, 2, ABOUT, null, 'wrong_status'],
    ['the person who entered it', 1, 2, ABOUT, 1, 'second_person_needed'],
    ['another manager', 2, 2, ABOUT, 1, null],
    ['the only member', 1, 1, ABOUT, 1, null],
    ['the only member, of themselves', 1, 1, 1, 1, 'second_person_needed'],
    ['the person it is about, with a third there', 2, 3, 2, 1, 'second_person_needed'],
    ['a person who is no member', 9, 2, ABOUT, 1, 'not_permitted'],
  ])('%s', (_, viewer, members, about, enteredBy, expected) => {
    const undo = enteredBy === null ? null : { enteredBy: id(enteredBy), enteredAt: at };
    expect(undoFreezeRefusal(person(viewer), { userId: id(about), undo }, officeOf(members), at)).toBe(expected);
  });

  test('R34.4: an officer confirms where the only other manager is the person it is about', () => {
    const office: Office = {
      members: [
        { userId: id(1), role: 'manager' },
        { userId: id(2), role: 'manager' },
        { userId: id(3), role: 'officer' },
      ],
      removedLately: 0,
    };
    const freeze = { userId: id(1), undo: { enteredBy: id(2), enteredAt: at } };
    expect(undoFreezeRefusal(person(3), freeze, office, at)).toBeNull();
    expect(undoFreezeRefusal(person(1), freeze, office, at)).toBe('second_person_needed');
  });

  test.each([
    ['a manager', 2, ABOUT, ['manager', 'manager'], null],
    ['an officer', 2, ABOUT, ['manager', 'officer'], 'not_permitted'],
    ['the person it is about, with one other there', 1, 1, ['manager', 'manager'], null],
    ['the person it is about, with a third there', 1, 1, ['manager', 'manager', 'officer'], 'second_person_needed'],
    ['the person it is about, beside officers who may not', 1, 1, ['manager', 'officer', 'officer'], null],
  ] as const)('%s enters it', (_, viewer, about, roles, expected) => {
    const office = { members: roles.map((role, index) => ({ userId: id(index + 1), role })), removedLately: 0 };
    const managerOf = roles[viewer - 1] === 'manager' ? [HOME] : [];
    const asking = { ...person(viewer), managerOf };
    expect(enterUndoRefusal(asking, HOME, { userId: id(about), undo: null }, office, at)).toBe(expected);
    const standing = { userId: id(about), undo: { enteredBy: id(9), enteredAt: at } };
    if (expected === null) expect(enterUndoRefusal(asking, HOME, standing, office, at)).toBe('wrong_status');
  });
});
