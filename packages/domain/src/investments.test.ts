import { describe, expect, test } from 'vitest';
import {
  cancelBackingRefusal,
  decideInvestment,
  givenBackOf,
  investmentAmountRefusal,
  minimumInvestmentCents,
  splitInvestment,
} from './investments.ts';
import { cents } from './money.ts';
import type { ProposalStatus } from './proposals.ts';
import { owner, ownerStaff, proposalWith, staff, stranger } from './test/people.ts';

const NOW = new Date('2026-06-01T00:00:00.000Z');

const fortyBacked = proposalWith({ status: 'locked', backedCents: cents(40_00) });

describe('R6.1: a backing', () => {
  test.each([
    { backed: 0, amount: 1_00, after: 1_00, status: 'locked' },
    { backed: 0, amount: 100_00, after: 100_00, status: 'backed' },
    { backed: 40_00, amount: 1_00, after: 41_00, status: 'locked' },
    { backed: 40_00, amount: 59_99, after: 99_99, status: 'locked' },
    { backed: 40_00, amount: 60_00, after: 100_00, status: 'backed' },
    { backed: 99_50, amount: 50, after: 100_00, status: 'backed' },
  ])('T5, T6: $amount cents on $backed leave $after and the proposal $status', ({ backed, amount, after, status }) => {
    const proposal = proposalWith({ status: backed === 0 ? 'published' : 'locked', backedCents: cents(backed) });
    expect(decideInvestment(stranger, proposal, cents(amount), NOW)).toEqual({
      ok: true,
      change: { backedCents: after, status },
    });
  });

  test.each([
    { amount: -1_00, refusal: 'amount_below_minimum' },
    { amount: 0, refusal: 'amount_below_minimum' },
    { amount: 99, refusal: 'amount_below_minimum' },
    { amount: 60_01, refusal: 'amount_above_remaining' },
    { amount: 10_000_000_000, refusal: 'amount_above_remaining' },
  ])('$amount cents where 6000 are left is refused: $refusal', ({ amount, refusal }) => {
    expect(decideInvestment(stranger, fortyBacked, cents(amount), NOW)).toEqual({ ok: false, refusal });
  });

  test.each<[ProposalStatus, string]>([
    ['drafted', 'not_found'],
    ['backed', 'wrong_status'],
    ['funded', 'wrong_status'],
    ['repaid', 'wrong_status'],
  ])('a %s proposal takes none: %s, however wrong the amount', (status, refusal) => {
    const proposal = proposalWith({ status, backedCents: cents(100_00) });
    for (const amount of [0, 1_00, 200_00]) {
      expect(decideInvestment(stranger, proposal, cents(amount), NOW)).toEqual({ ok: false, refusal });
    }
  });

  test('an owner cannot back their own proposal, even as staff', () => {
    for (const person of [owner, ownerStaff]) {
      expect(decideInvestment(person, proposalWith(), cents(1_00), NOW)).toEqual({
        ok: false,
        refusal: 'not_permitted',
      });
    }
  });

  test('R6.8: staff may back as persons', () => {
    expect(decideInvestment(staff, proposalWith(), cents(1_00), NOW).ok).toBe(true);
  });

  test('a visitor is asked to sign in', () => {
    expect(decideInvestment(null, proposalWith(), cents(1_00), NOW)).toEqual({
      ok: false,
      refusal: 'sign_in_required',
    });
  });
});

describe('R6.4: the minimum', () => {
  test.each([
    { backed: 0, minimum: 1_00 },
    { backed: 99_00, minimum: 1_00 },
    { backed: 99_01, minimum: 99 },
    { backed: 99_99, minimum: 1 },
  ])('the minimum is $minimum cents when $backed of 10000 are backed', ({ backed, minimum }) => {
    expect(minimumInvestmentCents(cents(100_00 - backed))).toBe(minimum);
  });

  test('a rest below a dollar is taken whole or not at all', () => {
    const rest = cents(50);
    expect(investmentAmountRefusal(rest, cents(49))).toBe('amount_below_minimum');
    expect(investmentAmountRefusal(rest, cents(50))).toBeNull();
    expect(investmentAmountRefusal(rest, cents(51))).toBe('amount_above_remaining');
  });

  test('zero cents are never a backing, not even of a full proposal', () => {
    expect(investmentAmountRefusal(cents(0), cents(0))).toBe('amount_below_minimum');
  });
});

describe('R5.2: the funding deadline', () => {
  const deadline = new Date('2026-06-30T17:59:59.999Z');
  test.each([
    { now: '2026-06-30T17:59:59.999Z', ok: true },
    { now: '2026-06-30T18:00:00.000Z', ok: false },
  ])('a backing at $now is accepted: $ok', ({ now, ok }) => {
    const decision = decideInvestment(
      stranger,
      proposalWith({ fundingDeadline: deadline }),
      cents(1_00),
      new Date(now),
    );
    expect(decision).toEqual(
      ok ? { ok, change: { backedCents: 1_00, status: 'locked' } } : { ok, refusal: 'funding_ended' },
    );
  });

  test('the deadline is judged after the permission and before the amount', () => {
    const late = new Date('2026-07-01T00:00:00.000Z');
    expect(decideInvestment(owner, proposalWith(), cents(0), late)).toMatchObject({ refusal: 'not_permitted' });
    expect(decideInvestment(stranger, proposalWith(), cents(0), late)).toMatchObject({ refusal: 'funding_ended' });
  });
});

describe('R2.3: an MFI may want its check before the first backing', () => {
  test.each([
    { approveBeforeBacking: false, isMfiApproved: false, ok: true },
    { approveBeforeBacking: false, isMfiApproved: true, ok: true },
    { approveBeforeBacking: true, isMfiApproved: true, ok: true },
    { approveBeforeBacking: true, isMfiApproved: false, ok: false },
  ])(
    'with the check wanted $approveBeforeBacking and done $isMfiApproved, a backing is accepted: $ok',
    ({ ok, ...change }) => {
      const decision = decideInvestment(stranger, proposalWith(change), cents(1_00), NOW);
      expect(decision).toMatchObject(ok ? { ok } : { ok, refusal: 'not_yet_checked' });
    },
  );
});

describe('R3.4: the own credit goes first, the rest comes from outside', () => {
  test.each([
    { amount: 25_00, credit: 0, fromCredit: 0, fromOutside: 25_00 },
    { amount: 25_00, credit: 1, fromCredit: 1, fromOutside: 24_99 },
    { amount: 25_00, credit: 25_00, fromCredit: 25_00, fromOutside: 0 },
    { amount: 25_00, credit: 99_00, fromCredit: 25_00, fromOutside: 0 },
  ])('$amount with a credit of $credit takes $fromCredit and $fromOutside', ({ amount, credit, ...expected }) => {
    expect(splitInvestment(cents(amount), cents(credit))).toEqual({
      fromCreditCents: expected.fromCredit,
      fromOutsideCents: expected.fromOutside,
    });
  });
});

describe('R31.1, R6.6: an own backing is taken back', () => {
  const dayLeft = new Date(NOW.getTime() + 86_400_000);
  const refusalOf = (changes: Parameters<typeof proposalWith>[0], isActive = true) =>
    cancelBackingRefusal(stranger, proposalWith({ fundingDeadline: dayLeft, ...changes }), { isActive, now: NOW });

  test.each<[ProposalStatus, string | null]>([
    ['drafted', 'not_found'],
    ['published', 'wrong_status'],
    ['locked', null],
    ['backed', 'wrong_status'],
    ['funded', 'wrong_status'],
    ['repaid', 'wrong_status'],
  ])('of a %s proposal: %s', (status, refusal) => {
    expect(refusalOf({ status })).toBe(refusal);
  });

  test('not less than 24 hours before the deadline, and once', () => {
    const fundingDeadline = new Date(dayLeft.getTime() - 1);
    expect(refusalOf({ status: 'locked', fundingDeadline })).toBe('too_late');
    expect(refusalOf({ status: 'locked' }, false)).toBe('wrong_status');
  });

  test('R34.7: a freeze does not keep the money in', () => {
    expect(refusalOf({ status: 'locked', frozenFor: 'everybody' })).toBeNull();
  });

  test.each([
    { of: { amount: 30, credit: 12, unpaid: 0, payBy: null, before: null }, toCredit: 12, outside: 18 },
    {
      of: { amount: 50, credit: 30, unpaid: 16, payBy: '2026-06-08' as const, before: null },
      toCredit: 34,
      outside: 0,
    },
    { of: { amount: 15, credit: 0, unpaid: 15, payBy: '2026-06-08' as const, before: null }, toCredit: 0, outside: 0 },
    { of: { amount: 40, credit: 10, unpaid: 4, payBy: '2026-06-08' as const, before: 23 }, toCredit: 13, outside: 23 },
    { of: { amount: 40, credit: 10, unpaid: 30, payBy: '2026-06-08' as const, before: 0 }, toCredit: 10, outside: 0 },
  ])('R5.3, R20.9: of $of it goes $toCredit to credit and $outside outside', ({ of, toCredit, outside }) => {
    const backing = { amountCents: cents(of.amount), fromCreditCents: cents(of.credit), unpaidCents: cents(of.unpaid) };
    const paidBeforeCents = of.before === null ? null : cents(of.before);
    expect(givenBackOf({ ...backing, payBy: of.payBy, paidBeforeCents })).toEqual({
      toCreditCents: toCredit,
      outsideCents: outside,
    });
  });
});
