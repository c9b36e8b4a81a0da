import { spawnSync } from 'node:child_process';
import { NEEDS } from '../apps/server/src/test/needs.ts';

/** The long runs: what `npm test` shows in a minute, shown for as long as it has to hold. Each line is run by itself. */
const RUNS: readonly Run[] = [
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
  },
  {
    name: 'the server killed 100 times under load, embedded database',
    test: 'apps/server/src/test/crash/kill.long.test.ts',
    project: 'server-pglite',
    env: { SERVER_KILLS: '100' },
  },
  {
    name: 'PostgreSQL killed 100 times under load, and its network cut',
    test: 'apps/server/src/test/crash/outages.long.postgres.test.ts',
    project: 'server-postgres',
    env: { POSTGRES_KILLS: '100' },
  },
  {
    name: 'PostgreSQL whose disk runs full under load',
    test: 'apps/server/src/test/crash/full-disk.long.postgres.test.ts',
    project: 'server-postgres',
    needs: 'mount',
  },
  {
    name: 'twenty thousand lives of a loan: whatever happens to its money adds up',
    test: 'packages/domain/src/sharing.test.ts',
    project: 'unit',
  },
  {
    name: 'every broken statement handed in at the office',
    test: 'apps/server/src/features/statements/sample-files.long.test.ts',
    project: 'server-postgres',
  },
  {
    name: 'a million reads, none older than a second',
    test: 'apps/server/src/http/kept-answers.long.postgres.test.ts',
    project: 'server-postgres',
  },
  {
    name: 'every value of every call bent in each way',
    test: 'apps/server/src/test/bent-inputs.long.postgres.test.ts',
    project: 'server-postgres',
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
];

type Run = {
  readonly name: string;
  readonly env?: Record<string, string>;
  /** The programs of the machine without which it is not run. */
  readonly needs?: keyof typeof NEEDS;
} & ({ readonly test: string; readonly project: string } | { readonly script: string });

/** The exit code of a script that says itself what it lacks here. */
const NOT_RUN = 75;

/** Arguments narrow the list to the names that contain them. What operators run is asked for by name. */
const words = process.argv.slice(2);
const chosen = RUNS.filter(
  ({ name }) => words.every((word) => name.includes(word)) && (words.length > 0 || !name.startsWith('operate')),
);
let failed = 0;
let left = 0;
for (const { name, env, needs, ...run } of chosen) {
  console.log(`\n${name}`);
  if (needs !== undefined && !NEEDS[needs].isMet()) {
    left += 1;
    console.log(`not run here: ${NEEDS[needs].lack} (${NEEDS[needs].command})`);
    continue;
  }
  const [command, ...args] =
    'script' in run ? [process.execPath, run.script] : ['vitest', 'run', `--project=${run.project}`, run.test];
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PROOF: '1', ...env },
    shell: process.platform === 'win32' && !('script' in run),
  });
  if (status === NOT_RUN && 'script' in run) left += 1;
  else if (status !== 0) failed += 1;
}
const notRun = left === 0 ? '' : `, ${left} not run here`;
console.log(
  failed === 0
    ? `\n${chosen.length - left} of ${chosen.length} runs held${notRun}.`
    : `\n${failed} of ${chosen.length} runs failed${notRun}.`,
);
process.exitCode = failed === 0 && chosen.length > left ? 0 : 1;
