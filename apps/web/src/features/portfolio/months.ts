import { isReadable, UNKNOWN } from '../../lib/format.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Month = DataOf<'findPortfolio'>['months'][number];

/** Bars that fit abreast on a phone. */
const BARS_MAX = 12;

/** A month, a quarter or a year: its first month as `YYYY-MM`, dollars expected and received. */
export type Span = { readonly first: string; readonly expected: number; readonly received: number };
export type Grain = 'month' | 'quarter' | 'year';

/** The months as at most twelve bars: as they are, by quarter, or by year. */
export function spansOf(months: readonly Month[]): { readonly grain: Grain; readonly spans: readonly Span[] } {
  const byQuarter = grouped(months, ({ month }) => `${month.slice(0, 4)}-${quarterBegin(month)}`);
  if (months.length <= BARS_MAX) return { grain: 'month', spans: grouped(months, ({ month }) => month) };
  if (byQuarter.length <= BARS_MAX) return { grain: 'quarter', spans: byQuarter };
  return { grain: 'year', spans: grouped(months, ({ month }) => `${month.slice(0, 4)}-01`).slice(-BARS_MAX) };
}

function quarterBegin(month: string): string {
  return String(Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1).padStart(2, '0');
}

function grouped(months: readonly Month[], firstOf: (month: Month) => string): Span[] {
  const spans = new Map<string, Span>();
  for (const month of months) {
    const first = firstOf(month);
    const { expected, received } = spans.get(first) ?? { expected: 0, received: 0 };
    spans.set(first, { first, expected: expected + month.expected, received: received + month.received });
  }
  return [...spans.values()];
}

/** `tag` is the language with its digits. */
export function monthName(month: string, parts: Intl.DateTimeFormatOptions, tag: string): string {
  const first = `${month}-01`;
  return isReadable(first)
    ? new Intl.DateTimeFormat(tag, { ...parts, timeZone: 'UTC' }).format(new Date(first))
    : UNKNOWN;
}
