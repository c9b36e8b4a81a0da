import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPooledLine } from './lost-line.ts';

const LIFTED = `set local statement_timeout = '5min'`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The statements that ended the connection, of these, sent one after the other and each answered after so many seconds. */
function endedBy(...sent: readonly (readonly [text: string, seconds: number])[]): string[] {
  const destroy = vi.fn<() => void>();
  const watch = watchPooledLine({ connection: { stream: { destroy } } } as unknown as pg.PoolClient);
  return sent.flatMap(([text, seconds]) => {
    destroy.mockClear();
    const { stop } = watch(text);
    vi.advanceTimersByTime(seconds * 1_000);
    stop();
    return destroy.mock.calls.length > 0 ? [text] : [];
  });
}

test.each([
  { lot: 'is answered within its limit', sent: [['select 1', 14]], ended: [] },
  { lot: 'has no answer after 15 seconds', sent: [['select 1', 16]], ended: ['select 1'] },
  {
    lot: 'is in a transaction that lifted its limit',
    sent: [
      [LIFTED, 0],
      ['select 1', 200],
    ],
    ended: [],
  },
  {
    lot: 'commits such a transaction',
    sent: [
      [LIFTED, 0],
      ['commit', 16],
    ],
    ended: ['commit'],
  },
  {
    lot: 'follows such a transaction',
    sent: [
      [LIFTED, 0],
      ['rollback', 0],
      ['select 1', 16],
    ],
    ended: ['select 1'],
  },
] as const)('the connection to a pooler ends or stays with a statement that $lot', ({ sent, ended }) => {
  expect(endedBy(...sent)).toEqual(ended);
});
