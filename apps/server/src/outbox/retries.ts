import { NotYetError, OutOfServiceError, TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';

const ATTEMPTS_MAX = 12;
const PAUSE_SECONDS_MAX = 3600;
/** How long the lane of a kind rests before one job asks again whether the other side is back. */
const PROBE_SECONDS_MAX = 60;
const DAY_SECONDS = 86_400;
const LATER_SECONDS_MIN = 5;
/** The age up to which a job asks again soon for a receiver that was away; after that an hour is soon enough. */
const SOON_AGE_SECONDS = 2 * 3600;
const SOON_PAUSE_SECONDS_MAX = 240;
const LATER_DAYS_MAX = 3;

type Tried = { readonly attempts: number; readonly createdAt: Date };
type NextTry = { readonly runAt: Date; readonly attempts: number };

export const nextTry = {
  isExhausted: ({ attempts }: Tried): boolean => attempts > ATTEMPTS_MAX,

  /** The time of the next try, and the tries that count so far; null gives the job up. Only its own faults count. */
  after(job: Tried, error: unknown, now: Date, backoff: Backoff): NextTry | null {
    const uncounted = job.attempts - 1;
    if (error instanceof UndeliverableError) return null;
    if (error instanceof NotYetError) return { runAt: plus(now, error.afterMs / 1000), attempts: uncounted };
    const isAway = error instanceof OutOfServiceError;
    if (isAway && backoff.isLasting()) return { runAt: backoff.pausedUntil(), attempts: uncounted };
    // This job may be why the other side hangs up when all others get through, so it must not ask for ever.
    if (isAway || error instanceof TryLaterError) {
      const ageSeconds = (now.getTime() - job.createdAt.getTime()) / 1000;
      if (ageSeconds > LATER_DAYS_MAX * DAY_SECONDS) return null;
      return { runAt: plus(now, laterSeconds(ageSeconds)), attempts: uncounted };
    }
    if (job.attempts >= ATTEMPTS_MAX) return null;
    return { runAt: plus(now, Math.min(PAUSE_SECONDS_MAX, 2 ** job.attempts)), attempts: job.attempts };
  },
};

/** Half the job's age, in seconds within bounds, so that the pauses grow by themselves, without a counter. */
function laterSeconds(ageSeconds: number): number {
  const max = ageSeconds < SOON_AGE_SECONDS ? SOON_PAUSE_SECONDS_MAX : PAUSE_SECONDS_MAX;
  return Math.min(max, Math.max(LATER_SECONDS_MIN, ageSeconds / 2));
}

/** Whether the other side of a kind of job is there, as far as this process knows. */
export type Backoff = {
  readonly isPaused: (now: Date) => boolean;
  readonly isProbing: () => boolean;
  /** Whether the other side was away for more than one try. */
  readonly isLasting: () => boolean;
  readonly pausedUntil: () => Date;
  readonly fail: (now: Date) => void;
  readonly succeed: () => void;
};

export function createBackoff(): Backoff {
  let failures = 0;
  let until = new Date(0);
  return {
    isPaused: (now) => now < until,
    isProbing: () => failures > 0,
    isLasting: () => failures > 1,
    pausedUntil: () => until,
    fail: (now) => {
      // Sends that were under way together fail together, and count as one.
      if (now < until) return;
      failures += 1;
      until = plus(now, Math.min(PROBE_SECONDS_MAX, 2 ** failures));
    },
    succeed: () => {
      failures = 0;
      until = new Date(0);
    },
  };
}

function plus(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + Math.ceil(seconds * 1000));
}
