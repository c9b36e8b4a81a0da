import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { currentSpan, forRequest, forSpan, newRequestId, newSpanId } from '../config/request-id.ts';
import type { Outside } from '../outside/outside.ts';
import type { Tracing } from '../outside/tracing.ts';
import { createOutbox, type JobHandler, type JobHandlers, OUTBOX_CHANNEL } from './outbox.ts';

const OUTBOX_LOOK_MS = 5_000;

/** Work that follows the clock. Every process does it, so it judges again under a lock. */
export type Schedule = { readonly name: string; readonly everyMinutes: number; readonly work: () => Promise<unknown> };

/** The work of one feature, or of all of them. */
export type Jobs = { readonly handlers: JobHandlers; readonly schedules: readonly Schedule[] };

export type JobRunner = { readonly stop: () => Promise<void> };
/** `runSchedules` has every schedule run once more, now, and jobs looked for that were held until a moment of the rules. */
export type ScheduleRunner = JobRunner & { readonly runSchedules: () => void };

/** Does the jobs that follow commits and those that follow the clock. Jobs are leased, so processes work side by side. */
export async function startRunner(outside: Outside, { handlers, schedules }: Jobs): Promise<ScheduleRunner> {
  const outbox = createOutbox(outside, timed(handlers, outside));
  const lanes = new Map(
    outbox.kinds.map((kind) => [kind, repeat(outside, `outbox ${kind}`, OUTBOX_LOOK_MS, () => outbox.drain(kind))]),
  );
  const scheduled = schedules.map(({ name, everyMinutes, work }) =>
    repeat(outside, name, everyMinutes * MINUTE_MS, work),
  );
  const tasks = [...lanes.values(), ...scheduled];
  const lookAt = (kind: string): void => {
    outbox.wake(kind);
    lanes.get(kind)?.soon();
  };
  const unlisten = await outside.listen(OUTBOX_CHANNEL, lookAt, () => outbox.kinds.forEach(lookAt));
  return {
    runSchedules: () => {
      scheduled.forEach((task) => task.soon());
      outbox.kinds.forEach(lookAt);
    },
    stop: async () => {
      await unlisten();
      outbox.stop();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

/** The same work, with the time that each try took. */
function timed(handlers: JobHandlers, { metrics, tracing }: Pick<Outside, 'metrics' | 'tracing'>): JobHandlers {
  const time = (kind: string, handler: JobHandler): JobHandler => {
    const traced = tracing === null ? handler : asSpan(tracing, kind, handler);
    return async (job) => {
      const end = metrics.jobSeconds.startTimer({ kind });
      await traced(job).catch((error: unknown) => {
        end({ outcome: 'failed' });
        throw error;
      });
      end({ outcome: 'done' });
    };
  };
  return Object.fromEntries(Object.entries(handlers).map(([kind, handler]) => [kind, time(kind, handler)]));
}

/** The same work, with a span below that of the request that caused it, or at the beginning of a trace. */
function asSpan({ record }: Tracing, kind: string, handler: JobHandler): JobHandler {
  return async (job) => {
    const parent = currentSpan();
    const place = { traceId: parent?.traceId ?? newRequestId(), spanId: newSpanId() };
    const begin = performance.now();
    const end = (hasFailed: boolean): void =>
      record({
        kind: 'job',
        name: `job ${kind}`,
        place,
        parent,
        durationMs: performance.now() - begin,
        attributes: { 'sathi.job.kind': kind, 'sathi.job.attempts': job.attempts },
        hasFailed,
      });
    await forSpan(place, () => handler(job)).catch((error: unknown) => {
      end(true);
      throw error;
    });
    end(false);
  };
}

type Task = { readonly soon: () => void; readonly stop: () => Promise<void> };

/** Runs `work` now and then every `everyMs`, never twice at once; `soon` asks for one more run as soon as possible. */
function repeat({ log, metrics }: Outside, name: string, everyMs: number, work: () => Promise<unknown>): Task {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  // It begins at zero, so that the first failure is already a rise.
  metrics.scheduleFailures.inc({ work: name }, 0);

  // A commit may wake it on the way to its answer, and what it does is not done for that request.
  const run = (): void => forRequest(null, start);
  const start = (): void => {
    if (isStopped) return;
    if (running) {
      isWanted = true;
      return;
    }
    clearTimeout(timer);
    running = work()
      .then(() => undefined)
      .catch((error: unknown) => {
        metrics.scheduleFailures.inc({ work: name });
        log.error({ err: error, job: name }, 'scheduled work failed');
      })
      .finally(() => {
        running = null;
        if (isStopped) return;
        timer = setTimeout(run, isWanted ? 0 : everyMs);
        isWanted = false;
      });
  };
  run();
  return {
    soon: run,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
