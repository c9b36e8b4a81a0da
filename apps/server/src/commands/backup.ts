// Copies the embedded database of a stopped server, with its pictures, chain and secrets, into BACKUP_DIR, which a running server
// does by itself; with PostgreSQL all of this but the database, beside the servers: npm run backup
import fs from 'node:fs';
import { writeCopiedAt } from './copied-at.ts';
import { refuseMissing } from './open-for-command.ts';
import { copyOwnFiles } from './own-files.ts';
import { takeSnapshot } from './snapshots.ts';
import { type Config, readConfig } from '../config/config.ts';
import { lockDirectory } from '../db/embedded/directory-lock.ts';
import { openEmbedded } from '../db/embedded/embedded-database.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  const { backupDir } = config;
  if (backupDir === null)
    throw new StartupError('The environment variable BACKUP_DIR must name the folder of the backups.');
  await (config.databaseUrl === null ? copyAll(config, backupDir) : copyBesidePostgres(config, backupDir));
});

/** @throws StartupError when there is no database, or another process has it open */
async function copyAll({ databaseUrl, dataDir }: Config, backupDir: string): Promise<void> {
  // An empty database that begins here would be the newest backup.
  refuseMissing({ databaseUrl, dataDir });
  const database = await openEmbedded({ dataDir });
  try {
    const { file } = await takeSnapshot({ dump: database.dump, dataDir, backupDir }, new Date());
    console.log(`Wrote ${file}.`);
  } finally {
    await database.close();
  }
}

/** @throws StartupError when the folder of the data is away, or another process copies into the same folder */
async function copyBesidePostgres({ dataDir, appSecret, storage }: Config, backupDir: string): Promise<void> {
  // A disk that is not there must not look like pictures that were taken away.
  if (!fs.existsSync(dataDir)) throw new StartupError(`The folder ${dataDir} of DATA_DIR is not there.`);
  fs.mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(backupDir);
  const now = new Date();
  const count = await copyOwnFiles(dataDir, backupDir, now).finally(unlock);
  // The servers show this moment as a metric, so that an alarm rings when the next copy is late.
  await writeCopiedAt(backupDir, now);
  console.log(`Copied ${dataDir} into ${backupDir}; pictures: ${count}.`);
  if (appSecret !== null) console.log('The secret is in APP_SECRET and in no copy: keep it apart.');
  if (storage !== null) console.log(`The pictures in the storage ${storage.bucket} are in no copy.`);
  console.log('The database itself is copied by pgBackRest: docs/runbook.md, section 5.');
}
