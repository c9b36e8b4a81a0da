import { expect, test } from 'vitest';
import { bankIdOf, linesKnownBy, type StatementLine } from './statement-lines.ts';

const base: StatementLine = {
  bookedOn: '2026-11-20',
  valueOn: '2026-11-20',
  amount: 1000,
  bankRef: '',
  part: 0,
  references: [],
  text: 'loan',
  payer: 'A',
  payerAccount: '',
  isReversal: false,
  isFee: false,
  balance: null,
};
const line = (change: Partial<StatementLine>): StatementLine => ({ ...base, ...change });
const areSame = (a: Partial<StatementLine>, b: Partial<StatementLine>) =>
  linesKnownBy([line(a)])[0] === linesKnownBy([line(b)])[0];

test('a part of a batch and a fee have ids of their own', () => {
  expect(bankIdOf(line({ bankRef: 'X', part: 2 }))).toBe('X#2');
  expect(bankIdOf(line({ bankRef: 'X', isFee: true }))).toBe('X#fee');
  expect(bankIdOf(line({ part: 2, isFee: true }))).toBe('');
});

test('a line is known by the id of the bank, its day and its amount, whatever else is said (R21.5)', () => {
  expect(areSame({ bankRef: 'X', text: 'one' }, { bankRef: 'X', text: 'other' })).toBe(true);
  expect(areSame({ bankRef: 'X' }, { bankRef: 'Y' })).toBe(false);
  expect(areSame({ bankRef: 'X' }, { bankRef: 'X', amount: 1001 })).toBe(false);
  expect(areSame({ bankRef: 'X' }, { bankRef: 'X', bookedOn: '2026-11-21' })).toBe(false);
});

test('a line without an id is known by all that it says, but not by spaces and signs (R21.5)', () => {
  expect(areSame({ text: 'For the loan' }, { text: 'for  the-LOAN' })).toBe(true);
  expect(areSame({ text: 'ঋণ' }, { text: 'দান' })).toBe(false);
  expect(areSame({}, { balance: 5 })).toBe(false);
  expect(areSame({}, { valueOn: '2026-11-21' })).toBe(false);
  expect(areSame({}, { payerAccount: '1' })).toBe(false);
});

test('twins in a file are told apart by their number (R21.5)', () => {
  const [first, second] = linesKnownBy([base, base]);
  expect(first).not.toBe(second);
  expect(linesKnownBy([base, base, base]).slice(0, 2)).toEqual([first, second]);
});
