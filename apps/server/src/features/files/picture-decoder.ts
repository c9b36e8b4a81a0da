import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { RefusalError } from '../../errors/refusal-error.ts';
import { startIsolated } from '../../outside/isolated-process.ts';
import type { DecodedPicture, PictureAnswer, PictureLimits, PictureTask } from './picture-messages.ts';

/** Pictures that wait at most; a further one is refused with `overloaded`. */
const WAITING_MAX = 12;
/** Milliseconds after which a process that has not answered is ended: it does not even look at its limits any more. */
const SILENT_MS_MAX = 20_000;
/**
 * Milliseconds that a process rests before it is ended: sharp holds some 80 MB, for which a small machine has better
 * uses.
 */
const IDLE_MS = 30_000;

const LIMITS: PictureLimits = {
  pixelsMax: 40_000_000,
  cpuMsMax: 5_000,
  memoryBytesMax: 512 * 1024 * 1024,
  blurBytesMax: 400,
};

export type PictureDecoder = {
  /**
   * Reads a picture as a whole and gives it in all sizes, upright, in sRGB, with nothing but pixels in it.
   *
   * @throws RefusalError `image_unreadable`, `image_too_large`, `image_animated`; `overloaded` when too many wait
   */
  readonly decode: (bytes: Uint8Array) => Promise<DecodedPicture>;
  readonly close: () => void;
};

type Waiting = {
  readonly bytes: Uint8Array;
  readonly resolve: (picture: DecodedPicture) => void;
  readonly reject: (error: Error) => void;
  readonly isSecondTry?: true;
};

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
const LIBRARIES = ['sharp', '@img', 'detect-libc', 'semver'];

/** Decodes one picture at a time in each of its processes. `program` is another one in tests. */
export function createPictureDecoder(limits: Partial<PictureLimits> = {}, program = PROGRAM): PictureDecoder {
  const processes = createProcesses(limits, program);
  const waiting: Waiting[] = [];
  let isClosed = false;

  const next = (): void => {
    if (isClosed || processes.areBusy()) return;
    const task = waiting.shift();
    if (task === undefined) return;
    const child = processes.take();
    void run(child, task).then((outcome) => {
      if (outcome === 'answered') processes.rest(child);
      else processes.end(child);
      if (outcome === 'gone') giveUp(task, processes.hasBegun(child));
      next();
    });
  };

  /**
   * A process may have been killed for another reason, so a picture gets a second process, and only then is the picture
   * blamed.
   */
  const giveUp = (task: Waiting, hadBegun: boolean): void => {
    if (isClosed || !hadBegun) task.reject(new RefusalError('overloaded'));
    else if (task.isSecondTry) task.reject(new RefusalError('image_unreadable'));
    else waiting.unshift({ ...task, isSecondTry: true });
  };

  return {
    decode: (bytes) =>
      new Promise((resolve, reject) => {
        if (isClosed || waiting.length >= WAITING_MAX) return reject(new RefusalError('overloaded'));
        waiting.push({ bytes, resolve, reject });
        next();
      }),
    close: () => {
      isClosed = true;
      processes.endAll();
      for (const { reject } of waiting.splice(0)) reject(new RefusalError('overloaded'));
    },
  };
}

/** A pool of as many processes as there are cores, started when they are needed; one that rests too long is ended. */
function createProcesses(limits: Partial<PictureLimits>, program: string) {
  const processesMax = Math.max(1, os.availableParallelism());
  const busy = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const ready = new WeakSet<ChildProcess>();

  const start = (): ChildProcess => {
    const child = startIsolated(
      { file: program, libraries: LIBRARIES, hasAddons: true },
      { ...LIMITS, ...limits },
      'messages',
    );
    child.on('error', () => end(child)).on('exit', () => end(child));
    child.once('message', () => ready.add(child));
    return child;
  };

  const takeIdle = (): ChildProcess | undefined => {
    const [child, timer] = [...idle].at(-1) ?? [];
    if (child === undefined) return undefined;
    clearTimeout(timer);
    idle.delete(child);
    return child;
  };

  const end = (child: ChildProcess): void => {
    busy.delete(child);
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.kill('SIGKILL');
  };

  return {
    areBusy: (): boolean => busy.size >= processesMax,
    take: (): ChildProcess => {
      const child = takeIdle() ?? start();
      busy.add(child);
      return child;
    },
    rest: (child: ChildProcess): void => {
      busy.delete(child);
      if (child.connected) idle.set(child, setTimeout(() => end(child), IDLE_MS).unref());
    },
    end,
    endAll: (): void => {
      for (const child of [...busy, ...idle.keys()]) end(child);
    },
    /** Whether the process has begun to listen: before that, an error is not the fault of the picture. */
    hasBegun: (child: ChildProcess): boolean => ready.has(child),
  };
}

/** `gone` leaves the task unsettled; `late` is a process that is of no more use. */
function run(child: ChildProcess, task: Waiting): Promise<'answered' | 'late' | 'gone'> {
  return new Promise((resolve) => {
    const settle = (outcome: 'answered' | 'late' | 'gone'): void => {
      clearTimeout(timer);
      child.off('message', answer).off('exit', gone).off('error', gone);
      resolve(outcome);
    };
    const answer = (message: PictureAnswer | 'ready'): void => {
      if (message === 'ready') return;
      if ('picture' in message) task.resolve(message.picture);
      else task.reject(new RefusalError(message.refusal));
      settle(child.connected ? 'answered' : 'late');
    };
    const gone = (): void => settle('gone');
    const timer = setTimeout(() => {
      task.reject(new RefusalError('image_too_large'));
      settle('late');
    }, SILENT_MS_MAX);
    child.on('message', answer).on('exit', gone).on('error', gone);
    child.send({ bytes: task.bytes } satisfies PictureTask, (error) => error && gone());
  });
}
