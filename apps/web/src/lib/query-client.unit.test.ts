import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { pauseMs } from './query-client.ts';

const busy = (retryAfterSeconds: number | null) => new ApiError({ status: 503, code: 'overloaded', retryAfterSeconds });

test('a question that a busy server turned away is asked again when it said, and not by all at once', () => {
  expect([0, 0.5, 1].map((chance) => pauseMs(0, busy(2), chance))).toEqual([2_000, 2_500, 3_000]);
  expect([0, 1].map((failures) => pauseMs(failures, busy(null), 0))).toEqual([1_000, 2_000]);
  expect(pauseMs(0, new TypeError('a broken connection'), 1)).toBe(1_500);
});

test('no server makes a page wait longer than 15 seconds', () => {
  expect(pauseMs(0, busy(3_600), 1)).toBe(15_000);
});
