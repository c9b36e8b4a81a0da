import fs from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { Outside } from './outside.ts';
import { startRealClock } from './real-clock.ts';

/** Schedules have to run again within three seconds of a change. */
const LOOK_MS = 250;

export type Clocks = Pick<Outside, 'now' | 'realNow'> & {
  /** Calls `work` after each time `CLOCK_FILE` has set the rules' clock further ahead. */
  readonly onAhead: (work: () => void) => void;
  readonly stop: () => void;
};

/**
 * The two clocks: the real one, and that of the rules, which is the same unless `CLOCK_FILE` sets it ahead.
 * @throws StartupError when the file holds something else than whole seconds
 */
export async function startClocks(outside: {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly config: Pick<Config, 'clockFile'>;
}): Promise<Clocks> {
  const { clockFile } = outside.config;
  const aheadMs = clockFile === null ? () => 0 : readClockFile(clockFile);
  const real = await startRealClock(outside);
  const timers: NodeJS.Timeout[] = [];
  return {
    now: () => new Date(real.now().getTime() + aheadMs()),
    realNow: real.now,
    onAhead: (work) => {
      if (clockFile !== null) timers.push(watch(aheadMs, work));
    },
    stop: () => {
      real.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/**
 * How far the file sets the clock ahead, milliseconds. Read at each use. It only grows: time that rules have seen does not
 * come back; a file that is not there or half written counts as what it last said.
 * @throws StartupError when it holds something else than whole seconds at first
 */
export function readClockFile(file: string): () => number {
  let aheadMs = 0;
  const read = (): string => {
    try {
      return fs.readFileSync(file, 'utf8').trim();
    } catch {
      return '';
    }
  };
  const refused = read();
  if (!/^\d{0,10}$/.test(refused)) throw new StartupError(`The file ${file} of CLOCK_FILE must hold whole seconds.`);
  return () => {
    const text = read();
    if (/^\d{1,10}$/.test(text)) aheadMs = Math.max(aheadMs, Number(text) * 1000);
    return aheadMs;
  };
}

function watch(aheadMs: () => number, work: () => void): NodeJS.Timeout {
  let seenMs = aheadMs();
  const timer = setInterval(() => {
    const nowMs = aheadMs();
    if (nowMs === seenMs) return;
    seenMs = nowMs;
    work();
  }, LOOK_MS);
  timer.unref();
  return timer;
}
