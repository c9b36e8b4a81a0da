import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import type { BookedDocument, Candidates, LoanNamed, PayoutNamed, PersonNamed } from './statement-candidates.ts';
import type { StatementLine } from './statement-lines.ts';
import { matchInOrder, matchLine } from './statement-matching.ts';

const PERSON = 'RF5611588139';
const OTHER = 'RF0810004217';
const LOAN = 'RF5220031188';
const PAYOUT = 'RF1238754751';
const DAY = '2026-11-20';

const person: PersonNamed = {
  kind: 'person',
  reference: PERSON,
  unpaid: [{ proposalId: 1, investmentId: 1, backedOn: DAY, payBy: DAY, unpaidCents: cents(3500) }],
};
const loan: LoanNamed = {
  kind: 'loan',
  reference: LOAN,
  outstandingCents: cents(5000),
  pending: [],
  instalmentCents: cents(1000),
  local: null,
};
const pending = {
  id: 7,
  amount: 900,
  currency: 'USD',
  cents: cents(900),
  channel: 'bank',
  ownReference: 'FT836016',
  paidOn: DAY as CalendarDate,
};
const payout: PayoutNamed = {
  kind: 'payout',
  reference: PAYOUT,
  id: 6,
  accountId: 11,
  amount: 1325,
  cents: cents(2500),
  state: 'approved',
  hasLine: false,
};
const receipt: BookedDocument = {
  kind: 'receipt',
  id: 8,
  reference: PERSON,
  bankRef: 'BK3623',
  amount: 1850,
  valueOn: '2026-11-19',
  hasLine: false,
};
const till: BookedDocument = { ...receipt, kind: 'till', reference: 'DCBS2041', bankRef: '' };
const secondTill: BookedDocument = { ...till, id: 9, reference: 'DCBS2042' };

const world = (change: Partial<Candidates> = {}): Candidates => ({
  account: { id: 11, kind: 'bank', currency: 'USD', feeWords: ['charge', ''] },
  named: [person, loan, payout],
  booked: [],
  payers: [],
  rates: { on: () => null, unit: 1 },
  ...change,
});
const line = (change: Partial<StatementLine> = {}): StatementLine => ({
  bookedOn: DAY,
  valueOn: DAY,
  amount: 1000,
  bankRef: '',
  part: 0,
  references: [],
  text: '',
  payer: '',
  payerAccount: '',
  isReversal: false,
  isFee: false,
  balance: null,
  ...change,
});
const found = (change: Partial<StatementLine>, candidates = world()) => {
  const { how, rule } = matchLine(line(change), candidates);
  return `${how} ${rule}`;
};

describe('money that came is matched by the first rule that applies (R21.7)', () => {
  test.each<[string, Partial<StatementLine>, Partial<Candidates>]>([
    ['automatic reference', { text: PERSON, amount: 1 }, {}],
    ['automatic reference', { text: LOAN, amount: 5000 }, {}],
    ['suggested above_outstanding', { text: LOAN, amount: 5001 }, {}],
    ['suggested above_outstanding', { text: LOAN, amount: 4101 }, { named: [{ ...loan, pending: [pending] }] }],
    ['automatic in_books', { text: PERSON, amount: 1850, valueOn: '2026-11-22' }, { booked: [receipt] }],
    ['automatic reference', { text: PERSON, amount: 1850, valueOn: '2026-11-23' }, { booked: [receipt] }],
    ['automatic reference', { text: PERSON, amount: 1850 }, { booked: [{ ...receipt, hasLine: true }] }],
    ['automatic in_books', { text: 'Cash deposit dcbs-2041', amount: 1850, valueOn: '2026-11-22' }, { booked: [till] }],
    ['none unknown', { text: 'Cash deposit DCBS-2041', amount: 1851 }, { booked: [till] }],
    ['none unknown', { text: 'Cash deposit DCBS-2041', amount: 1850, valueOn: '2026-11-23' }, { booked: [till] }],
    ['none unknown', { text: 'Cash deposit DCBS-20412', amount: 1850 }, { booked: [till] }],
    ['none unknown', { text: 'DCBS-2041', amount: 1850 }, { booked: [{ ...till, hasLine: true }] }],
    ['none unknown', { text: 'DCBS-2041 DCBS-2042', amount: 1850 }, { booked: [till, secondTill] }],
    ['suggested several_references', { text: `${PERSON} ${LOAN}` }, {}],
    ['automatic in_books', { text: `${LOAN} ${PERSON}`, amount: 1850 }, { booked: [receipt] }],
    ['suggested several_references', { text: `${LOAN} ${PERSON}`, amount: 1851 }, { booked: [receipt] }],
    [
      'suggested several_references',
      { text: `${LOAN} ${PERSON}`, amount: 1850 },
      { booked: [receipt, { ...receipt, kind: 'payment', id: 9, reference: LOAN }] },
    ],
    ['suggested payout_returned', { text: PAYOUT, amount: 1325 }, {}],
    ['automatic payout_returned', { text: PAYOUT, amount: 1325 }, { named: [{ ...payout, state: 'sent' }] }],
    ['suggested payout_returned', { text: PAYOUT, amount: 1324 }, { named: [{ ...payout, state: 'sent' }] }],
    [
      'automatic own_reference',
      { text: 'repay ft836016 x', amount: 900 },
      { named: [{ ...loan, pending: [pending] }] },
    ],
    ['automatic own_reference', { bankRef: 'FT836016', amount: 900 }, { named: [{ ...loan, pending: [pending] }] }],
    ['suggested own_reference', { bankRef: 'FT836016', amount: 901 }, { named: [{ ...loan, pending: [pending] }] }],
    ['none unknown', { text: 'xFT836016x', amount: 900 }, { named: [{ ...loan, pending: [pending] }] }],
    ['none unknown_reference', { text: OTHER }, {}],
    ['suggested corrected', { text: 'RF5611588130' }, {}],
    ['none unknown', { text: 'RF5611588130' }, { named: [{ ...person, unpaid: [] }] }],
    ['suggested bare_digits', { text: 'for 5611588139' }, {}],
    ['suggested amount', { amount: 3500 }, {}],
    ['suggested amount', { amount: 1000 }, {}],
    ['none unknown', { amount: 1000 }, { named: [loan, { ...loan, reference: OTHER }] }],
    ['none unknown', { amount: 1000 }, { named: [{ ...loan, pending: [pending] }] }],
    [
      'suggested payer',
      { amount: 1000, payerAccount: '01-7' },
      {
        named: [loan, { ...loan, reference: OTHER }],
        payers: [{ payerAccount: '017', reference: LOAN }],
      },
    ],
    ['none unknown', { amount: 0, text: PERSON }, {}],
    ['none unknown', { amount: 12_345 }, {}],
  ])('%s: %j', (expected, change, candidates) => {
    expect(found(change, world(candidates))).toBe(expected);
  });

  test('a payer who is known as somebody else makes an own reference a suggestion', () => {
    const payers = [{ payerAccount: '017', reference: PERSON }];
    const candidates = world({ named: [{ ...loan, pending: [pending] }], payers });
    expect(found({ bankRef: 'FT836016', amount: 900, payerAccount: '017' }, candidates)).toBe(
      'suggested own_reference',
    );
  });

  test('a pending payment of the loan is taken by its own reference before one of a near day', () => {
    const near = { ...pending, id: 8, ownReference: '' };
    const { target } = matchLine(
      line({ text: `${LOAN} FT836016`, amount: 900 }),
      world({ named: [{ ...loan, pending: [near, pending] }] }),
    );
    expect(target).toEqual({ kind: 'payment', id: 7, loan: LOAN });
  });
});

describe('money that left is matched by the first rule that applies (R21.7)', () => {
  test.each<[string, Partial<StatementLine>, Partial<Candidates>]>([
    ['automatic payout_sent', { amount: -1325, text: PAYOUT }, {}],
    ['suggested payout_sent', { amount: -1324, text: PAYOUT }, {}],
    ['suggested payout_sent', { amount: -1325, text: PAYOUT }, { named: [{ ...payout, accountId: 12 }] }],
    ['suggested payout_sent', { amount: -1325, text: PAYOUT }, { named: [{ ...payout, state: 'other' }] }],
    [
      'suggested several_references',
      { amount: -1325, text: `${PAYOUT} ${OTHER}` },
      { named: [payout, { ...payout, reference: OTHER }] },
    ],
    ['suggested bounced', { amount: -1850, isReversal: true, text: 'RETURN OF BK3623' }, { booked: [receipt] }],
    ['suggested bounced', { amount: -1850, isReversal: true, text: PERSON }, { booked: [receipt] }],
    ['none unknown', { amount: -1850, isReversal: true, text: 'RETURN' }, { booked: [{ ...receipt, bankRef: '' }] }],
    ['none unknown', { amount: -1850, text: 'OF BK3623' }, { booked: [receipt] }],
    ['suggested fee_words', { amount: -5, text: 'Service charge' }, {}],
    ['automatic fee_column', { amount: -5, isFee: true }, {}],
    ['none unknown', { amount: -5, text: 'cheque' }, {}],
  ])('%s: %j', (expected, change, candidates) => {
    expect(found(change, world(candidates))).toBe(expected);
  });
});

describe('each line meets what the sure ones before it leave (R21.7)', () => {
  test('money for a person leaves no order that asks the amount of a line after it', () => {
    const lines = [line({ text: PERSON, amount: 3000 }), line({ text: PERSON, amount: 3000 }), line({ amount: 3500 })];
    expect(matchInOrder(lines, world()).map(({ rule }) => rule)).toEqual(['reference', 'reference', 'unknown']);
  });

  test('a document in the books is linked once, and a payout sent once', () => {
    const twice = <Line>(each: Line) => [each, each];
    expect(
      matchInOrder(twice(line({ text: PERSON, amount: 1850 })), world({ booked: [receipt] })).map(({ rule }) => rule),
    ).toEqual(['in_books', 'reference']);
    expect(matchInOrder(twice(line({ text: PAYOUT, amount: -1325 })), world()).map(({ how }) => how)).toEqual([
      'automatic',
      'suggested',
    ]);
  });

  test('a suggestion leaves everything as it is', () => {
    const lines = [line({ amount: 3500 }), line({ amount: 3500 })];
    expect(matchInOrder(lines, world()).map(({ rule }) => rule)).toEqual(['amount', 'amount']);
  });

  test('a loan is paid to its end and no further', () => {
    const lines = [
      line({ text: LOAN, amount: 4000 }),
      line({ text: LOAN, amount: 1001 }),
      line({ text: LOAN, amount: 1000 }),
    ];
    expect(matchInOrder(lines, world()).map(({ rule }) => rule)).toEqual([
      'reference',
      'above_outstanding',
      'reference',
    ]);
  });
});

test('a hundred thousand lines among ten thousand orders take seconds, not hours', () => {
  const people = Array.from(
    { length: 10_000 },
    (_, index): PersonNamed => ({
      ...person,
      reference: `RF00${10_000_000 + index}`,
      unpaid: person.unpaid.map((each) => ({ ...each, unpaidCents: cents(100 + index) })),
    }),
  );
  const lines = Array.from({ length: 100_000 }, (_, index) =>
    line({ amount: 1 + index, text: 'no word of whose it is' }),
  );
  const started = performance.now();
  expect(matchInOrder(lines, world({ named: people }))).toHaveLength(100_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});
