import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { type ReleasedLoan, timesAsked, undoReleaseRefusal, unsentTooLongBefore } from './release-undoings.ts';

const RELEASED: ReleasedLoan = {
  status: 'funded',
  repaidCents: cents(0),
  forgivenCents: cents(0),
  pendingCents: cents(0),
  isMoneySent: false,
  writtenOffAt: null,
};

test('R31.3: a release of which nothing has moved is undone', () => {
  expect(undoReleaseRefusal(RELEASED)).toBeNull();
});

test.each([
  [{ status: 'backed' }, 'wrong_status'],
  [{ status: 'repaid' }, 'wrong_status'],
  [{ isMoneySent: true }, 'wrong_status'],
  [{ repaidCents: cents(1) }, 'wrong_status'],
  [{ forgivenCents: cents(1) }, 'wrong_status'],
  [{ writtenOffAt: new Date(0) }, 'wrong_status'],
  [{ pendingCents: cents(1) }, 'payment_pending'],
] as const)('R31.3: a release with %j is not undone', (change, refusal) => {
  expect(undoReleaseRefusal({ ...RELEASED, ...change })).toBe(refusal);
});

test.each([
  ['2026-03-01T23:59:59Z', 0],
  ['2026-03-02T00:00:00Z', 1],
  ['2026-03-31T23:59:59Z', 1],
  ['2026-04-01T00:00:00Z', 2],
  ['2026-05-01T00:00:00Z', 3],
])('R31.4: by %s staff have been asked %i times about a release of New Year', (now, times) => {
  expect(timesAsked(new Date('2026-01-01T00:00:00Z'), new Date(now))).toBe(times);
});

test('R31.4: a release is asked about once it is sixty days old', () => {
  const now = new Date('2026-03-02T00:00:00Z');
  expect(unsentTooLongBefore(now)).toEqual(new Date('2026-01-01T00:00:00Z'));
});
