import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DurableCluster, makeDurableCluster, query, until } from './durable-cluster.ts';
import type { Account } from './postgres-binaries.ts';

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

/** PostgreSQL whose log is archived with the shipped configuration. */
export type ArchivedCluster = Pick<DurableCluster, 'url' | 'start' | 'end' | 'remove'> & {
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
  /** Every machine dies: the server at once, and its disk with it. */
  readonly lose: () => Promise<void>;
};

export async function makeArchivedCluster(repository: Repository): Promise<ArchivedCluster> {
  const cluster = await makeDurableCluster();
  const { folder, account, url } = cluster;
  // As the runbook has it: these lie in the data directory, so that a restored server archives on.
  await cluster.start();
  await query(url, 'alter system set archive_mode = on');
  await query(url, `alter system set archive_command = '${archiving(folder)}'`);
  await cluster.end('SIGINT');
  const data = path.join(folder, 'data');
  const { backRest, backups } = makeBackRest(repository, { ...cluster, data, shared: folder });
  const lose = async (): Promise<void> => {
    await cluster.end('SIGKILL');
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    makeFolder(data, account);
  };
  return { ...cluster, backRest, backups, archiveAll: () => archiveAll((text) => query(url, text)), lose };
}

/** A machine with pgBackRest: its own folder, which holds the data, and one that it shares with others. */
type BackedUp = {
  readonly folder: string;
  readonly data: string;
  readonly shared: string;
  readonly port: number;
  readonly account: Account | undefined;
};

/** Writes the configuration of a machine, and runs pgBackRest there as the account of PostgreSQL. */
export function makeBackRest(repository: Repository, machine: BackedUp): Pick<ArchivedCluster, 'backRest' | 'backups'> {
  const { folder, shared, account } = machine;
  for (const name of ['logs', 'locks']) makeFolder(path.join(shared, name), account);
  fs.writeFileSync(path.join(folder, 'pgbackrest.conf'), configurationOf(machine, repository));
  const run = (...args: readonly string[]) =>
    promisify(execFile)('pgbackrest', [configIn(folder), STANZA, ...args], { ...account, cwd: folder });
  return {
    backRest: async (...args) => {
      await run(...args);
    },
    backups: async () => {
      const { stdout } = await run('--output=json', '--log-level-console=off', 'info');
      const [{ archive, backup }] = JSON.parse(stdout);
      const full = backup.filter(({ type }: { type: string }) => type === 'full');
      return {
        full: full.map(({ label }: { label: string }) => label),
        oldestLog: archive[0].min,
        neededLog: full[0].archive.start,
      };
    },
  };
}

/** Waits until all that is committed by now is archived by the primary, which `ask` asks. */
export async function archiveAll(ask: (text: string) => ReturnType<typeof query>): Promise<void> {
  const { rows } = await ask('select pg_walfile_name(pg_switch_wal()) as name');
  const archived = `select coalesce(last_archived_wal >= '${rows[0].name}', false) as "isSo" from pg_stat_archiver`;
  await until(
    async () => (await ask(archived)).rows[0].isSo,
    () => 'the log was not archived',
  );
}

/** The command that archives a piece of the log of the machine whose folder this is. */
export const archiving = (folder: string): string => `pgbackrest ${configIn(folder)} ${STANZA} archive-push %p`;

const configIn = (folder: string): string => `--config=${folder}/pgbackrest.conf`;

export function makeFolder(folder: string, account: Account | undefined): void {
  fs.mkdirSync(folder, { mode: 0o700, recursive: true });
  if (account) fs.chownSync(folder, account.uid, account.gid);
}

/** The shipped configuration, with the folders of this machine, its repository and a key of its own. */
function configurationOf({ folder, data, shared, port }: BackedUp, { file, settings }: Repository): string {
  const chosen = {
    ...settings(shared),
    'repo1-cipher-pass': 'a key for one test',
    'pg1-path': `${data}\npg1-socket-path=${folder}\npg1-port=${port}\npg1-user=postgres`,
  };
  let text = fs.readFileSync(path.join(SHIPPED, file), 'utf8');
  for (const [name, value] of Object.entries(chosen)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(text)) throw new Error(`${file} does not say ${name}`);
    text = text.replace(line, `${name}=${value}`);
  }
  return text.replace('[global]', `[global]\nlog-path=${shared}/logs\nlock-path=${shared}/locks\nlog-level-file=off`);
}
