import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DurableCluster, isTrue, makeDurableCluster, query, until } from './durable-cluster.ts';

const SHIPPED = fileURLToPath(new URL('../../../../operation/pgbackrest', import.meta.url));
const STANZA = '--stanza=sathi';

/** The place of backups: one of the shipped configurations, and the settings in it that are another machine's. */
export type Repository = {
  readonly file: string;
  readonly settings: (folder: string) => Readonly<Record<string, string>>;
};

export const FOLDER_REPOSITORY: Repository = {
  file: 'pgbackrest.conf',
  settings: (folder) => ({ 'repo1-path': `${folder}/archive` }),
};

/** A PostgreSQL server whose log is archived with the shipped configuration. */
export type ArchivedCluster = DurableCluster & {
  /** pgBackRest, as the account of the server runs it. */
  readonly backRest: (...args: readonly string[]) => Promise<void>;
  /** The names of the full backups, oldest first, and the oldest pieces of the log: in the archive, and needed by them. */
  readonly backups: () => Promise<{
    readonly full: readonly string[];
    readonly oldestLog: string;
    readonly neededLog: string;
  }>;
  /** Waits until all that is committed by now lies in the archive. */
  readonly archiveAll: () => Promise<void>;
  /** The machine dies: the server at once, and its disk with it. */
  readonly lose: () => Promise<void>;
};

export async function makeArchivedCluster(repository: Repository): Promise<ArchivedCluster> {
  const cluster = await makeDurableCluster();
  const { folder, account, url } = cluster;
  // As the runbook has it: these lie in the data directory, so that a restored server archives on.
  await cluster.start();
  await query(url, 'alter system set archive_mode = on');
  await query(url, `alter system set archive_command = 'pgbackrest ${configIn(folder)} ${STANZA} archive-push %p'`);
  await cluster.end('SIGINT');
  for (const name of ['logs', 'locks']) makeFolder(path.join(folder, name), account);
  fs.writeFileSync(path.join(folder, 'pgbackrest.conf'), configurationOf(cluster, repository));

  const backRest = async (...args: readonly string[]): Promise<void> => {
    await promisify(execFile)('pgbackrest', [configIn(folder), STANZA, ...args], { ...account, cwd: folder });
  };
  const backups: ArchivedCluster['backups'] = async () => {
    const args = [configIn(folder), STANZA, '--output=json', '--log-level-console=off', 'info'];
    const { stdout } = await promisify(execFile)('pgbackrest', args, { ...account, cwd: folder });
    const [{ archive, backup }] = JSON.parse(stdout);
    const full = backup.filter(({ type }: { type: string }) => type === 'full');
    return {
      full: full.map(({ label }: { label: string }) => label),
      oldestLog: archive[0].min,
      neededLog: full[0].archive.start,
    };
  };
  const archiveAll = async (): Promise<void> => {
    const { rows } = await query(url, 'select pg_walfile_name(pg_switch_wal()) as name');
    const archived = `select coalesce(last_archived_wal >= '${rows[0].name}', false) as "isSo" from pg_stat_archiver`;
    await until(
      () => isTrue(url, archived),
      () => 'the log was not archived',
    );
  };
  const lose = async (): Promise<void> => {
    await cluster.end('SIGKILL');
    const data = path.join(folder, 'data');
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    makeFolder(data, account);
  };
  return { ...cluster, backRest, backups, archiveAll, lose };
}

const configIn = (folder: string): string => `--config=${folder}/pgbackrest.conf`;

function makeFolder(folder: string, account: DurableCluster['account']): void {
  fs.mkdirSync(folder, { mode: 0o700 });
  if (account) fs.chownSync(folder, account.uid, account.gid);
}

/** The shipped configuration, with the folders of this cluster, its repository and a key of its own. */
function configurationOf({ folder, port }: DurableCluster, { file, settings }: Repository): string {
  const chosen = {
    ...settings(folder),
    'repo1-cipher-pass': 'a key for one test',
    'pg1-path': `${folder}/data\npg1-socket-path=${folder}\npg1-port=${port}\npg1-user=postgres`,
  };
  let text = fs.readFileSync(path.join(SHIPPED, file), 'utf8');
  for (const [name, value] of Object.entries(chosen)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(text)) throw new Error(`${file} does not say ${name}`);
    text = text.replace(line, `${name}=${value}`);
  }
  return text.replace('[global]', `[global]\nlog-path=${folder}/logs\nlock-path=${folder}/locks\nlog-level-file=off`);
}
