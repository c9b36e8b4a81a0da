// Copies the embedded database of a stopped server, with its pictures, chain and secrets, into BACKUP_DIR. A running server does
// so by itself: npm run backup
import { takeSnapshot } from './snapshots.ts';
import { readConfig } from '../config/config.ts';
import { openEmbedded } from '../db/embedded/embedded-database.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';

await runProgram(async () => {
  const { backupDir, databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new StartupError('PostgreSQL is backed up by its own tools: docs/runbook.md, section 5.');
  }
  if (backupDir === null)
    throw new StartupError('The environment variable BACKUP_DIR must name the folder of the backups.');
  const database = await openEmbedded({ dataDir });
  try {
    const { file } = await takeSnapshot({ dump: database.dump, dataDir, backupDir }, new Date());
    console.log(`Wrote ${file}.`);
  } finally {
    await database.close();
  }
});
