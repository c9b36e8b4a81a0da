import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  type ArchivedCluster,
  archiveAll,
  archiving,
  makeBackRest,
  makeFolder,
  type Repository,
} from './archived-cluster.ts';
import { until } from './durable-cluster.ts';
import { startPatroni } from './patroni.ts';
import { NAMES } from './patroni-files.ts';
import { findBinaries, unprivilegedAccount } from './postgres-binaries.ts';

/** The machine that a backup is restored on; the others are copies of it. */
const [RESTORED, ...OTHERS] = NAMES;

/** Three machines under Patroni that archive into one repository, and come back from it as the runbook has it. */
export async function makeArchivedPatroni(repository: Repository): Promise<ArchivedCluster> {
  const cluster = await startPatroni();
  const account = unprivilegedAccount();
  const machines = NAMES.map(cluster.machine);
  const shared = path.dirname(cluster.machine(RESTORED).home);
  const write = () =>
    Object.fromEntries(
      machines.map(({ name, home, data, port }) => [
        name,
        makeBackRest(repository, { folder: home, data, port, shared, account }),
      ]),
    ) as Record<(typeof NAMES)[number], ReturnType<typeof makeBackRest>>;
  const backRests = write();
  const askPrimary = async (text: string) => cluster.ask(await cluster.primary(), text);
  const empty = (folder: string): void => {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    makeFolder(folder, account);
  };
  let isUp = true;

  /** PostgreSQL by itself reads the log to its end or to the moment asked for; under Patroni it would wait for a primary. */
  async function recover(): Promise<void> {
    const { data, home } = cluster.machine(RESTORED);
    const log = path.join(home, 'recovery.log');
    const control = (...args: readonly string[]) =>
      execFileSync(path.join(findBinaries(), 'pg_ctl'), ['-D', data, '-l', log, ...args], {
        ...account,
        cwd: home,
        stdio: 'ignore',
      });
    const said = (): string => `the log was not read: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`;
    // A session that outlives its killed server keeps the port for a moment.
    const starts = async (): Promise<boolean> => {
      control('start');
      return true;
    };
    await until(starts, said);
    const hasRecovered = 'select not pg_is_in_recovery() as "isSo"';
    await until(async () => (await cluster.ask(RESTORED, hasRecovered)).rows[0].isSo, said);
    control('stop');
  }

  await cluster.set({ archive_mode: 'on', archive_command: archiving('$PWD/..') });
  return {
    url: cluster.url,
    backRest: async (...args) => backRests[isUp ? await cluster.primary() : RESTORED].backRest(...args),
    backups: backRests[RESTORED].backups,
    archiveAll: () => archiveAll(askPrimary),
    start: async () => {
      if (isUp) return;
      await recover();
      cluster.start(RESTORED);
      // An empty machine that comes first would make an empty database for all.
      await until(
        async () => (await cluster.primary()) === RESTORED,
        () => 'the restored machine did not become the primary',
      );
      for (const name of OTHERS) {
        empty(cluster.machine(name).data);
        cluster.start(name);
      }
      await cluster.whole();
      isUp = true;
    },
    end: async () => {
      await cluster.disband();
      isUp = false;
    },
    lose: async () => {
      await Promise.all(NAMES.map(cluster.crash));
      for (const { home, data } of machines) {
        empty(home);
        makeFolder(data, account);
      }
      write();
      cluster.startEtcd();
      isUp = false;
    },
    remove: cluster.remove,
  };
}
