// Checks the configuration part by part and says what is wrong, without changing anything: npm run doctor
import fs from 'node:fs';
import path from 'node:path';
import { createChain } from '../outside/chain.ts';
import { createFiles } from '../outside/transports.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { readAppSecret } from '../config/secret.ts';
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
  // Reading a secret that is not there would make one.
  const hasSecret = config.appSecret !== null || fs.existsSync(path.join(config.dataDir, 'secret'));
  const secret = hasSecret ? readAppSecret(config) : null;
  const checked: Checked = { config, db: database.db, files: await createFiles(config), chain, secret };
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
