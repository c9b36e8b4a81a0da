import { expect, test } from 'vitest';
import { type Month, spansOf } from './months.ts';

const months = (count: number): Month[] =>
  Array.from({ length: count }, (_, index) => ({
    month: `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
    expected: 10,
    open: 0,
    received: index,
  }));

test('up to twelve months are a bar each', () => {
  expect(spansOf(months(12))).toMatchObject({ grain: 'month', spans: { length: 12 } });
  expect(spansOf([]).spans).toEqual([]);
});

test('thirteen months are quarters, which hold the same money', () => {
  const { grain, spans } = spansOf(months(13));
  expect(grain).toBe('quarter');
  expect(spans.map(({ first }) => first)).toEqual(['2025-01', '2025-04', '2025-07', '2025-10', '2026-01']);
  expect(spans.map(({ received }) => received)).toEqual([3, 12, 21, 30, 12]);
});

test('more than twelve quarters are years, the last twelve of them', () => {
  expect(spansOf(months(37))).toMatchObject({
    grain: 'year',
    spans: [{ first: '2025-01', expected: 120 }, {}, {}, {}],
  });
  expect(spansOf(months(12 * 14)).spans).toHaveLength(12);
});
