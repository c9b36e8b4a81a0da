import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tellFigures } from '../figures.ts';
import { setUpOutages } from './outages.ts';

/** The full number is for a night. */
const KILLS = Number(process.env['POSTGRES_KILLS'] ?? 3);
const CUTS = 3;
const CALM_MS = 1_000;
const TIMEOUT_MS = 120_000 + 10_000 * KILLS;

const { cluster, line, through } = setUpOutages();

test(
  `PostgreSQL killed ${KILLS} times under load loses no answered backing, doubles none, and is asked again`,
  async () => {
    const { wrong, refused } = await through(KILLS, async () => {
      await cluster().end('SIGKILL');
      await cluster().start();
    });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    tellFigures(`${KILLS} kills of PostgreSQL, ${refused} requests told to come again, none lost or doubled`);
  },
  TIMEOUT_MS,
);

test(
  'a network that is cut between server and database is a 503, and what was sent before acts once',
  async () => {
    const { wrong, refused } = await through(CUTS, async () => {
      line().onRequest = () => 'cut';
      line().onAnswer = () => 'cut';
      await sleep(CALM_MS);
      line().onRequest = () => 'pass';
      line().onAnswer = () => 'pass';
    });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test(
  'a network that swallows what is sent holds work for less than half a minute, not for a quarter of an hour',
  async () => {
    const { wrong } = await through(1, async () => {
      line().onRequest = () => 'drop';
      line().onAnswer = () => 'drop';
      await sleep(20_000);
      line().onRequest = () => 'pass';
      line().onAnswer = () => 'pass';
    });
    expect(wrong).toEqual([]);
  },
  TIMEOUT_MS,
);
