import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export type Tool = { readonly command: string; readonly env: NodeJS.ProcessEnv };

/** Calls after which the caller is signed out or has no office, and one whose answer does not end. */
const LEFT_OUT = [
  'signOut',
  'endSessions',
  'closeAccount',
  'changePassword',
  'setPassword',
  'changeStaff',
  'removeStaff',
  'streamUnread',
];
/** A key of one attempt would be one for all; and a finding is read in English. */
const LEFT_TO_US = ['#/components/parameters/idempotencyKey', '#/components/parameters/language'];

/** The program in the folder that `SCHEMATHESIS` names (a virtual environment, or one of `pip install --target`), else in `PATH`. */
export function findTool(): Tool | null {
  const folder = process.env['SCHEMATHESIS'];
  const commands = folder
    ? [path.join(folder, 'bin/schemathesis'), path.join(folder, 'schemathesis')]
    : ['schemathesis'];
  const env = { ...process.env, ...(folder && { PYTHONPATH: folder }) };
  const command = commands.find((each) => spawnSync(each, ['--version'], { stdio: 'ignore', env }).status === 0);
  return command === undefined ? null : { command, env };
}

type Parameter = { readonly $ref?: string; readonly name?: string; readonly schema?: object };

/** The document, with what it says about keys and cursors in words: a cursor is what a list gave, so a made one is empty. */
export function documentForTool(document: unknown): unknown {
  const whole = structuredClone(document) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { parameters: Parameter[] }>>>>;
  };
  for (const operation of Object.values(whole.paths).flatMap((methods) => Object.values(methods))) {
    operation.parameters = operation.parameters
      .filter(({ $ref }) => !LEFT_TO_US.includes($ref ?? ''))
      .map((each) => (each.name === 'cursor' ? { ...each, schema: { type: 'string', enum: [''] } } : each));
  }
  return whole;
}

/** The fields that calls judge by more than their schemas, as the document names them. */
export function judgedHereOf(document: unknown): Map<string, readonly string[]> {
  const { paths } = document as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly 'x-judged-here'?: readonly string[] }>>>
    >;
  };
  return new Map(
    Object.entries(paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${address}`, operation['x-judged-here'] ?? []] as const,
      ),
    ),
  );
}

type Run = {
  readonly document: string;
  readonly origin: string;
  readonly token: string | null;
  /** The file that every request and answer is written to. */
  readonly report: string;
  /** The tool keeps notes in the folder that it runs in. */
  readonly folder: string;
  readonly seconds: number;
  readonly seed: string;
  readonly signal: AbortSignal;
};

/** @returns whether it came to its end, with findings or without, and its last words for the case that it did not */
export async function runTool({ command, env }: Tool, run: Run): Promise<{ hasEnded: boolean; said: string }> {
  const options = {
    url: run.origin,
    ...(run.token !== null && { header: `Authorization: Bearer ${run.token}` }),
    phases: 'examples,coverage,fuzzing',
    'max-time': String(run.seconds),
    seed: run.seed,
    workers: '4',
    warnings: 'off',
    'suppress-health-check': 'all',
    'generation-database': 'none',
    'output-sanitize': 'false',
    report: 'ndjson',
    'report-ndjson-path': run.report,
  };
  const args = [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...LEFT_OUT.flatMap((name) => ['--exclude-operation-id', name]),
  ];
  const flags = ['--continue-on-failure', '--no-shrink', '--no-color'];
  const program = spawn(command, ['run', run.document, ...flags, ...args], {
    cwd: run.folder,
    env,
    signal: run.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [program.stdout, program.stderr])
    output.on('data', (text) => (said = `${said}${text}`.slice(-2000)));
  // The tool looks at the time between calls alone, and makes the values of a call with long patterns for minutes.
  const overdue = setTimeout(() => program.kill(), (run.seconds + 600) * 1000);
  const code = await new Promise((resolve, reject) => program.once('close', resolve).once('error', reject));
  clearTimeout(overdue);
  return { hasEnded: code === 0 || code === 1, said };
}
