import { describe, expect, test } from 'vitest';
import { cents } from './money.ts';
import { pausedInstalments, pauseUndoRefusal } from './pauses.ts';
import { repaymentSchedule } from './repayments.ts';

/** 33.33, 33.33 and 33.34 due on 28 February, 31 March and 30 April. */
const current = repaymentSchedule({
  amountCents: cents(10_000),
  months: 3,
  startOn: '2026-01-31',
  firstDueAfterMonths: 1,
}).map((instalment) => ({ ...instalment, localMinor: null }));
const days = (repaid: number, months: number) =>
  pausedInstalments(current, cents(repaid), months).map(({ dueOn }) => dueOn);

describe('R28.4: a pause moves every unpaid due day by whole months', () => {
  test.each([
    ['nothing is paid', 0, 2, ['2026-04-28', '2026-05-31', '2026-06-30']],
    ['the first is paid', 3333, 2, ['2026-02-28', '2026-05-31', '2026-06-30']],
    ['the second is paid in part', 3334, 1, ['2026-02-28', '2026-04-30', '2026-05-30']],
    ['all is paid', 10_000, 6, ['2026-02-28', '2026-03-31', '2026-04-30']],
  ])('when %s', (_, repaid, months, expected) => {
    expect(days(repaid, months)).toEqual(expected);
  });

  test('sums and numbers stay', () => {
    expect(pausedInstalments(current, cents(0), 3).map(({ dueOn: _, ...rest }) => rest)).toEqual(
      current.map(({ dueOn: _, ...rest }) => rest),
    );
  });
});

describe('R28.4: a pause is taken back within 24 hours, while no payment came', () => {
  const at = (time: string) => new Date(`2026-03-${time}:00.000Z`);
  test.each([
    ['within 24 hours', { undoneAt: null, isUsed: false }, '02T06:00', null],
    ['a minute later', { undoneAt: null, isUsed: false }, '02T06:01', 'too_late'],
    ['after money came', { undoneAt: null, isUsed: true }, '01T07:00', 'too_late'],
    ['twice', { undoneAt: at('01T07:00'), isUsed: false }, '01T08:00', 'wrong_status'],
  ])('%s', (_, pause, now, refusal) => {
    expect(pauseUndoRefusal({ enteredAt: at('01T06:00'), ...pause }, at(now))).toBe(refusal);
  });
});
