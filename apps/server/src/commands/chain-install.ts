// Installs our missing contracts on the configured chain, and waits until they are there: npm run chain:install
import { setTimeout as sleep } from 'node:timers/promises';
import { createChain } from '../outside/chain.ts';
import { readConfig } from '../config/config.ts';
import { createKeyring } from '../features/chain/chain-keys.repository.ts';
import { listStuck } from '../features/chain/chain-stuck.repository.ts';
import { ALL_CONTRACTS, findContracts } from '../features/chain/chain-reader.ts';
import { ensureSetup } from '../features/chain/chain-setup.ts';
import { drainChain } from '../features/chain/chain-worker.ts';
import { type RealClock, startRealClock } from '../outside/real-clock.ts';
import { createLog } from '../config/log.ts';
import { readAppSecret } from '../config/secret.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { migrate } from '../db/migrate.ts';
import { openForCommand } from './open-for-command.ts';

const PAUSE_MAX_MS = 5_000;

await runProgram(async () => {
  const config = readConfig(process.env);
  if (!config.chain.isOn) throw new StartupError('CHAIN is off.');
  const log = createLog(config.logLevel);
  const keyring = createKeyring(readAppSecret(config), config.chain.keySecrets);
  const database = await openForCommand(config, { mayBegin: true });
  const chain = await createChain(config, log);
  let real: RealClock | null = null;
  try {
    await migrate(database.db);
    real = await startRealClock({ db: database.db, log });
    const { now } = real;
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
    real?.stop();
    await chain.close();
    await database.close();
  }
});
