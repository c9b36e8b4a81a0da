import { expect, test } from 'vitest';
import { stepUpRefusal } from './step-up.ts';

const now = new Date('2026-01-31T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  ['everybody', null, false, 'step_up_required'],
  ['everybody', null, true, 'step_up_required'],
  ['everybody', minutesAgo(0), false, null],
  ['everybody', minutesAgo(9.99), true, null],
  ['everybody', minutesAgo(10), true, 'step_up_required'],
  ['staff', null, false, null],
  ['staff', null, true, 'step_up_required'],
  ['staff', minutesAgo(9.99), true, null],
  ['staff', minutesAgo(10), true, 'step_up_required'],
] as const)(
  'a call that asks %s, proof of %s, second factor %s: %s (R34.2)',
  (of, provenAt, hasSecondFactor, refusal) => {
    expect(stepUpRefusal(of, { provenAt, hasSecondFactor }, now)).toBe(refusal);
  },
);
