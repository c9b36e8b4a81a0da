import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import {
  decidePaymentRefusal,
  decideRepayment,
  instalmentProgress,
  latenessOf,
  maximumRepaymentCents,
  outstandingCents,
  repaymentSchedule,
  scheduleStart,
  type PaymentState,
} from './repayments.ts';
import type { ProposalStatus } from './proposals.ts';
import { otherStaff, owner, ownerStaff, proposalWith, staff, stranger } from './test/people.ts';

const schedule = (amount: number, months: number, startOn: CalendarDate, firstDueAfterMonths = 1) =>
  repaymentSchedule({ amountCents: cents(amount), months, startOn, firstDueAfterMonths });

describe('R8.1: equal instalments, the last takes the rest', () => {
  test('10000 cents over 12 months: eleven times 833 and 837', () => {
    const amounts = schedule(100_00, 12, '2026-01-15').map((instalment) => instalment.amountCents);
    expect(amounts).toEqual([833, 833, 833, 833, 833, 833, 833, 833, 833, 833, 833, 837]);
  });

  test.each([
    { amount: 100_00, months: 1, expected: [100_00] },
    { amount: 100_00, months: 3, expected: [33_33, 33_33, 33_34] },
    { amount: 1_00, months: 7, expected: [14, 14, 14, 14, 14, 14, 16] },
    { amount: 99_99, months: 2, expected: [49_99, 50_00] },
  ])('$amount over $months: $expected', ({ amount, months, expected }) => {
    expect(schedule(amount, months, '2026-01-15').map((instalment) => instalment.amountCents)).toEqual(expected);
  });

  test('they are numbered from 1', () => {
    expect(schedule(100_00, 3, '2026-01-15').map((instalment) => instalment.number)).toEqual([1, 2, 3]);
  });
});

describe('R8.2: due each month on the same day, clamped to the end of the month', () => {
  test.each<[CalendarDate, number, string[]]>([
    ['2026-01-31', 1, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2024-01-31', 1, ['2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31']],
    ['2024-02-29', 1, ['2024-03-29', '2024-04-29', '2024-05-29', '2024-06-29']],
    ['2026-10-30', 1, ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28']],
    ['2026-01-31', 2, ['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']],
    ['2023-12-31', 2, ['2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31']],
  ])('from %s, the first after %i months: %j', (startOn, firstDueAfterMonths, expected) => {
    const due = schedule(100_00, 4, startOn, firstDueAfterMonths).map((instalment) => instalment.dueOn);
    expect(due).toEqual(expected);
  });

  test('R8.2: five years from a 29 February meet the next one', () => {
    const due = schedule(100_00, 60, '2024-02-29').map((instalment) => instalment.dueOn);
    expect(due[11]).toBe('2025-02-28');
    expect(due[47]).toBe('2028-02-29');
    expect(due[59]).toBe('2029-02-28');
  });

  test.each([
    ['Asia/Dhaka', '2026-05-31T17:59:59.999Z', null, '2026-05-31'],
    ['Asia/Dhaka', '2026-05-31T18:00:00.000Z', null, '2026-06-01'],
    ['Asia/Dhaka', '2026-05-31T10:00:00.000Z', '2026-06-10T19:00:00.000Z', '2026-06-11'],
    ['Asia/Dili', '2026-05-31T15:00:00.000Z', null, '2026-06-01'],
  ])('R4.4: in %s, released %s and sent %s, the months begin on %s', (timeZone, releasedAt, sentAt, start) => {
    expect(scheduleStart(timeZone, new Date(releasedAt), sentAt === null ? null : new Date(sentAt))).toBe(start);
  });
});

describe('R8.3: payments fill the oldest instalment first', () => {
  // 33.33 on 15 February, 33.33 on 15 March, 33.34 on 15 April
  const threeMonths = schedule(100_00, 3, '2026-01-15');
  test.each([
    { repaid: 0, paid: [0, 0, 0] },
    { repaid: 1, paid: [1, 0, 0] },
    { repaid: 33_33, paid: [33_33, 0, 0] },
    { repaid: 33_34, paid: [33_33, 1, 0] },
    { repaid: 90_00, paid: [33_33, 33_33, 23_34] },
    { repaid: 100_00, paid: [33_33, 33_33, 33_34] },
  ])('$repaid cents: $paid', ({ repaid, paid }) => {
    const progress = instalmentProgress(threeMonths, cents(repaid), '2026-02-01', 3);
    expect(progress.map((instalment) => instalment.paidCents)).toEqual(paid);
  });

  test.each<[CalendarDate, number, string[]]>([
    ['2026-01-15', 0, ['upcoming', 'upcoming', 'upcoming']],
    ['2026-01-16', 0, ['due', 'upcoming', 'upcoming']],
    ['2026-02-15', 0, ['due', 'due', 'upcoming']],
    ['2026-02-18', 0, ['due', 'due', 'upcoming']],
    ['2026-02-19', 0, ['late', 'due', 'upcoming']],
    ['2026-02-19', 33_32, ['late', 'due', 'upcoming']],
    ['2026-02-19', 33_33, ['paid', 'due', 'upcoming']],
    ['2026-12-31', 0, ['late', 'late', 'late']],
    ['2026-12-31', 100_00, ['paid', 'paid', 'paid']],
  ])('on %s with %i cents repaid and 3 days of grace: %j', (today, repaid, states) => {
    const progress = instalmentProgress(threeMonths, cents(repaid), today, 3);
    expect(progress.map((instalment) => instalment.state)).toEqual(states);
  });
});

describe('R10.7: how late a loan is', () => {
  const oneInstalment = schedule(100_00, 1, '2025-12-31');
  test.each<[CalendarDate, number, number, string | null]>([
    // due on 31 January 2026
    ['2026-01-31', 3, 0, null],
    ['2026-02-03', 3, 0, null],
    ['2026-02-04', 3, 4, '1-30'],
    ['2026-01-31', 0, 0, null],
    ['2026-02-01', 0, 1, '1-30'],
    ['2026-02-15', 15, 0, null],
    ['2026-02-16', 15, 16, '1-30'],
    ['2026-03-02', 3, 30, '1-30'],
    ['2026-03-03', 3, 31, '31-60'],
    ['2026-04-01', 3, 60, '31-60'],
    ['2026-04-02', 3, 61, '61-90'],
    ['2026-05-01', 3, 90, '61-90'],
    ['2026-05-02', 3, 91, '>90'],
    ['2028-05-01', 3, 821, '>90'],
  ])('on %s with %i days of grace: %i days, %s', (today, grace, daysLate, bucket) => {
    const progress = instalmentProgress(oneInstalment, cents(99_99), today, grace);
    expect(latenessOf(progress, today)).toEqual({ daysLate, bucket });
  });

  test('the oldest unpaid instalment counts, not the last one missed', () => {
    const progress = instalmentProgress(schedule(100_00, 3, '2026-01-15'), cents(33_33), '2026-05-01', 3);
    expect(latenessOf(progress, '2026-05-01')).toEqual({ daysLate: 47, bucket: '31-60' });
  });

  test('a loan that is repaid is not late, however long ago', () => {
    const progress = instalmentProgress(oneInstalment, cents(100_00), '2030-01-01', 3);
    expect(latenessOf(progress, '2030-01-01')).toEqual({ daysLate: 0, bucket: null });
  });
});

describe('R10.2: a repayment is at least a cent and at most the part of the debt that is not yet waiting', () => {
  const funded = proposalWith({
    status: 'funded',
    backedCents: cents(100_00),
    fundedCents: cents(100_00),
    repaidCents: cents(30_00),
    pendingCents: cents(20_00),
  });

  test('R10.5: outstanding counts approved payments only, the maximum also those that wait', () => {
    expect(outstandingCents(funded)).toBe(70_00);
    expect(maximumRepaymentCents(funded)).toBe(50_00);
  });

  test.each([
    { amount: 1, pending: 20_01 },
    { amount: 49_99, pending: 69_99 },
    { amount: 50_00, pending: 70_00 },
  ])('$amount cents: $pending wait', ({ amount, pending }) => {
    expect(decideRepayment(funded, cents(amount))).toEqual({ ok: true, change: { pendingCents: pending } });
  });

  test.each([
    { amount: -1, refusal: 'amount_not_positive' },
    { amount: 0, refusal: 'amount_not_positive' },
    { amount: 50_01, refusal: 'amount_above_outstanding' },
    { amount: 70_00, refusal: 'amount_above_outstanding' },
  ])('$amount cents: $refusal', ({ amount, refusal }) => {
    expect(decideRepayment(funded, cents(amount))).toEqual({ ok: false, refusal });
  });
});

describe('R10.3: a payment is decided once, by staff of the MFI who do not own the loan', () => {
  test.each<[ProposalStatus, PaymentState, string | null]>([
    ['funded', 'pending', null],
    ['funded', 'approved', 'already_approved'],
    ['funded', 'rejected', 'already_decided'],
    // The payment that completed the loan was approved, even though the loan is repaid by now.
    ['repaid', 'approved', 'already_approved'],
    ['repaid', 'rejected', 'already_decided'],
    ['repaid', 'pending', 'wrong_status'],
    ['backed', 'pending', 'wrong_status'],
  ])('in %s a %s one: %s', (status, state, refusal) => {
    expect(decidePaymentRefusal(staff, proposalWith({ status }), state)).toBe(refusal);
  });

  test.each([
    ['visitor', null, 'sign_in_required'],
    ['stranger', stranger, 'not_permitted'],
    ['owner', owner, 'not_permitted'],
    ['staff of another MFI', otherStaff, 'not_permitted'],
    ['owner who is staff', ownerStaff, 'second_person_needed'],
  ] as const)('%s may not decide, and does not learn the decision', (_, viewer, refusal) => {
    for (const state of ['pending', 'approved', 'rejected'] as const) {
      expect(decidePaymentRefusal(viewer, proposalWith({ status: 'funded' }), state)).toBe(refusal);
    }
  });
});
