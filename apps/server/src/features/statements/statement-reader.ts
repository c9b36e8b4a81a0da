import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { startIsolated } from '../../outside/isolated-process.ts';
import {
  MEMORY_EXIT_CODE,
  type StatementMessage,
  type StatementRead,
  type StatementRefusal,
  type StatementTask,
} from './reading/statement-messages.ts';

const PROGRAM = fileURLToPath(new URL('./reading/statement-process.ts', import.meta.url));
const LIBRARIES = ['saxes', 'xmlchars', 'csv-parse', '@sathi/domain'];
/** Each may take half a gigabyte. */
const PROCESSES_MAX = 2;
const WAITING_MAX = 8;

/** The most that a file may cost (R21.1). */
export type StatementLimits = { readonly timeMsMax: number; readonly memoryBytesMax: number };
const LIMITS: StatementLimits = { timeMsMax: 60_000, memoryBytesMax: 512 * 1024 * 1024 };
/** The rest is the file itself and the program. */
const HEAP_MEGABYTES_MAX = 256;

export type StatementOutcome = StatementRead | { readonly refusal: StatementRefusal };

export type StatementReader = {
  /**
   * Reads a file whole or not at all. `onRead` hears how many bytes of it are read.
   *
   * @throws RefusalError `overloaded` when too many wait, or the reading cannot be begun
   */
  readonly read: (
    bytes: Uint8Array,
    task: Omit<StatementTask, 'bytes'>,
    onRead?: (bytes: number) => void,
  ) => Promise<StatementOutcome>;
  readonly close: () => void;
};

/** A process for each file, and only so many at a time. `program` is another one in tests. */
export function createStatementReader(limits: Partial<StatementLimits> = {}, program = PROGRAM): StatementReader {
  const { timeMsMax, memoryBytesMax } = { ...LIMITS, ...limits };
  const running = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let turns = 0;
  let isClosed = false;

  const takeTurn = async (): Promise<void> => {
    if (waiting.length >= WAITING_MAX) throw new RefusalError('overloaded');
    if (turns < PROCESSES_MAX) turns += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  /** Handed to the next one who waits. */
  const giveTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else turns -= 1;
  };

  const start = (task: Omit<StatementTask, 'bytes'>, bytes: number): ChildProcess =>
    startIsolated(
      { file: program, hasParts: true, libraries: LIBRARIES, heapMegabytesMax: HEAP_MEGABYTES_MAX },
      { task: { ...task, bytes }, memoryBytesMax },
      'input',
    );

  const readIn = async (
    child: ChildProcess,
    bytes: Uint8Array,
    onRead: (bytes: number) => void,
  ): Promise<StatementOutcome> => {
    running.add(child);
    try {
      return await run(child, bytes, timeMsMax, onRead);
    } finally {
      child.kill('SIGKILL');
      running.delete(child);
    }
  };

  return {
    read: async (bytes, task, onRead = () => undefined) => {
      await takeTurn();
      try {
        if (isClosed) throw new RefusalError('overloaded');
        return await readIn(start(task, bytes.length), bytes, onRead);
      } finally {
        giveTurn();
      }
    },
    close: () => {
      isClosed = true;
      for (const child of running) child.kill('SIGKILL');
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

/** @throws RefusalError `overloaded` for a process that is killed, or ends before it has begun */
function run(
  child: ChildProcess,
  bytes: Uint8Array,
  timeMsMax: number,
  onRead: (bytes: number) => void,
): Promise<StatementOutcome> {
  return new Promise((resolve, reject) => {
    const lines: StatementLine[] = [];
    let hasBegun = false;
    const refuse = (refusal: StatementRefusal): void => {
      clearTimeout(timer);
      resolve({ refusal });
    };
    // More than the limits allow is more than a statement has.
    const timer = setTimeout(() => refuse({ code: 'too_many_lines' }), timeMsMax);
    const gone = (code?: number | null | Error, signal?: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      // Killed, it was not the file's fault.
      if (!hasBegun || signal === 'SIGKILL') reject(new RefusalError('overloaded'));
      else if (code === MEMORY_EXIT_CODE || signal === 'SIGABRT') refuse({ code: 'too_many_lines' });
      else refuse({ code: 'statement_malformed', line: null });
    };
    child.on('exit', gone).on('error', gone);
    child.on('message', (message: StatementMessage) => {
      if (message === 'ready') hasBegun = true;
      else if ('lines' in message) {
        for (const line of message.lines) lines.push(line);
        onRead(message.readBytes);
      } else {
        clearTimeout(timer);
        if ('done' in message) onRead(bytes.length);
        resolve('done' in message ? { ...message.done, lines } : message);
      }
    });
    // A process that ends early closes its input; its end says why.
    child.stdin?.on('error', () => undefined).end(bytes);
  });
}
