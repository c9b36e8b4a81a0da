// Checks the configuration part by part and says what is wrong, without changing anything: npm run doctor
import { createChain } from '../outside/chain.ts';
import { createFiles } from '../outside/transports.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { CHECKS, type Checked } from './checks.ts';
import { openForCommand } from './open-for-command.ts';

const MARKS = { ok: 'ok  ', note: 'note', bad: 'BAD ' };

await runProgram(async () => {
  const config = readConfig(process.env);
  const database = await openForCommand(config);
  // Only a configured node is asked: asking the embedded chain would begin it.
  const chain = await createChain(
    config.chain.node === null ? { ...config, chain: { ...config.chain, isOn: false } } : config,
    createLog('silent'),
  );
  const checked: Checked = { config, db: database.db, files: await createFiles(config), chain };
  let faults = 0;
  try {
    for (const { name, run } of CHECKS) {
      const { state, words } = await run(checked);
      if (state === 'bad') faults += 1;
      console.log(`${MARKS[state]}  ${name.padEnd(10)}  ${words}`);
    }
  } finally {
    await chain.close();
    await database.close();
  }
  const production = config.signs.length > 0 ? config.signs.join(', ') : 'none';
  console.log(`Signs of production: ${production}.`);
  if (faults > 0) throw new StartupError(`${faults} to put right.`);
});
