import { expect, test } from 'vitest';
import { attack } from './attack.ts';
import { tellFigures } from './figures.ts';
import { useWorld } from './world.ts';

/** `npm run proof` goes on for an hour. */
const MINUTES = Number(process.env['ATTACK_MINUTES'] ?? 5);
const LIMIT_MS = 60_000 + MINUTES * 60_000;

const world = useWorld({
  env: { RATE_LIMITS: 'on', CHALLENGE_STEPS: '2', ...(MINUTES < 10 && { SMS_BUDGET: 'sign_up=2000' }) },
});

test(
  'strangers from 65,536 networks keep no honest person out and have nothing sent to people who did not ask',
  async () => {
    const { requests, triesOfHonest, mostSms, mostMails, statuses } = await attack(world, MINUTES);
    tellFigures(
      `${requests} requests, ${statuses['429 challenge_required']} asked for work; ${triesOfHonest.length} honest wishes in at most ${Math.max(...triesOfHonest)} tries`,
    );
    expect(requests).toBe(MINUTES * 10_000);
    expect(triesOfHonest).toHaveLength(MINUTES * 5);
    expect(Math.max(...triesOfHonest)).toBeLessThanOrEqual(2);
    expect(mostSms).toBeLessThanOrEqual(3);
    expect(mostMails).toBeLessThanOrEqual(3);
    expect(Object.keys(statuses).filter((status) => status.startsWith('5') && status !== '503')).toEqual([]);
    expect(statuses['429 challenge_required']).toBeGreaterThan(requests / 2);
  },
  LIMIT_MS,
);
