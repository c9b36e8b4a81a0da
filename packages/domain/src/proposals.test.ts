import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import {
  hasExpired,
  isOpen,
  isReleased,
  isVisible,
  proposalFormProblems,
  proposalStatusOf,
  remainingCents,
  seesPictures,
  statusFromFacts,
  type FormProblem,
  type ProposalForm,
  type ProposalStatus,
} from './proposals.ts';
import { PEOPLE, proposalWith, type Person } from './test/people.ts';

test.each([
  [1, 'drafted'],
  [2, 'published'],
  [3, 'locked'],
  [4, 'backed'],
  [5, 'funded'],
  [6, 'repaid'],
])('section 4: status %i is %s', (code, status) => {
  expect(proposalStatusOf(code)).toBe(status);
});

test.each([
  ['drafted', false, false],
  ['published', true, false],
  ['locked', true, false],
  ['backed', false, false],
  ['funded', false, true],
  ['repaid', false, true],
] as const)('section 4: %s is open: %s, released: %s', (status, open, released) => {
  expect([isOpen(status), isReleased(status)]).toEqual([open, released]);
});

test.each([0, 7, -1, 1.5, Number.NaN])('R1.1: %s is no status', (code) => {
  expect(() => proposalStatusOf(code)).toThrow(RangeError);
});

describe('R1.4: the status follows from the facts about the money', () => {
  test.each([
    // published, amount, backed, funded, repaid
    [false, 100_00, 0, 0, 0, 'drafted'],
    [true, 100_00, 0, 0, 0, 'published'],
    [true, 100_00, 1, 0, 0, 'locked'],
    [true, 100_00, 99_99, 0, 0, 'locked'],
    [true, 100_00, 100_00, 0, 0, 'backed'],
    [true, 1_00, 1_00, 0, 0, 'backed'],
    [true, 100_00, 100_00, 100_00, 0, 'funded'],
    [true, 100_00, 100_00, 100_00, 1, 'funded'],
    [true, 100_00, 100_00, 100_00, 99_99, 'funded'],
    [true, 100_00, 100_00, 100_00, 100_00, 'repaid'],
    // Money outranks the flag: a backed proposal is never a draft again by a flag alone.
    [false, 100_00, 1, 0, 0, 'locked'],
    [false, 100_00, 100_00, 0, 0, 'backed'],
    [false, 100_00, 100_00, 100_00, 0, 'funded'],
    [false, 100_00, 100_00, 100_00, 100_00, 'repaid'],
  ] as const)(
    'published %s, asked %i, backed %i, released %i, repaid %i: %s',
    (isPublished, amount, backed, funded, repaid, status) => {
      const facts = {
        isPublished,
        amountCents: cents(amount),
        backedCents: cents(backed),
        fundedCents: cents(funded),
        repaidCents: cents(repaid),
        forgivenCents: cents(0),
      };
      expect(statusFromFacts(facts)).toBe(status);
    },
  );
});

test('section 9: the remainder is the amount less the backed amount', () => {
  expect(remainingCents(proposalWith({ backedCents: cents(40_01) }))).toBe(59_99);
});

test.each<[Person, boolean]>([
  ['visitor', false],
  ['stranger', false],
  ['backer', false],
  ['owner', true],
  ['staff', false],
  ['otherStaff', false],
  ['ownerStaff', true],
])('section 4: a draft is visible to its creator only: %s %s', (person, visible) => {
  expect(isVisible(PEOPLE[person], proposalWith({ status: 'drafted' }))).toBe(visible);
});

test.each(['published', 'locked', 'backed', 'funded', 'repaid'] as const)(
  'section 4: any person sees a %s proposal',
  (status) => {
    for (const viewer of Object.values(PEOPLE)) expect(isVisible(viewer, proposalWith({ status }))).toBe(true);
  },
);

test('R14.3: pictures wait for the check where the institution wants it, but for the owner and its staff', () => {
  const seers = (isMfiApproved: boolean, hideUnchecked: boolean) =>
    Object.keys(PEOPLE).filter((person) =>
      seesPictures(PEOPLE[person as Person] ?? null, proposalWith({ isMfiApproved }), { hideUnchecked }),
    );
  expect(seers(false, true)).toEqual(['owner', 'staff', 'ownerStaff']);
  for (const known of [seers(true, true), seers(false, false), seers(true, false)]) {
    expect(known).toEqual(Object.keys(PEOPLE));
  }
});

describe('section 5: the form of a proposal', () => {
  const complete: ProposalForm = {
    title: 'Two goats',
    description: 'Milk for the market in Khulna.',
    amountCents: cents(100_00),
    monthsToRepay: 12,
    neededOn: '2026-05-31' as CalendarDate,
  };
  const problemOf = (change: Partial<ProposalForm>) => proposalFormProblems({ ...complete, ...change });

  test('a complete form has no problems', () => {
    expect(proposalFormProblems(complete)).toEqual({});
  });

  test('an empty form has one "required" for each of the five fields', () => {
    const empty = { title: '', description: '', amountCents: null, monthsToRepay: null, neededOn: null };
    expect(proposalFormProblems(empty)).toEqual({
      title: 'required',
      description: 'required',
      amountCents: 'required',
      monthsToRepay: 'required',
      neededOn: 'required',
    });
  });

  test.each([' ', '\n\t', '\u00a0\u3000'])('blank text %j is missing text', (blank) => {
    expect(problemOf({ title: blank, description: blank })).toEqual({ title: 'required', description: 'required' });
  });

  test.each<[number, FormProblem | undefined]>([
    [-1_00, 'amount_below_one'],
    [0, 'amount_below_one'],
    [99, 'amount_below_one'],
    [1_00, undefined],
    [1_01, undefined],
    [10_000_000_000, undefined],
    [10_000_000_001, 'amount_too_large'],
  ])('R17.3: %i cents gives %s, so exactly one dollar is accepted', (amount, problem) => {
    expect(problemOf({ amountCents: cents(amount) }).amountCents).toBe(problem);
  });

  test.each<[number, FormProblem | undefined]>([
    [-1, 'months_out_of_range'],
    [0, 'months_out_of_range'],
    [0.5, 'months_out_of_range'],
    [1, undefined],
    [1.5, 'months_out_of_range'],
    [60, undefined],
    [61, 'months_out_of_range'],
    [Number.NaN, 'months_out_of_range'],
    [Number.POSITIVE_INFINITY, 'months_out_of_range'],
  ])('R8.1: %s months gives %s', (months, problem) => {
    expect(problemOf({ monthsToRepay: months }).monthsToRepay).toBe(problem);
  });

  // KA and its vowel sign: one letter to a reader, two code points. The goat: one code point, two UTF-16 units.
  const KI = '\u0995\u09bf';
  test.each<[string, string, FormProblem | undefined]>([
    ['256 Latin letters', 'a'.repeat(256), undefined],
    ['257 Latin letters', 'a'.repeat(257), 'too_long'],
    ['128 Bengali letters with a combining vowel', KI.repeat(128), undefined],
    ['128 of them and one more mark', `${KI.repeat(128)}\u0982`, 'too_long'],
    ['256 goats', '🐐'.repeat(256), undefined],
    ['257 goats', '🐐'.repeat(257), 'too_long'],
    ['256 letters between spaces that are not stored', `  ${'a'.repeat(256)}\n`, undefined],
  ])('R17.4: a description of %s', (_, description, problem) => {
    expect(problemOf({ description }).description).toBe(problem);
  });

  test('a title has 120 code points at most', () => {
    expect(problemOf({ title: '\u0995'.repeat(120) })).toEqual({});
    expect(problemOf({ title: '\u0995'.repeat(121) })).toEqual({ title: 'too_long' });
  });

  test('R17.5: a date that is past is a date', () => {
    expect(problemOf({ neededOn: '2001-01-01' as CalendarDate })).toEqual({});
  });
});

describe('T8, T9: a proposal expires', () => {
  const deadline = '2026-06-30T17:59:59.999Z';
  const expired = (status: ProposalStatus, backedAt: string | null, now: string) => {
    const proposal = {
      status,
      fundingDeadline: new Date(deadline),
      backedAt: backedAt === null ? null : new Date(backedAt),
    };
    return hasExpired(proposal, new Date(now));
  };

  test.each([
    ['published', deadline, false],
    ['published', '2026-06-30T18:00:00.000Z', true],
    ['locked', deadline, false],
    ['locked', '2026-06-30T18:00:00.000Z', true],
    ['drafted', '2027-01-01T00:00:00.000Z', false],
    ['funded', '2027-01-01T00:00:00.000Z', false],
    ['repaid', '2027-01-01T00:00:00.000Z', false],
  ] as const)('T8: %s at %s: %s', (status, now, answer) => {
    expect(expired(status, '2026-06-01T00:00:00.000Z', now)).toBe(answer);
  });

  test.each([
    ['2026-06-25T12:00:00.000Z', '2026-07-01T00:00:00.000Z', false],
    ['2026-06-25T12:00:00.000Z', '2026-07-25T12:00:00.000Z', false],
    ['2026-06-25T12:00:00.000Z', '2026-07-25T12:00:00.001Z', true],
  ])('T9: fully backed at %s and not released at %s: %s, with the deadline past or not', (backedAt, now, answer) => {
    expect(expired('backed', backedAt, now)).toBe(answer);
  });

  test('T8: a proposal without a deadline does not expire', () => {
    const draft = { status: 'published', fundingDeadline: null, backedAt: null } as const;
    expect(hasExpired(draft, new Date('2030-01-01T00:00:00.000Z'))).toBe(false);
  });
});
