import { expect, test } from 'vitest';
import { weekEnd } from './saved-searches.ts';

test.each([
  ['2026-02-02T04:00:00.000Z', '2026-02-02T04:00:00.000Z'],
  ['2026-02-02T03:59:59.999Z', '2026-01-26T04:00:00.000Z'],
  ['2026-02-08T23:00:00.000Z', '2026-02-02T04:00:00.000Z'],
  ['2026-03-01T12:00:00.000Z', '2026-02-23T04:00:00.000Z'],
])('at %s the last week has ended at %s', (now, end) => {
  expect(weekEnd(new Date(now)).toISOString()).toBe(end);
});
