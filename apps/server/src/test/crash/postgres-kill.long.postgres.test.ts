import { expect, test } from 'vitest';
import { tellFigures } from '../figures.ts';
import { setUpOutages } from './outages.ts';

/** The full number is for a night. */
const KILLS = Number(process.env['POSTGRES_KILLS'] ?? 3);
const TIMEOUT_MS = 120_000 + 10_000 * KILLS;

const { cluster, through } = setUpOutages();

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
