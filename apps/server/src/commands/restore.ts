// Proves a backup, or puts one in the place of a lost DATA_DIR.
//   npm run restore -- --verify [--before 2026-03-01T12:00:00Z] [--root ROOT]
//   npm run restore -- --into /var/lib/sathi [--before …]
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listSnapshots, readSnapshot, type Snapshot } from './snapshots.ts';
import { verifyCopy } from './verify-copy.ts';
import { type Config, readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { openEmbedded } from '../db/embedded/embedded-database.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';

const USAGE = 'Say --verify, or --into with the folder that becomes DATA_DIR.';

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      verify: { type: 'boolean' },
      into: { type: 'string' },
      before: { type: 'string' },
      root: { type: 'string' },
    },
  });
  const config = readConfig(process.env);
  if (config.backupDir === null) {
    throw new StartupError('The environment variable BACKUP_DIR must name the folder of the backups.');
  }
  const startedAt = performance.now();
  const chosen = await choose(config.backupDir, values.before);
  const dump = await readSnapshot(chosen);
  console.log(`The backup of ${chosen.at.toISOString()}.`);
  if (values.verify) await verify(dump, { ...config, dataDir: config.backupDir }, values.root);
  else if (values.into !== undefined) await putInto(dump, config.backupDir, values.into);
  else throw new StartupError(USAGE);
  console.log(`It took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
});

/** The newest, or the newest up to a moment. @throws StartupError when there is none */
async function choose(backupDir: string, before: string | undefined): Promise<Snapshot> {
  const until = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
  const chosen = (await listSnapshots(backupDir)).findLast(({ at }) => at.getTime() <= until);
  if (chosen === undefined) throw new StartupError(`The folder ${backupDir} holds no such backup.`);
  return chosen;
}

async function verify(dump: Uint8Array, config: Config, root: string | undefined): Promise<void> {
  if (config.appSecret === null && !fs.existsSync(path.join(config.dataDir, 'secret'))) {
    throw new StartupError('APP_SECRET must hold the secret that signed the days: the backups have none.');
  }
  const { wrong, newest } = await verifyCopy(dump, readAppSecret(config), new Date());
  for (const line of wrong) console.log(line);
  if (newest) console.log(`The newest signed day is ${newest.day}, root ${newest.root}.`);
  const isAnother = root !== undefined && root !== newest?.root;
  if (isAnother) console.log(`The newest root is not ${root}.`);
  if (wrong.length > 0 || isAnother) process.exitCode = 1;
  else console.log('The copy starts, its books agree, and every signed day stands as it was.');
}

/** @throws StartupError when something is there already: no restore writes over data */
async function putInto(dump: Uint8Array, backupDir: string, dataDir: string): Promise<void> {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) {
    throw new StartupError(`The folder ${dataDir} is not empty: move what is there away first.`);
  }
  const database = await openEmbedded({ dataDir, dump });
  await database.close();
  for (const name of ['secret', 'chain', 'files']) {
    const from = path.join(backupDir, name);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(dataDir, name), { recursive: true });
  }
  console.log(`Put into ${dataDir}. Start the server on it.`);
}
