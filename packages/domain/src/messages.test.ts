import { describe, expect, test } from 'vitest';
import { areLinksAllowed, isReader, messageRefusal, secondsUntilNextMessage, type Standing } from './messages.ts';
import type { ProposalStatus } from './proposals.ts';
import { PEOPLE, type Person, proposalWith } from './test/people.ts';

const NOTHING: Standing = { isBacker: false, hasWritten: false };
const BACKER: Standing = { isBacker: true, hasWritten: false };
const WRITER: Standing = { isBacker: false, hasWritten: true };

const ROLES: ReadonlyArray<readonly [role: string, person: Person, standing: Standing]> = [
  ['visitor', 'visitor', NOTHING],
  ['stranger', 'stranger', NOTHING],
  ['writer', 'stranger', WRITER],
  ['backer', 'backer', BACKER],
  ['owner', 'owner', NOTHING],
  ['staff', 'staff', NOTHING],
  ['staff of another', 'otherStaff', NOTHING],
];

/** The permissions of R15.1 and R15.2, written by hand. In each cell: r may read, w may write, else why not. */
const TABLE: Readonly<Record<ProposalStatus, Readonly<Record<string, string>>>> = {
  drafted: {
    visitor: 'sign_in_required',
    stranger: 'not_found',
    writer: 'not_found',
    backer: 'not_found',
    owner: 'wrong_status',
    staff: 'not_found',
    'staff of another': 'not_found',
  },
  published: {
    visitor: 'sign_in_required',
    stranger: 'w',
    writer: 'rw',
    backer: 'rw',
    owner: 'rw',
    staff: 'rw',
    'staff of another': 'w',
  },
  locked: {
    visitor: 'sign_in_required',
    stranger: 'w',
    writer: 'rw',
    backer: 'rw',
    owner: 'rw',
    staff: 'rw',
    'staff of another': 'w',
  },
  backed: {
    visitor: 'sign_in_required',
    stranger: 'not_permitted',
    writer: 'rw',
    backer: 'rw',
    owner: 'rw',
    staff: 'rw',
    'staff of another': 'not_permitted',
  },
  funded: {
    visitor: 'sign_in_required',
    stranger: 'not_permitted',
    writer: 'rw',
    backer: 'rw',
    owner: 'rw',
    staff: 'rw',
    'staff of another': 'not_permitted',
  },
  repaid: {
    visitor: 'sign_in_required',
    stranger: 'wrong_status',
    writer: 'r wrong_status',
    backer: 'r wrong_status',
    owner: 'r wrong_status',
    staff: 'r wrong_status',
    'staff of another': 'wrong_status',
  },
};

describe.each(Object.keys(TABLE) as ProposalStatus[])('R15.1, R15.2: a %s proposal', (status) => {
  test.each(ROLES)('%s', (role, person, standing) => {
    const viewer = PEOPLE[person];
    const proposal = proposalWith({ status });
    const reads = viewer !== null && isReader(viewer, proposal, standing);
    const refusal = messageRefusal(viewer, proposal, standing);
    const cell = refusal === null ? `${reads ? 'r' : ''}w` : `${reads ? 'r ' : ''}${refusal}`;
    expect(cell).toBe(TABLE[status][role]);
  });
});

test('R15.3: the first three messages of an account carry no links', () => {
  expect([0, 1, 2, 3, 4].map(areLinksAllowed)).toEqual([false, false, false, true, true]);
});

describe('R15.3: five a minute, two hundred a day', () => {
  const now = new Date('2026-01-31T10:00:00.000Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

  test.each([
    ['nothing sent before', [null, null], 0],
    ['the fifth from the end a minute ago', [ago(60), null], 0],
    ['the fifth from the end just now', [ago(0), null], 60],
    ['half a second is a second', [ago(59.5), null], 1],
    ['the two hundredth an hour ago', [ago(120), ago(3600)], 82_800],
    ['the two hundredth a day ago', [ago(120), ago(86_400)], 0],
    ['the longer wait counts', [ago(10), ago(86_390)], 50],
    ['a clock that went back', [ago(-5), null], 65],
  ] as const)('%s', (_, sentAt, seconds) => {
    expect(secondsUntilNextMessage(sentAt, now)).toBe(seconds);
  });
});
