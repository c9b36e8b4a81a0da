import { expect, test } from 'vitest';
import { updateWithdrawal } from './withdrawals.ts';

test.each([
  [{ state: 'sent' }, false],
  [{ state: 'rejected' }, false],
  [{ state: 'failed', reason: ' ' }, false],
  [{ state: 'rejected', reason: 'Wrong number' }, true],
  [{ state: 'failed', reason: 'Account closed' }, true],
  [{ state: 'confirmed' }, true],
  [{ state: 'cancelled' }, true],
  [{ state: 'requested' }, false],
])('R4.2: a step of a withdrawal as %j: %s', (body, accepted) => {
  expect(updateWithdrawal.body.safeParse(body).success).toBe(accepted);
});
