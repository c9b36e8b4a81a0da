import { expect, test } from 'vitest';
import { attack } from './attack.ts';
import { useWorld } from './world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on', CHALLENGE_STEPS: '2', SMS_BUDGET: 'sign_up=2000' } });

/** A minute of what `attack.long.postgres.test.ts` goes on with for five, and the long runs for an hour. */
test('a minute of strangers keeps no honest person out and has nothing sent to people who did not ask', async () => {
  const { requests, triesOfHonest, mostSms, mostMails, statuses } = await attack(world, 1);
  expect(requests).toBe(10_000);
  expect(triesOfHonest).toHaveLength(5);
  expect(Math.max(...triesOfHonest)).toBeLessThanOrEqual(2);
  expect(mostSms).toBeLessThanOrEqual(3);
  expect(mostMails).toBeLessThanOrEqual(3);
  expect(statuses['500']).toBeUndefined();
  expect(statuses['429 challenge_required']).toBeGreaterThan(requests / 2);
}, 120_000);
