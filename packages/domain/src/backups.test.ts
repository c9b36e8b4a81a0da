import { expect, test } from 'vitest';
import { keptBackups } from './backups.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const every = (minutes: number, until: number) =>
  Array.from({ length: Math.floor(until / minutes) + 1 }, (_, index) => minutesAgo(index * minutes));

test('all backups of the last two hours stay', () => {
  expect(keptBackups(every(5, 120), NOW)).toHaveLength(25);
});

test('a backup each five minutes for 40 days leaves one an hour for two days, one a day for 35', () => {
  const kept = keptBackups(every(5, 40 * 1440), NOW);
  const ages = kept.map((at) => (NOW.getTime() - at.getTime()) / 3_600_000);
  expect(ages.filter((hours) => hours > 2 && hours <= 48)).toHaveLength(46);
  expect(ages.filter((hours) => hours > 48).length).toBeGreaterThanOrEqual(33);
  expect(Math.max(...ages)).toBeLessThanOrEqual(35 * 24);
});

test('the rule used each five minutes keeps as many as the rule used once', () => {
  let kept: readonly Date[] = [];
  for (let minutes = 3 * 1440; minutes >= 0; minutes -= 5) {
    kept = keptBackups([...kept, minutesAgo(minutes)], minutesAgo(minutes));
  }
  expect(kept.length).toBeGreaterThan(24 + 45);
  expect(kept.length).toBeLessThan(24 + 50);
});

test('the newest stays however old it is', () => {
  expect(keptBackups([minutesAgo(99 * 1440), minutesAgo(98 * 1440)], NOW)).toEqual([minutesAgo(98 * 1440)]);
  expect(keptBackups([], NOW)).toEqual([]);
});
