import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { query } from '../durable-cluster.ts';
import { tellFigures } from '../figures.ts';
import { setUpOutages } from './outages.ts';

/** The full number is for a night. */
const TURNS = Number(process.env['READ_ONLY_TURNS'] ?? 2);
/** Open connections are read-only from their next transaction on. */
const READ_ONLY_MS = 3_000;
const TIMEOUT_MS = 120_000 + 10_000 * TURNS;

const { cluster, through } = setUpOutages();

test(
  `PostgreSQL turned read-only ${TURNS} times under load loses no answered backing and doubles none`,
  async () => {
    const { wrong, acknowledged, refused, silences } = await through(TURNS, async () => {
      await setReadOnly('on');
      await sleep(READ_ONLY_MS);
      await setReadOnly('off');
    });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    // Each turn reaches the connections that are open.
    expect(Math.min(...silences)).toBeGreaterThan(READ_ONLY_MS / 2_000);
    tellFigures(
      `${TURNS} times read-only, ${acknowledged} acknowledged changes, ${refused} requests told to come again, none lost or doubled`,
    );
  },
  TIMEOUT_MS,
);

async function setReadOnly(state: 'on' | 'off'): Promise<void> {
  await query(cluster().url, `alter system set default_transaction_read_only = ${state}`);
  await query(cluster().url, 'select pg_reload_conf()');
}
