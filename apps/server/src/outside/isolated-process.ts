import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that reads what strangers send. */
export type IsolatedProgram = {
  /** Its file, in a folder of nothing but its own parts where `hasParts`. */
  readonly file: string;
  readonly hasParts?: true;
  /** Packages that may be linked from elsewhere. */
  readonly libraries: readonly string[];
  /** One of them is native code. */
  readonly hasAddons?: true;
  /** The limit of the part of its memory that scripts fill. */
  readonly heapMegabytesMax?: number;
};

/**
 * Starts a process that may read its program and its libraries, and nothing else: no other file (so not what this process
 * was started with), no environment, no process and no thread. It gets one argument, and its input where it `listens`.
 */
export function startIsolated(program: IsolatedProgram, argument: object, listens: 'input' | 'messages'): ChildProcess {
  const child = fork(program.file, [JSON.stringify(argument)], {
    serialization: 'advanced',
    execArgv: permissionsOf(program),
    // The environment of the server stays out: it has secrets.
    env: {},
    stdio: [listens === 'input' ? 'pipe' : 'ignore', 'ignore', 'ignore', 'ipc'],
  });
  dieFirst(child);
  // A resting process does not keep this one from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

function permissionsOf({ file, hasParts, libraries, hasAddons, heapMegabytesMax }: IsolatedProgram): string[] {
  const folders = (createRequire(file).resolve.paths(libraries[0] ?? '') ?? []).filter((folder) =>
    fs.existsSync(folder),
  );
  const readable = [
    hasParts ? path.dirname(file) : file,
    ...folders.flatMap((folder) => [folder, ...linkedFolders(folder, libraries)]),
    fileURLToPath(new URL('../../package.json', import.meta.url)),
  ];
  return [
    '--permission',
    ...(hasAddons ? ['--allow-addons'] : []),
    ...(heapMegabytesMax === undefined ? [] : [`--max-old-space-size=${heapMegabytesMax}`]),
    ...readable.map((each) => `--allow-fs-read=${each}`),
  ];
}

/** A package may be linked from elsewhere. */
function linkedFolders(folder: string, libraries: readonly string[]): string[] {
  return libraries
    .map((name) => `${folder}/${name}`)
    .filter((name) => fs.existsSync(name))
    .map((name) => fs.realpathSync(name));
}

/** Has a machine that runs out of memory end this process and not the server, where it can be told to. */
function dieFirst({ pid }: ChildProcess): void {
  try {
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The machine does not run Linux, or the process is gone already.
  }
}
