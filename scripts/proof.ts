import { spawnSync } from 'node:child_process';

/** The long runs: what `npm test` shows in a minute, shown for as long as it has to hold. Each line is run by itself. */
const RUNS: readonly Run[] = [
  {
    name: 'an hour of strangers from 65,536 networks, 10,000 requests a minute',
    test: 'apps/server/src/test/attack.long.postgres.test.ts',
    project: 'server-postgres',
    env: { ATTACK_MINUTES: '60' },
  },
  {
    name: 'more than 500 broken statements at an office that books what is sure',
    test: 'apps/server/src/features/statements/sample-files.long.test.ts',
    project: 'server-postgres',
    env: { BROKEN_STATEMENTS: 'all' },
  },
];

type Run = {
  readonly name: string;
  readonly test: string;
  readonly project: string;
  readonly env: Record<string, string>;
};

/** Arguments narrow the list to the names that contain them. */
const chosen = RUNS.filter(({ name }) => process.argv.slice(2).every((word) => name.includes(word)));
let failed = 0;
for (const { name, test, project, env } of chosen) {
  console.log(`\n${name}`);
  const { status } = spawnSync('vitest', ['run', `--project=${project}`, test], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) failed += 1;
}
console.log(
  failed === 0 ? `\n${chosen.length} of ${chosen.length} runs held.` : `\n${failed} of ${chosen.length} runs failed.`,
);
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1;
