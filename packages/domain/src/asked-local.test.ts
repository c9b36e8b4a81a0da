import { describe, expect, test } from 'vitest';
import { askedLocal, localLimits, ratesBetween, receivedCents, unitOf, worthCents } from './asked-local.ts';
import type { CalendarDate } from './calendar-date.ts';
import type { Minor } from './local-money.ts';
import { type Cents, cents } from './money.ts';
import type { RateMillionths } from './rates.ts';
import vectors from './test/money-vectors.json' with { type: 'json' };

type Receipt = {
  readonly valueOn: string;
  readonly local: number;
  readonly askedLocal: Readonly<Record<string, number>>;
  readonly cents: number;
  readonly gainCents: number;
};
type Vector = {
  readonly dueCents: number;
  readonly unitMinor: number;
  readonly ratesMicros: Readonly<Record<string, number>>;
  readonly receipts: readonly Receipt[];
  readonly afterAnotherBacking: { readonly unpaidCents: readonly number[]; readonly receipts: readonly Receipt[] };
};
const vector = vectors.vectors.find(({ name }) => name.startsWith('V15 ')) as unknown as Vector;
const unit = vector.unitMinor as Minor;
const rates = Object.entries(vector.ratesMicros).map(([validFrom, rate]) => ({
  validFrom: validFrom as CalendarDate,
  rateMillionths: rate as RateMillionths,
}));
const OLDEST = '2026-11-20' as CalendarDate;

describe('local money for an order is worth what the order asked: vector V15 (R20.7)', () => {
  test.each([
    ...vector.receipts.map((receipt) => ({ ...receipt, unpaid: [vector.dueCents] })),
    ...vector.afterAnotherBacking.receipts.map((one) => ({ ...one, unpaid: vector.afterAnotherBacking.unpaidCents })),
  ])('$local on $valueOn for $unpaid is $cents', (receipt) => {
    const local = receipt.local as Minor;
    const inForce = ratesBetween(rates, OLDEST, receipt.valueOn as CalendarDate);
    const valueRate = inForce.at(-1) as RateMillionths;
    const unpaidCents = receipt.unpaid.map(cents);
    const got = receivedCents({ local, unpaidCents, rates: inForce, valueRate, unit }) as Cents;
    expect(got).toBe(receipt.cents);
    expect(worthCents(local, valueRate) - got).toBe(receipt.gainCents);
    const whole = cents(receipt.unpaid.reduce((sum, one) => sum + one, 0));
    for (const { validFrom, rateMillionths } of rates) {
      expect(askedLocal(whole, rateMillionths, unit)).toBe(receipt.askedLocal[validFrom]);
    }
  });
});

test('a unit is the institution’s in its own money, and the smallest coin in any other (R7.2, R23.1)', () => {
  const units = { localCurrency: 'IDR', localUnitMinor: 100_000 as Minor } as const;
  expect([unitOf('IDR', units), unitOf('EUR', units)]).toEqual([100_000, 1]);
  expect(unitOf('EUR', { ...units, localCurrency: null })).toBe(1);
});

test.each([
  [122_350_000, 122_350, 2_447_122],
  [999_999, 1_000, 20_000],
  [3_333_333, 3_334, 66_669],
])('limits of $10 and $200.01 at %i are worth neither less nor more than them (R23.3)', (of, minimum, maximum) => {
  const rate = of as RateMillionths;
  const bounds = { minimumCents: cents(1_000), maximumCents: cents(20_001), reason: null };
  expect(localLimits(bounds, rate)).toEqual({ minimum, maximum });
  expect(worthCents(minimum as Minor, rate)).toBeGreaterThanOrEqual(1_000);
  expect(worthCents(maximum as Minor, rate)).toBeLessThanOrEqual(20_001);
  const none = { minimumCents: null, maximumCents: null, reason: null };
  expect(localLimits(none, rate)).toEqual({ minimum: null, maximum: null });
});

test('a rate counts for each day until the next, and none after the value day (R20.7)', () => {
  const between = (from: string, to: string) => ratesBetween(rates, from as CalendarDate, to as CalendarDate);
  expect(between('2026-11-21', '2026-11-23')).toEqual([122_350_000]);
  expect(between('2026-11-21', '2026-11-24')).toEqual([122_350_000, 123_100_000]);
  expect(between('2026-11-24', '2026-11-30')).toEqual([123_100_000]);
  expect(between('2026-11-01', '2026-11-19')).toEqual([]);
});

test('a rate older than 30 days counts for nothing, and an asked sum needs none of the value day (R20.7, R23.2)', () => {
  const between = (from: string, to: string) => ratesBetween(rates, from as CalendarDate, to as CalendarDate);
  expect(between('2026-12-24', '2026-12-30')).toEqual([123_100_000]);
  expect(between('2026-12-25', '2026-12-30')).toEqual([]);
  const asked = { unpaidCents: [cents(3500)], rates: between('2026-11-20', '2026-12-30'), valueRate: null, unit };
  expect(receivedCents({ ...asked, local: 428_300 as Minor })).toBe(3500);
  expect(receivedCents({ ...asked, local: 428_400 as Minor })).toBe(null);
});
