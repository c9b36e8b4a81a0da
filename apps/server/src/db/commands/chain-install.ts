// Installs what is missing of our contracts on the chain that is configured, and waits until it is there:
// npm run chain:install
import { setTimeout as sleep } from 'node:timers/promises';
import { createChain } from '../../adapters/chain.ts';
import { readConfig } from '../../config.ts';
import { createKeyring } from '../../features/chain/chain-keys.repository.ts';
import { listStuck } from '../../features/chain/chain-stuck.repository.ts';
import { ALL_CONTRACTS, findContracts } from '../../features/chain/chain-reader.ts';
import { ensureSetup } from '../../features/chain/chain-setup.ts';
import { drainChain } from '../../features/chain/chain-worker.ts';
import { createLog } from '../../log.ts';
import { readAppSecret } from '../../secret.ts';
import { runProgram, StartupError } from '../../startup-error.ts';
import { migrate } from '../migrate.ts';
import { openForCommand } from './open-for-command.ts';

const PAUSE_MAX_MS = 5_000;

await runProgram(async () => {
  const config = readConfig(process.env);
  if (!config.chain.isOn) throw new StartupError('CHAIN is off.');
  const log = createLog(config.logLevel);
  const now = () => new Date();
  const keyring = createKeyring(readAppSecret(config), config.chain.keySecrets);
  const database = await openForCommand(config);
  const chain = createChain(config, log);
  try {
    await migrate(database.db);
    const outside = { chain, db: database.db, now, log, keyring };
    while (!(await ensureSetup(outside))) {
      const stuck = (await listStuck(database.db)).find(({ kind }) => kind === 'setup');
      if (stuck) {
        throw new StartupError(
          `Operation ${stuck.id} is stuck: ${stuck.error}\nRetry it with npm run chain:operations -- --retry ${stuck.id}`,
        );
      }
      const next = await drainChain(outside);
      await sleep(Math.min(PAUSE_MAX_MS, Math.max(0, (next?.getTime() ?? 0) - now().getTime())));
    }
    const contracts = await findContracts(chain);
    console.log(`On ${chain.chainName}, owned by ${chain.ownerPublicKey}:`);
    for (const name of ALL_CONTRACTS) console.log(`  ${name}  ${contracts[name]}`);
  } finally {
    await chain.close();
    await database.close();
  }
});
