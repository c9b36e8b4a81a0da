import { describe, expect, test } from 'vitest';
import {
  isSameDestination,
  keptNumber,
  payableFrom,
  payoutWarnings,
  provesPayouts,
  restRefusal,
  restsUntil,
  resumeRefusal,
} from './destinations.ts';
import { owner, PEOPLE, staff, stranger } from './test/people.ts';

const now = new Date('2026-01-31T10:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('R25.1: payouts are proven in production, and elsewhere where the institution has chosen so', () => {
  expect(provesPayouts({ isProduction: true, isChosen: false })).toBe(true);
  expect(provesPayouts({ isProduction: false, isChosen: true })).toBe(true);
  expect(provesPayouts({ isProduction: false, isChosen: false })).toBe(false);
});

test.each([
  ['a new destination', null, true, hours(24)],
  ['one named an hour ago', hours(-1), true, hours(23)],
  ['one named a day ago', hours(-24), true, now],
  ['one named a year ago', hours(-8766), true, now],
  ['a new one where nothing rests', null, false, now],
] as const)('R25.1: %s is payable from the end of its rest', (_, since, rests, expected) => {
  expect(payableFrom(now, since, rests)).toEqual(expected);
});

test.each([
  ['no change of the phone', null, now],
  ['a rest that is over before that of the destination', hours(-1), now],
  ['a rest that is longer', hours(96), hours(96)],
] as const)('R33.4: with %s a request rests until the later of the two', (_, payoutsRestUntil, expected) => {
  expect(restsUntil(now, payoutsRestUntil)).toEqual(expected);
});

test.each([
  ['0117-220 3344', '01172203344'],
  ['A/C no. 0117 220', '0117220'],
  ['০১৭১২', '01712'],
  ['tl38 0080 0123 4567 8910 157', 'TL380080012345678910157'],
  ['no number', null],
])('R25.1: of the number %s what belongs to it is kept', (typed, kept) => {
  expect(keptNumber(typed)).toBe(kept);
});

test('R25.1: a destination rests until the instant it is payable from', () => {
  expect(restRefusal(hours(24), hours(23.9))).toBe('cooling_off');
  expect(restRefusal(hours(24), hours(24))).toBeNull();
  expect(restRefusal(null, now)).toBeNull();
});

const ACCOUNT = {
  method: 'bank',
  accountName: 'Rahima Khatun',
  accountNumber: 'BD-12 3456',
  bankName: 'Janata',
  branch: null,
} as const;

describe('R25.1: one destination written in two ways is one', () => {
  test.each([
    [{ accountNumber: 'bd123456' }],
    [{ accountName: 'RAHIMA  khatun' }],
    [{ bankName: 'Janata.' }],
    [{ branch: '' }],
  ])('%j is the same', (change) => {
    expect(isSameDestination(ACCOUNT, { ...ACCOUNT, ...change })).toBe(true);
  });

  test.each([
    [{ accountNumber: 'BD-12 3457' }],
    [{ accountNumber: '0BD-12 3456' }],
    [{ accountName: 'Rahim Khatun' }],
    [{ bankName: 'Sonali' }],
    [{ bankName: null }],
    [{ branch: 'Sylhet' }],
    [{ method: 'mobile_wallet' as const }],
    // One field cannot lend its letters to the next.
    [{ accountName: 'Rahima KhatunBD', accountNumber: '12 3456' }],
    // Vowels of Bengali are marks, and make another name.
    [{ accountName: 'রহিমা' }],
  ])('%j is another', (change) => {
    expect(isSameDestination(ACCOUNT, { ...ACCOUNT, ...change })).toBe(false);
  });

  test('names that differ by a vowel mark are two', () => {
    const [one, other] = ['রহিমা', 'রহিম'].map((accountName) => ({ ...ACCOUNT, accountName }));
    expect(isSameDestination(one!, other!)).toBe(false);
  });
});

test.each([
  ['Rahima Khatun', now, ['new_account']],
  ['KHATUN, Rahima', hours(-48), []],
  ['The Thief', hours(-48), ['name_differs']],
  ['The Thief', null, ['new_account', 'name_differs']],
] as const)('finding 3: staff are warned of %s used since %s', (accountName, destinationSince, expected) => {
  expect(payoutWarnings({ accountName, destinationSince, requestedAt: now }, 'Rahima Khatun')).toEqual(expected);
});

const alone = { members: [{ userId: staff.id, role: 'manager' as const }], removedLately: 0 };

test('R34.3, R19.9: in an office of one that person resumes what they entered, but never their own payouts', () => {
  expect(resumeRefusal(staff, owner.id, { enteredBy: staff.id }, alone)).toBeNull();
  expect(resumeRefusal(staff, staff.id, { enteredBy: staff.id }, alone)).toBe('second_person_needed');
  const two = { ...alone, removedLately: 1 };
  expect(resumeRefusal(staff, owner.id, { enteredBy: staff.id }, two)).toBe('second_person_needed');
});

test('R34.3, R19.9: the others do not wait for a colleague whose own payouts are resumed', () => {
  const members = [
    { userId: staff.id, role: 'manager' as const },
    { userId: owner.id, role: 'manager' as const },
    { userId: stranger.id, role: 'officer' as const },
  ];
  const resumes = (viewer: typeof stranger | typeof staff, others = members) =>
    resumeRefusal(viewer, owner.id, { enteredBy: staff.id }, { members: others, removedLately: 0 });
  expect(resumes(stranger)).toBeNull();
  expect(resumes(staff)).toBe('second_person_needed');
  expect(resumes(staff, members.slice(0, 2))).toBe('second_person_needed');
  expect(resumes(stranger, [...members, { userId: PEOPLE.backer.id, role: 'manager' }])).toBe('not_permitted');
});
