// Proves a backup, or puts one in the place of a lost DATA_DIR.
//   npm run restore -- --verify [--before 2026-03-01T12:00:00Z] [--root ROOT]
//   npm run restore -- --into /var/lib/sathi [--before …]
// With DATABASE_URL pgBackRest has brought the database back: --verify asks the one that it names, --into brings what is beside it.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bringBackFiles } from './own-files.ts';
import { chooseSnapshot, readSnapshot } from './snapshots.ts';
import { type Verdict, verifyCopy, verifyDatabase, verifyPictures } from './verify-copy.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type AppSecret, readAppSecret } from '../config/secret.ts';
import { openDatabase, toDatabase } from '../db/db.ts';
import { openEmbedded } from '../db/embedded/embedded-database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';

const USAGE =
  'Usage: npm run restore -- --verify [--before 2026-03-01T12:00:00Z] [--root ROOT], or -- --into /var/lib/sathi [--before …], the folder that becomes DATA_DIR';

type Backups = Config & { readonly backupDir: string };

/** Exactly one of --verify and --into: a restore that only verified would be taken for done. @throws StartupError */
function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { verify: { type: 'boolean' }, into: option, before: option, root: option },
    });
    if ((values.verify ?? false) !== (values.into !== undefined)) return values;
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartupError(USAGE);
}

await runProgram(async () => {
  const values = readOptions();
  const { backupDir, ...rest } = readConfig(process.env);
  if (backupDir === null) {
    throw new StartupError('The environment variable BACKUP_DIR must name the folder of the backups.');
  }
  const config = { ...rest, backupDir };
  const startedAt = performance.now();
  const { databaseUrl } = config;
  const dump = databaseUrl === null ? await readChosen(backupDir, values.before) : null;
  if (dump === null && values.before !== undefined) {
    throw new StartupError('Without --before: it is pgBackRest that brings PostgreSQL back to a moment.');
  }
  if (!values.verify) await putInto(dump, config, values.into ?? '');
  else if (dump === null) report(await verifyPostgres(config, databaseUrl ?? ''), values.root);
  else report(await verifyCopy(dump, backedUpSecret(config), new Date()), values.root);
  console.log(`It took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
});

/**
 * The newest backup, or the newest up to the moment `before`.
 * @throws StartupError when there is none to trust, its bytes are not its own, or the moment is none
 */
async function readChosen(backupDir: string, before: string | undefined): Promise<Uint8Array> {
  const until = before === undefined ? null : new Date(before);
  if (Number.isNaN(until?.getTime())) {
    throw new StartupError('--before must be a moment, such as 2026-03-01T12:00:00Z.');
  }
  const chosen = await chooseSnapshot(backupDir, until, new Date());
  const dump = await readSnapshot(chosen);
  console.log(`The backup of ${chosen.at.toISOString()}.`);
  return dump;
}

/** @throws StartupError when the database is away, or of an older version */
async function verifyPostgres(config: Backups, url: string): Promise<Verdict> {
  const { host, pathname } = new URL(url);
  const secret = backedUpSecret(config);
  // The way past a pooler is left out: it may lead to the database that lives.
  const { db, close } = await openDatabase({ url });
  try {
    console.log(`The database ${host}${pathname}.`);
    const [lacking] = await pendingMigrations(db);
    if (lacking !== undefined) throw new StartupError(`It has not ${lacking}: ask the version that wrote it.`);
    const verdict = await verifyDatabase(db, secret, new Date());
    const pictures = config.storage === null ? await verifyPictures(db, path.join(config.backupDir, 'files')) : [];
    return { ...verdict, wrong: [...verdict.wrong, ...pictures] };
  } finally {
    await close();
  }
}

/** @throws StartupError when neither APP_SECRET nor the backups have the secret that signed the days */
function backedUpSecret({ appSecret, backupDir }: Pick<Backups, 'appSecret' | 'backupDir'>): AppSecret {
  if (appSecret === null && !fs.existsSync(path.join(backupDir, 'secret'))) {
    throw new StartupError('APP_SECRET must hold the secret that signed the days: the backups have none.');
  }
  return readAppSecret({ appSecret, dataDir: backupDir });
}

function report({ wrong, newest }: Verdict, root: string | undefined): void {
  for (const line of wrong) console.log(line);
  if (newest) console.log(`The newest signed day is ${newest.day}, root ${newest.root}.`);
  const isAnother = root !== undefined && root !== newest?.root;
  if (isAnother) console.log(`The newest root is not ${root}.`);
  if (wrong.length > 0 || isAnother) process.exitCode = 1;
  else console.log('The copy starts, its books agree, and every signed day stands as it was.');
}

/** @throws StartupError when something is there already: no restore writes over data */
async function putInto(dump: Uint8Array | null, { backupDir, databaseUrl }: Backups, dataDir: string): Promise<void> {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) {
    throw new StartupError(`The folder ${dataDir} is not empty: move what is there away first.`);
  }
  if (!fs.existsSync(backupDir)) throw new StartupError(`The folder ${backupDir} holds no such backup.`);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database =
    dump === null ? await openDatabase({ url: databaseUrl }) : toDatabase(await openEmbedded({ dataDir, dump }));
  const pictures = await database.db.selectFrom('files').select('key').execute().finally(database.close);
  const keys = pictures.map(({ key }) => key);
  await bringBackFiles(backupDir, dataDir, keys);
  console.log(`Put into ${dataDir}. Start the server on it.`);
}
