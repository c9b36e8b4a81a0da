import { expect, test } from 'vitest';
import { NOTHING, withPart } from './parts.ts';
import type { Outcome } from './record.ts';

const part = (change: Partial<Outcome> = {}): Outcome => ({
  outcome: 'held',
  on: '2030-01-02',
  minutes: 1.5,
  figures: ['300 commands', '200 commands'],
  ...change,
});

test('a run in parts is begun until its commands are as many as wanted, then it has held', () => {
  const first = withPart(NOTHING, part(), 1_500);
  expect(first).toEqual({
    outcome: 'begun',
    on: '2030-01-02',
    minutes: 1.5,
    figures: ['500 commands', 'the last part 1.5 minutes'],
  });
  const second = withPart(first, part({ on: '2030-01-03' }), 1_500);
  expect(second).toMatchObject({ outcome: 'begun', on: '2030-01-03', minutes: 3 });
  expect(second.figures).toEqual(['1000 commands', 'the last part 1.5 minutes']);
  expect(withPart(second, part(), 1_500)).toMatchObject({ outcome: 'held', minutes: 4.5 });
});

test('a part that failed fails the run, however many commands there are', () => {
  const failed = part({ outcome: 'failed', figures: ['200 commands'] });
  expect(withPart(withPart(NOTHING, part(), 2_000), failed, 600)).toMatchObject({
    outcome: 'failed',
    figures: ['700 commands', 'the last part 1.5 minutes'],
  });
  expect(withPart(withPart(NOTHING, failed, 600), part(), 600)).toMatchObject({
    outcome: 'failed',
    figures: ['700 commands', 'the last part 1.5 minutes'],
  });
});

test('a run that lacks something here says what', () => {
  const lacking = part({ outcome: 'not run here', figures: ['no PostgreSQL'] });
  expect(withPart(NOTHING, lacking, 600)).toMatchObject({ outcome: 'not run here', figures: ['no PostgreSQL'] });
});
