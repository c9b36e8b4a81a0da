import { describe, expect, test } from 'vitest';
import {
  areInstructions,
  changeOf,
  instructionLines,
  isBic,
  isUpiId,
  type MoneyAccountValues,
  type Steering,
} from './money-accounts.ts';

const NO_WORDS = { en: '', be: '', ar: '' };
const account: MoneyAccountValues = {
  kind: 'bank',
  currency: 'BDT',
  label: 'Janata, Sylhet',
  feeWords: ['VAT'],
  holder: 'DCBS',
  number: '0117',
  bankName: 'Janata',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: true,
  forPayOut: false,
  instructions: NO_WORDS,
};
const waiting: Partial<Steering> = { number: '0118', forPayIn: true };

describe('a change of an account (R19.6)', () => {
  test('the words of the office are in force at once, and leave what waits alone', () => {
    const words = { label: 'Janata', feeWords: ['VAT', 'EXCISE'] };
    expect(changeOf(account, waiting, words)).toEqual({ atOnce: words, waits: undefined });
  });

  test.each([
    ['the number', { number: '0999' }],
    ['the holder', { holder: 'Somebody' }],
    ['the instructions', { instructions: { ...NO_WORDS, en: 'Pay {amount}' } }],
    ['paying out', { forPayOut: true }],
    ['taking it out of use together with more', { forPayIn: false, number: '0999' }],
  ])('%s waits', (_, change) => {
    expect(changeOf(account, null, change)).toEqual({ atOnce: {}, waits: change });
  });

  test('taking it out of use for paying in needs one person, bringing it back another', () => {
    const out = changeOf(account, null, { forPayIn: false });
    expect(out).toEqual({ atOnce: { forPayIn: false }, waits: null });
    expect(changeOf({ ...account, forPayIn: false }, null, { forPayIn: true })).toEqual({
      atOnce: {},
      waits: { forPayIn: true },
    });
  });

  test('an account out of use is not brought back by a change that waits', () => {
    expect(changeOf(account, waiting, { forPayIn: false }).waits).toEqual({ number: '0118' });
    expect(changeOf(account, { forPayIn: true }, { forPayIn: false }).waits).toBeNull();
  });

  test('a second change takes the place of the one that waits', () => {
    expect(changeOf(account, waiting, { holder: 'DCBS Sylhet' }).waits).toEqual({ holder: 'DCBS Sylhet' });
  });

  test('asking for what is in force takes away what waits', () => {
    expect(changeOf(account, waiting, { number: '0117' })).toEqual({ atOnce: {}, waits: null });
  });
});

describe('instructions (R19.6)', () => {
  const facts = { reference: 'RF08 1000 4217', amount: 'BDT 1,020.00', payBy: '29 Nov' };

  test('they are filled with the facts of one payer, line by line', () => {
    const en = 'Send {amount} by {payBy}.\n\nReference: {reference} ({reference})';
    expect(instructionLines({ ...NO_WORDS, en }, 'en', facts)).toEqual([
      'Send BDT 1,020.00 by 29 Nov.',
      'Reference: RF08 1000 4217 (RF08 1000 4217)',
    ]);
  });

  test('a language without words reads English, and a fact with braces stays as it is', () => {
    expect(instructionLines({ ...NO_WORDS, en: 'To {reference}' }, 'ar', { ...facts, reference: '{amount}' })).toEqual([
      'To {amount}',
    ]);
    expect(instructionLines({ ...NO_WORDS, be: '{amount} পাঠান' }, 'en', facts)).toEqual(['BDT 1,020.00 পাঠান']);
    expect(instructionLines(NO_WORDS, 'en', facts)).toEqual([]);
  });

  test.each([
    ['nothing', '', true],
    ['five lines', 'a\nb\nc\nd\n{payBy}', true],
    ['six lines', 'a\nb\nc\nd\ne\nf', false],
    ['an unknown word in braces', 'Pay {sum}', false],
    ['a brace alone', 'Pay {amount', false],
    ['an inherited name in braces', '{constructor}', false],
  ])('%s', (_, text, areRight) => {
    expect(areInstructions(text)).toBe(areRight);
  });
});

test.each([
  ['JANBBDDH', true],
  ['JANBBDDHXXX', true],
  ['JANBBDD', false],
  ['janbbddh', false],
])('the bank code %s is right: %s', (text, isRight) => {
  expect(isBic(text)).toBe(isRight);
});

test.each([
  ['roi.office@oksbi', true],
  ['roi office@oksbi', false],
  ['@oksbi', false],
])('the payment address %s is right: %s', (text, isRight) => {
  expect(isUpiId(text)).toBe(isRight);
});
