import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { type Arrived, fitsIntoLoan, paymentCents, receiptEffect, shareOfLoan } from './line-effects.ts';
import { cents } from './money.ts';
import type { Minor } from './local-money.ts';
import type { LoanNamed, PersonNamed } from './statement-candidates.ts';

/** 122.35 taka for a dollar, and from Friday on 123.10. */
const rates = { on: (day: CalendarDate) => (day < '2026-11-20' ? 122_350_000 : 123_100_000), unit: 100 };
const taka = (amount: number, valueOn: CalendarDate = '2026-11-22'): Arrived => ({
  amount,
  valueOn,
  currency: 'BDT',
  rates,
});

const backing = (investmentId: number, payBy: CalendarDate, unpaid: number) => ({
  proposalId: investmentId,
  investmentId,
  backedOn: '2026-11-18' as CalendarDate,
  payBy,
  unpaidCents: cents(unpaid),
});
const person: PersonNamed = {
  kind: 'person',
  reference: 'RF5611588139',
  unpaid: [backing(2, '2026-11-26', 700), backing(1, '2026-11-25', 2800)],
};

test('a sum that the order asked on any day since its oldest unpaid backing pays exactly that order (R20.7)', () => {
  // 35 dollars at 122.35 and at 123.10, each rounded up to the taka.
  for (const asked of [428_300, 430_900]) expect(receiptEffect(person, taka(asked))?.cents).toBe(3500);
  expect(receiptEffect(person, taka(428_200))?.cents).toBe(Math.floor(428_200 / 123.1));
});

test('a sum that the first backings in turn asked pays those (R20.7)', () => {
  expect(receiptEffect(person, taka(344_700))).toMatchObject({
    cents: 2800,
    settles: [{ investmentId: 1, cents: 2800 }],
    creditCents: 0,
  });
});

test('without a rate nobody knows what a sum is worth', () => {
  expect(receiptEffect(person, { ...taka(428_300), rates: { on: () => null, unit: 100 } })).toBeNull();
});

const plan = Array.from({ length: 3 }, () => ({ cents: cents(833), local: 102_000 as Minor }));
const local: LoanNamed = {
  kind: 'loan',
  reference: 'RF0726634400',
  outstandingCents: cents(2499),
  pending: [],
  instalmentCents: cents(833),
  local: { currency: 'BDT', left: 306_000, instalment: 102_000, plan },
};

test('halves of an instalment make a whole, and all local instalments pay all (R23.5)', () => {
  const half = paymentCents(local, taka(51_000));
  expect(half).toBe(416);
  const after = { ...local, outstandingCents: cents(2499 - 416), local: { ...local.local!, left: 255_000 } };
  expect(paymentCents(after, taka(51_000))).toBe(833 - 416);
  expect(paymentCents(local, taka(306_000))).toBe(2499);
  expect(fitsIntoLoan(local, taka(306_000))).toBe(true);
  expect(fitsIntoLoan(local, taka(306_100))).toBe(false);
});

test('the plan of a loan takes its part of a sum without a rate, which only the rest needs (R23.2)', () => {
  const unknown = { on: () => null, unit: 100 };
  expect(shareOfLoan(local, taka(306_100))).toEqual({ paidCents: 2499, restCents: 0, restMinor: 100 });
  expect(shareOfLoan(local, taka(408_000))).toEqual({ paidCents: 2499, restCents: 828, restMinor: 102_000 });
  expect(shareOfLoan(local, { ...taka(306_000), rates: unknown })).toEqual({
    paidCents: 2499,
    restCents: 0,
    restMinor: 0,
  });
  const above = { ...taka(408_000), rates: unknown };
  expect(shareOfLoan(local, above)).toEqual({ paidCents: 2499, restCents: null, restMinor: 102_000 });
  expect(paymentCents(local, above)).toBeNull();
  expect(shareOfLoan({ ...local, local: null }, above)).toBeNull();
});

test('a payment that is pending takes its part of what is left (R22.4)', () => {
  const pending = {
    id: 1,
    amount: 102_000,
    currency: 'BDT',
    cents: cents(833),
    channel: 'bank',
    ownReference: '',
    paidOn: '2026-11-20' as CalendarDate,
  };
  expect(fitsIntoLoan({ ...local, pending: [pending] }, taka(204_000))).toBe(true);
  expect(fitsIntoLoan({ ...local, pending: [pending] }, taka(204_100))).toBe(false);
});

test('a loan without a rate takes what its instalment asked within seven days, else the worth of the day (R23.9)', () => {
  const dollars: LoanNamed = { ...local, local: null };
  expect(paymentCents(dollars, taka(102_000))).toBe(833);
  expect(paymentCents(dollars, taka(102_600))).toBe(833);
  expect(paymentCents(dollars, taka(102_000, '2026-11-28'))).toBe(Math.floor(102_000 / 123.1));
  expect(fitsIntoLoan(dollars, taka(400_000))).toBe(false);
});
