import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import { openItemsOf } from './open-items.ts';
import type { BookedDocument, Candidates, LoanNamed, PayoutNamed, PersonNamed } from './statement-candidates.ts';
import type { StatementLine } from './statement-lines.ts';
import { matchAfter, matchInOrder, matchStatements } from './statement-matching.ts';

const PERSON = 'RF5611588139';
const LOAN = 'RF5220031188';
const DAY: CalendarDate = '2026-11-20';

const person: PersonNamed = {
  kind: 'person',
  reference: PERSON,
  unpaid: [{ proposalId: 1, investmentId: 1, backedOn: DAY, payBy: DAY, unpaidCents: cents(1300) }],
};
const pending = {
  id: 7,
  amount: 900,
  currency: 'USD',
  cents: cents(900),
  channel: 'bank',
  ownReference: 'FT836016',
  paidOn: DAY,
};
const loan: LoanNamed = {
  kind: 'loan',
  reference: LOAN,
  outstandingCents: cents(900),
  pending: [pending],
  instalmentCents: cents(900),
  local: null,
};
const receipt: BookedDocument = {
  kind: 'receipt',
  id: 8,
  reference: PERSON,
  bankRef: 'BK3623',
  amount: 1850,
  valueOn: DAY,
  hasLine: false,
};
const books: Candidates = {
  account: { id: 11, kind: 'bank', currency: 'USD', feeWords: [] },
  named: [person, loan],
  booked: [receipt],
  payers: [],
  rates: { on: () => null, unit: 1 },
};
const line = (text: string, amount: number): StatementLine => ({
  bookedOn: DAY,
  valueOn: DAY,
  amount,
  bankRef: '',
  part: 0,
  references: [],
  text,
  payer: '',
  payerAccount: '',
  isReversal: false,
  isFee: false,
  balance: null,
});
const settled = { cents: 1300, settles: [{ proposalId: 1, investmentId: 1, cents: 1300 }], creditCents: 0 };

describe('lines of another statement say nothing, the books decide (R21.7)', () => {
  test.each([
    ['the order of a person', line(PERSON, 1300), line(PERSON, 1300)],
    ['the amount that an order asks', line(PERSON, 1300), line('help', 1300)],
    ['a payment that waits, by its loan', line(LOAN, 900), line(LOAN, 900)],
    ['a payment that waits, by its own reference', line(LOAN, 900), line('FT836016', 900)],
    ['a receipt in the books', line(PERSON, 1850), line(PERSON, 1850)],
  ])('a sure line hides no %s from the next statement', (_, first, second) => {
    const alone = matchInOrder([second], books);
    expect(alone[0]?.how).not.toBe('none');
    expect(matchStatements([[first], [second], [first], [second]], books)[1]).toEqual(alone);
    expect(matchStatements([[first], [second], [first], [second]], books)[3]).toEqual(alone);
  });

  test('a day that one statement asked about first is known anew to the next', () => {
    const statements = [[line(PERSON, 1300), line('help', 1300)], [line('help', 1300)]];
    expect(matchStatements(statements, books).map((lines) => lines.map(({ rule }) => rule))).toEqual([
      ['reference', 'unknown'],
      ['amount'],
    ]);
  });
});

describe('the effect of a line is what booking it alone does (R21.7, R21.8)', () => {
  test('two payments of one order in one file each show that they pay it', () => {
    const twice = [line(PERSON, 1300), line(PERSON, 1300)];
    expect(matchInOrder(twice, books).map(({ effect }) => effect)).toEqual([settled, settled]);
  });

  test('a second payment of a loan shows that it approves the one that still waits', () => {
    const [, second] = matchInOrder([line(LOAN, 900), line(LOAN, 900)], books);
    expect(second).toMatchObject({ rule: 'above_outstanding', effect: { cents: 900 } });
    expect(second?.effect?.creditCents).toBeUndefined();
  });

  test('a second sum of a receipt in the books shows what it pays itself', () => {
    const [first, second] = matchInOrder([line(PERSON, 1850), line(PERSON, 1850)], books);
    expect(first).toMatchObject({ rule: 'in_books', effect: { cents: 0 } });
    expect(second).toMatchObject({ rule: 'reference', effect: { ...settled, cents: 1850, creditCents: 550 } });
  });

  test('a line that the sure ones before it leave without a match does nothing', () => {
    const [, none] = matchInOrder([line(PERSON, 1300), line('help', 1300)], books);
    expect(none).toMatchObject({ how: 'none', effect: null });
  });

  test('a slip in the reference of a loan shows that the payment of this sum that waits is approved', () => {
    const [slipped] = matchInOrder([line('RF5220031189', 900)], books);
    expect(slipped).toMatchObject({ how: 'suggested', rule: 'corrected', candidates: [LOAN], effect: { cents: 900 } });
    expect(slipped?.effect?.creditCents).toBeUndefined();
  });
});

describe('the effect of a line of a payout is what booking it does (R21.8, R25.4)', () => {
  const payout: PayoutNamed = {
    kind: 'payout',
    reference: 'RF1238754751',
    id: 6,
    accountId: 11,
    amount: 1000,
    cents: cents(1000),
    state: 'approved',
    hasLine: false,
  };
  test.each([
    ['its sum leaves', {}, -1000, -1000],
    ['another sum leaves', {}, -1025, null],
    ['it leaves another account', { accountId: 12 }, -1000, null],
    ['it left before, and no line says so', { state: 'sent' }, -1000, 0],
    ['it left before, and a line says so', { state: 'sent', hasLine: true }, -1000, null],
    ['it comes back', { state: 'sent', hasLine: true }, 1000, 1000],
    ['it comes back less a fee', { state: 'sent', hasLine: true }, 950, 1000],
    ['more than it comes back', { state: 'sent', hasLine: true }, 1001, null],
    ['it comes back to another account', { state: 'sent', accountId: 12 }, 1000, null],
    ['it had come back, and no line says so', { state: 'failed' }, 1000, 0],
    ['it had come back, and a line says so', { state: 'failed', hasLine: true }, 1000, null],
  ] as const)('%s', (_, change, amount, effect) => {
    const [match] = matchInOrder([line(payout.reference, amount)], { ...books, named: [{ ...payout, ...change }] });
    expect(match?.effect?.cents ?? null).toBe(effect);
  });
});

test('one line is matched as it is in its statement, and what is open stays as it was (R21.7)', () => {
  const [sure, after] = [line(PERSON, 1300), line('help', 1300)];
  const open = openItemsOf(books);
  expect(matchAfter([sure], after, books, open).rule).toBe('unknown');
  expect(matchAfter([], after, books, open)).toMatchObject({ rule: 'amount', candidates: [PERSON] });
});

test('two thousand statements among ten thousand orders take seconds, not hours', () => {
  const people = Array.from(
    { length: 10_000 },
    (_, index): PersonNamed => ({ ...person, reference: `RF00${10_000_000 + index}` }),
  );
  const statements = Array.from({ length: 2_000 }, (_, index) => [
    line(PERSON, 1300),
    line('no word of whose it is', index),
  ]);
  const started = performance.now();
  expect(matchStatements(statements, { ...books, named: [person, ...people] })).toHaveLength(2_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});
