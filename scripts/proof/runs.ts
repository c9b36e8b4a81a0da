import type { NEEDS } from '../../apps/server/src/test/needs.ts';

export type Run = {
  readonly name: string;
  readonly env?: Record<string, string>;
  /** The environment of its short form: half a minute on two cores, steady on a busy machine too. The slice leaves out a run that has none. */
  readonly slice?: (seed: string) => Record<string, string>;
  /** The number of commands to give, in parts of some minutes, each with a seed of its own and new databases. */
  readonly commands?: number;
  /** The programs of the machine without which it is not run. */
  readonly needs?: keyof typeof NEEDS;
} & (
  | { readonly test: string | readonly string[]; readonly project: string }
  | { readonly script: string; readonly args?: readonly string[] }
);

/** The long runs: what `npm test` shows in a minute, shown for as long as it has to hold. Each line is run by itself. */
export const RUNS: readonly Run[] = [
  {
    name: 'an hour of strangers from 65,536 networks, 10,000 requests a minute',
    test: 'apps/server/src/test/attack.postgres.test.ts',
    project: 'server-postgres',
    env: { ATTACK_MINUTES: '60' },
  },
  {
    name: 'the server killed 100 times under load, PostgreSQL',
    test: 'apps/server/src/test/crash/kill.long.test.ts',
    project: 'server-postgres',
    env: { SERVER_KILLS: '100' },
    slice: () => ({ SERVER_KILLS: '5' }),
  },
  {
    name: 'the server killed 100 times under load, embedded database',
    test: 'apps/server/src/test/crash/kill.long.test.ts',
    project: 'server-pglite',
    env: { SERVER_KILLS: '100' },
    slice: () => ({ SERVER_KILLS: '5' }),
  },
  {
    name: 'PostgreSQL killed 100 times under load',
    test: 'apps/server/src/test/crash/postgres-kill.long.postgres.test.ts',
    project: 'server-postgres',
    env: { POSTGRES_KILLS: '100' },
    slice: () => ({ POSTGRES_KILLS: '5' }),
  },
  {
    name: 'the network of PostgreSQL cut, and swallowing what is sent, under load',
    test: 'apps/server/src/test/crash/outages.long.postgres.test.ts',
    project: 'server-postgres',
  },
  {
    name: 'PostgreSQL whose disk runs full under load',
    test: 'apps/server/src/test/crash/full-disk.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'mount',
  },
  {
    name: 'PostgreSQL turned read-only 20 times under load',
    test: 'apps/server/src/test/crash/read-only.long.postgres.test.ts',
    project: 'server-postgres',
    env: { READ_ONLY_TURNS: '20' },
  },
  {
    name: '500 rivals at once for one loan, 100 times',
    test: 'apps/server/src/test/crash/rivals.long.postgres.test.ts',
    project: 'server-postgres',
    env: { RIVAL_ROUNDS: '100' },
  },
  {
    name: 'two processes whose clocks are 90 s apart, one of which jumps back 120 s 20 times',
    test: 'apps/server/src/test/crash/apart-clocks.long.postgres.test.ts',
    project: 'server-postgres',
    env: { CLOCK_JUMPS: '20' },
  },
  {
    name: 'a mail server and an SMS gateway that are slow and sometimes silent, and a server killed beside them',
    test: 'apps/server/src/test/crash/slow-delivery.long.postgres.test.ts',
    project: 'server-postgres',
  },
  {
    name: 'overload at twice what the machine carries',
    script: 'bench/run.ts',
    args: ['overload'],
  },
  {
    name: 'overload at four times what the machine carries',
    script: 'bench/run.ts',
    args: ['overload-fourfold'],
  },
  {
    name: 'two million events of the money of loans: whatever happens adds up',
    test: 'packages/domain/src/sharing.test.ts',
    project: 'unit',
    env: { LOANS: '160000' },
    slice: (seed) => ({ LOANS: '8000', PROPERTY_SEED: seed }),
  },
  {
    name: 'two million commands to loans, and to loans whose money is awaited: each random life goes as its model says',
    test: ['apps/server/src/test/money-model.test.ts', 'apps/server/src/test/awaited-model.long.test.ts'],
    project: 'server-postgres',
    env: { MODEL_RUNS: '300', AWAITED_MODEL_RUNS: '140', MODEL_COMMANDS: '200' },
    commands: 2_000_000,
    slice: (seed) => ({ MODEL_RUNS: '30', AWAITED_MODEL_RUNS: '30', MODEL_SEED: seed }),
  },
  {
    name: '2,000 hostile pictures sent to the server',
    test: 'apps/server/src/features/files/hostile-pictures.long.postgres.test.ts',
    project: 'server-postgres',
  },
  {
    name: '500 hostile statements and more, each handed in at the office',
    test: 'apps/server/src/features/statements/sample-files.long.test.ts',
    project: 'server-postgres',
    slice: () => ({}),
  },
  {
    name: 'a million reads, none older than a second',
    test: 'apps/server/src/http/kept-answers.long.postgres.test.ts',
    project: 'server-postgres',
    slice: () => ({}),
  },
  {
    name: 'readers of a replica under write load, none of whom goes back in time',
    test: 'apps/server/src/http/replica-readers.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'replica',
  },
  {
    name: 'PostgreSQL under Patroni, failed over 20 times under load',
    test: 'apps/server/src/test/crash/failover.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'patroni',
    env: { FAILOVERS: '20' },
  },
  {
    name: 'the chain of PgBouncer, HAProxy and Patroni, failed over 20 times under load with readers of the standbys',
    test: 'apps/server/src/test/crash/chained-failover.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'chain',
    env: { FAILOVERS: '20' },
  },
  {
    name: 'PgBouncer without a server, without a free connection, and killed under load',
    test: 'apps/server/src/test/crash/pooler.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'pooler',
  },
  {
    name: 'every value of every call bent in each way',
    test: 'apps/server/src/test/bent-inputs.long.postgres.test.ts',
    project: 'server-postgres',
    slice: () => ({}),
  },
  {
    name: 'requests made from the document of the interface, as five people send them',
    script: 'scripts/fuzz.ts',
  },
  {
    name: 'operate: the unit, as systemd reads it',
    test: 'scripts/operation-unit.test.ts',
    project: 'unit',
    needs: 'systemd',
  },
  {
    name: 'operate: the examples for Caddy and nginx, as these read them',
    test: 'scripts/operation-proxies.test.ts',
    project: 'unit',
    needs: 'proxies',
  },
  {
    name: 'operate: figures, alerts and dashboard, as Prometheus reads them',
    test: 'scripts/operation-alerts.test.ts',
    project: 'unit',
    needs: 'promtool',
  },
  {
    name: 'operate: three processes behind nginx, updated one after the other under traffic',
    test: 'apps/server/src/test/crash/rolling-update.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'proxies',
  },
  {
    name: 'operate: PostgreSQL lost with its disk, and restored by pgBackRest',
    test: 'apps/server/src/test/crash/restore-drill.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'pgbackrest',
  },
  {
    name: 'operate: PostgreSQL lost with its disk, and restored by pgBackRest from S3 over TLS',
    test: 'apps/server/src/test/crash/restore-drill-s3.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'backupStorage',
  },
  {
    name: 'operate: PostgreSQL under Patroni lost with all its disks, and restored by pgBackRest',
    test: 'apps/server/src/test/crash/restore-drill-patroni.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'archivedPatroni',
  },
  {
    name: 'the embedded database lost with its disk, and restored from its last copy',
    test: 'apps/server/src/test/crash/backup.long.pglite.test.ts',
    project: 'server-pglite',
  },
  {
    name: 'operate: from a fresh Debian to https by the page of the first server',
    test: 'scripts/operation-first-server.long.test.ts',
    project: 'unit',
    needs: 'freshDebian',
  },
  {
    name: 'operate: the image, PostgreSQL and Caddy of compose.yml, started by Podman',
    test: 'scripts/operation-containers.long.test.ts',
    project: 'unit',
    needs: 'containers',
  },
];

/** The short form of a run, or none. @param seed of all that is random in it */
export function sliceOf({ slice, commands: _, ...run }: Run, seed: string): Run[] {
  return slice === undefined ? [] : [{ ...run, name: `a slice of: ${run.name}`, env: slice(seed) }];
}
