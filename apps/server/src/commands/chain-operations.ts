// Lists the operations on the chain that wait for a person to look into them, and lets them go on:
// npm run chain:operations [-- --retry 17,18 | --retry all]
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import type { ChainOperation } from '../features/chain/chain-operations.repository.ts';
import { listStuck, retryStuck } from '../features/chain/chain-stuck.repository.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { openForCommand } from './open-for-command.ts';

const USAGE = 'Usage: npm run chain:operations [-- --retry 17,18 | --retry all]';

function readOptions() {
  try {
    return parseArgs({ options: { retry: { type: 'string' } } }).values;
  } catch {
    throw new StartupError(USAGE);
  }
}

function chosen(retry: string, stuck: readonly ChainOperation[]): number[] {
  if (retry === 'all') return stuck.map(({ id }) => id);
  if (!/^\d{1,15}(,\d{1,15})*$/.test(retry)) throw new StartupError(USAGE);
  return retry.split(',').map(Number);
}

await runProgram(async () => {
  const { retry } = readOptions();
  const database = await openForCommand(readConfig(process.env));
  try {
    const stuck = await listStuck(database.db);
    for (const { id, kind, nextStep, plan, updatedAt, error } of stuck) {
      console.log(`${id}  ${kind}  at ${plan?.[nextStep]?.name ?? 'the start'}  ${updatedAt.toISOString()}  ${error}`);
    }
    if (stuck.length === 0) console.log('Nothing is stuck.');
    if (retry !== undefined) {
      console.log(`${await retryStuck(database.db, chosen(retry, stuck), new Date())} go on.`);
    }
  } finally {
    await database.close();
  }
});
