import { describe, expect, it, test, vi } from 'vitest';
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

  it('has the digits of bank slips, or the native ones of who chose them, and stays whole in an Arabic line', () => {
    expect(be.money(1200)).toBe('$1,200');
    expect(ar.money(8.33)).toBe('\u2066$8.33\u2069');
    expect(formatFor('be', 'native').money(1200)).toBe('$১,২০০');
    expect(formatFor('ar', 'native').money(8.33)).toBe('\u2066$٨٫٣٣\u2069');
  });
});

describe('dates', () => {
  it('are DD/MM/YYYY, and YYYY/MM/DD in Arabic', () => {
    expect(en.date('2026-06-03')).toBe('03/06/2026');
    expect(be.date('2026-06-03')).toBe('03/06/2026');
    expect(ar.date('2026-06-03')).toBe('\u20662026/06/03\u2069');
  });

  it('of a calendar day are the same day everywhere', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    expect(en.date('2026-01-01')).toBe('01/01/2026');
    process.env.TZ = zone ?? 'UTC';
  });
});

test('facts on one line are kept apart without the dot that is a zero in Arabic', () => {
  expect(en.joined(['$140 of $400', '6 backers'])).toBe('$140 of $400 · 6 backers');
  expect(ar.joined(['a', 'b'])).toBe('a، b');
});

describe('numbers', () => {
  it('are written as the language writes them', () => {
    expect(en.percent(0.35)).toBe('35%');
    expect(be.number(1234)).toBe('1,234');
    expect(en.relativeDays(9)).toBe('in 9 days');
    expect(en.relativeDays(-1)).toBe('yesterday');
  });

  it('count far days in weeks and months, and name the day after them', () => {
    expect(en.relativeDays(13)).toBe('in 13 days');
    expect(en.relativeDays(-59)).toBe('8 weeks ago');
    expect(en.relativeDays(60)).toBe('in 2 months');
    expect(en.daysAndDay(28, '2026-12-24')).toBe('in 4 weeks · 24 Dec');
  });

  it('of coming days in Bengali are after, not within, so many', () => {
    expect(be.daysAndDay(28, '2026-12-24')).toMatch(/^4 সপ্তাহ পরে · 24 /);
    expect([2, 9, 70].map(be.relativeDays)).toEqual(['2 দিন পরে', '9 দিন পরে', '2 মাস পরে']);
    expect([1, 0, -9].map(be.relativeDays)).toEqual(['আগামীকাল', 'আজ', '9 দিন আগে']);
    expect(formatFor('be', 'native').relativeDays(9)).toBe('৯ দিন পরে');
  });

  it('of coming days in Bengali do not depend on how a browser puts them', () => {
    const said = vi.spyOn(Intl.RelativeTimeFormat.prototype, 'format').mockReturnValue('9 দিন পর');
    expect(be.relativeDays(9)).toBe('9 দিন পরে');
    said.mockRestore();
  });
});
