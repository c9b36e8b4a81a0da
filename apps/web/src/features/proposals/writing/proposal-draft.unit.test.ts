import { isPastDay } from '@sathi/domain/calendar-date.ts';
import { describe, expect, test } from 'vitest';
import { bodyOf, draftProblems, EMPTY_DRAFT, type ProposalDraft } from './proposal-draft.ts';

const complete: ProposalDraft = {
  title: 'A sewing machine',
  description: 'To sew school uniforms at home.',
  amount: '400',
  monthsToRepay: '12',
  startDate: '2026-12-01',
  image: '',
  imageAlt: '',
  place: '',
  category: '',
  acceptPartial: '',
  storyLanguage: '',
};

describe('the problems of a typed proposal', () => {
  test('every field is required', () => {
    expect(draftProblems(EMPTY_DRAFT)).toEqual({
      title: 'required',
      description: 'required',
      amount: 'required',
      monthsToRepay: 'required',
      startDate: 'required',
    });
  });

  test.each([
    ['0', 'amount_below_one'],
    ['0.99', 'amount_below_one'],
    ['-5', 'amount_below_one'],
    ['12.345', 'amount_malformed'],
    ['a lot', 'amount_malformed'],
    ['99999999999', 'amount_too_large'],
    ['100000000.01', 'amount_too_large'],
  ])('the amount %s is refused as %s', (amount, problem) => {
    expect(draftProblems({ ...complete, amount })).toEqual({ amount: problem });
  });

  test.each(['1', '1.00', '$ 1,200.50', '১২০০', '١٢٠٠٫٥'])('the amount %s is accepted (R17.3)', (amount) => {
    expect(draftProblems({ ...complete, amount })).toEqual({});
  });

  test.each(['0', '61', '1.5', 'twelve', '-3'])('%s months are out of range (R8.1)', (monthsToRepay) => {
    expect(draftProblems({ ...complete, monthsToRepay })).toEqual({ monthsToRepay: 'months_out_of_range' });
  });

  test('256 characters are counted in code points, so 256 emoji fit and 257 do not (R17.4)', () => {
    expect(draftProblems({ ...complete, description: '🌾'.repeat(256) })).toEqual({});
    expect(draftProblems({ ...complete, description: '🌾'.repeat(257) })).toEqual({ description: 'too_long' });
  });
});

test('a draft typed in Bengali digits is sent as numbers', () => {
  expect(bodyOf({ ...complete, title: ' A boat ', amount: '১২.৫', monthsToRepay: '১২' })).toEqual({
    title: 'A boat',
    description: complete.description,
    amount: 12.5,
    monthsToRepay: 12,
    image: null,
    imageAlt: '',
    acceptPartial: false,
    place: null,
    category: null,
    storyLanguage: 'en',
    startDate: '2026-12-01',
  });
});

test('only a day before today is past (R17.5)', () => {
  expect(isPastDay('2026-11-30', '2026-12-01')).toBe(true);
  expect(isPastDay('2026-12-01', '2026-12-01')).toBe(false);
  expect(isPastDay('', '2026-12-01')).toBe(false);
});
