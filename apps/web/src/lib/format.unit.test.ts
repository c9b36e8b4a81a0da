import { describe, expect, it } from 'vitest';
import { formatFor } from './format.ts';

const en = formatFor('en');
const be = formatFor('be');
const ar = formatFor('ar');

describe('money', () => {
  it('has cents only where there are some', () => {
    expect(en.money(400)).toBe('$400');
    expect(en.money('8.33')).toBe('$8.33');
    expect(en.money(1240.5)).toBe('$1,240.50');
    expect(en.money(-5)).toBe('-$5');
  });

  it('is written in the digits of the reader and stays whole in an Arabic line', () => {
    expect(be.money(1200)).toBe('$১,২০০');
    expect(ar.money(8.33)).toBe('\u2066$٨٫٣٣\u2069');
  });
});

describe('dates', () => {
  it('are DD/MM/YYYY, and YYYY/MM/DD in Arabic', () => {
    expect(en.date('2026-06-03')).toBe('03/06/2026');
    expect(be.date('2026-06-03')).toBe('০৩/০৬/২০২৬');
    expect(ar.date('2026-06-03')).toBe('\u2066٢٠٢٦/٠٦/٠٣\u2069');
  });

  it('of a calendar day are the same day everywhere', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    expect(en.date('2026-01-01')).toBe('01/01/2026');
    process.env.TZ = zone ?? 'UTC';
  });
});

describe('numbers', () => {
  it('are written as the language writes them', () => {
    expect(en.percent(0.35)).toBe('35%');
    expect(be.number(1234)).toBe('১,২৩৪');
    expect(en.relativeDays(9)).toBe('in 9 days');
    expect(en.relativeDays(-1)).toBe('yesterday');
  });
});
