import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { ProposalId } from './ids.ts';
import { cents } from './money.ts';
import { hasMissedDay, type LoanOfPerson, trackRecordOf } from './track-record.ts';

const THIS = 7 as ProposalId;
const NOBODY = { repaid: 0, onTime: 0, onChangedPlan: 0, active: 0, lateNow: 0, isFirstLoan: true };

/** $20 in two instalments, due on 1 March and 1 April, with five days of grace. */
function loan(
  payments: readonly (readonly [on: string, dollars: number])[],
  more: Partial<LoanOfPerson> = {},
): LoanOfPerson {
  return {
    proposalId: 1 as ProposalId,
    fundedCents: cents(2000),
    repaidCents: cents(payments.reduce((sum, [, dollars]) => sum + dollars * 100, 0)),
    forgivenCents: cents(0),
    today: '2026-04-20',
    graceDays: 5,
    instalments: ['2026-03-01', '2026-04-01'].map((dueOn, index) => ({
      number: index + 1,
      dueOn: dueOn as CalendarDate,
      amountCents: cents(1000),
    })),
    planChange: null,
    isDefaulted: false,
    payments: payments.map(([on, dollars]) => ({ on: on as CalendarDate, amountCents: cents(dollars * 100) })),
    ...more,
  };
}

test('a person without a loan is at their first, and so is one whose only loan this is (R26.3)', () => {
  expect(trackRecordOf([], THIS)).toEqual(NOBODY);
  expect(trackRecordOf([loan([], { proposalId: THIS, today: '2026-02-01' })], THIS)).toEqual({ ...NOBODY, active: 1 });
  expect(trackRecordOf([loan([], { today: '2026-02-01' })], THIS)).toEqual({
    ...NOBODY,
    active: 1,
    isFirstLoan: false,
  });
});

test.each([
  [
    'each on its day',
    [
      ['2026-03-01', 10],
      ['2026-04-01', 10],
    ],
    true,
  ],
  [
    'on the last day of the grace',
    [
      ['2026-03-06', 10],
      ['2026-04-06', 10],
    ],
    true,
  ],
  [
    'a day after the grace of the last',
    [
      ['2026-03-01', 10],
      ['2026-04-07', 10],
    ],
    false,
  ],
  [
    'late once, whole at the end',
    [
      ['2026-03-07', 10],
      ['2026-03-20', 10],
    ],
    false,
  ],
  ['all at once, before the first', [['2026-02-10', 20]], true],
  [
    'in parts',
    [
      ['2026-02-10', 4],
      ['2026-03-04', 6],
      ['2026-04-02', 10],
    ],
    true,
  ],
  [
    'a part of the first too late',
    [
      ['2026-02-10', 9],
      ['2026-03-10', 11],
    ],
    false,
  ],
] as const)('a loan paid %s is repaid, on time: %o, %s (R26.3)', (_, payments, isOnTime) => {
  expect(trackRecordOf([loan(payments)], THIS)).toMatchObject({ repaid: 1, onTime: isOnTime ? 1 : 0, active: 0 });
});

test('a running loan is active, and late after its grace (R10.7, R26.3)', () => {
  expect(trackRecordOf([loan([['2026-03-01', 10]], { today: '2026-04-06' })], THIS)).toMatchObject({
    active: 1,
    lateNow: 0,
  });
  expect(trackRecordOf([loan([['2026-03-01', 10]], { today: '2026-04-07' })], THIS)).toMatchObject({
    active: 1,
    lateNow: 1,
  });
});

test.each([
  [null, { onTime: 1, onChangedPlan: 0 }],
  ['in_time', { onTime: 0, onChangedPlan: 1 }],
  ['late', { onTime: 0, onChangedPlan: 0 }],
] as const)('R28.3: a repaid loan whose plan was changed %s counts as %j', (planChange, counted) => {
  const whole = loan([['2026-03-01', 20]], { planChange });
  expect(trackRecordOf([whole], THIS)).toMatchObject({ repaid: 1, ...counted });
});

test.each([
  ['before the first due day', [], '2026-02-20', false],
  ['on the last day of the grace', [], '2026-03-06', false],
  ['a day after it', [], '2026-03-07', true],
  ['after the first was paid in time', [['2026-03-06', 10]], '2026-03-20', false],
  ['after it was paid too late', [['2026-03-07', 10]], '2026-03-20', true],
  [
    'after a part of it was paid too late',
    [
      ['2026-03-01', 9],
      ['2026-03-07', 1],
    ],
    '2026-03-20',
    true,
  ],
] as const)('R28.3: a change that is asked for %s finds a missed day or none', (_, payments, today, isMissed) => {
  expect(hasMissedDay(loan(payments, { today }))).toBe(isMissed);
});

test('a person with a default is on time with no loan, nor is a loan that was given up whole (R26.3)', () => {
  const onTime = loan([
    ['2026-03-01', 10],
    ['2026-04-01', 10],
  ]);
  expect(trackRecordOf([onTime], THIS).onTime).toBe(1);
  expect(trackRecordOf([onTime, loan([], { isDefaulted: true })], THIS).onTime).toBe(0);
  expect(trackRecordOf([loan([], { instalments: [], forgivenCents: cents(2000) })], THIS).onTime).toBe(0);
});
