import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

const MEASURE_EVERY_MS = 60_000;
/** How many readings a measurement takes: the quickest says best what time it was when the database answered. */
const READINGS = 3;
/** A difference that a measurement cannot tell from none. */
const NOISE_MS = 5;
/** A wall clock so far off its own pace was set, or the machine slept. */
const JUMP_MS = 2_000;
/** A difference that is worth telling an operator. */
const TOLD_MS = 1_000;

export type RealClock = {
  readonly now: () => Date;
  /** Asks the database what time it is. */
  readonly measure: () => Promise<void>;
  readonly stop: () => void;
};

/** The time here and there. `steadyMs` counts on whatever happens to the wall clock. */
type Reading = { readonly databaseMs: number; readonly steadyMs: number; readonly errorMs: number };

export type Timepiece = { readonly steadyMs: () => number; readonly wallMs: () => number };
const OWN: Timepiece = { steadyMs: () => performance.now(), wallMs: () => Date.now() };

/**
 * The clock of the database, carried on by this process, so that processes whose own clocks disagree agree about leases,
 * codes and sessions without asking the database each time. Measured at the start, each minute, and when the wall clock
 * jumps; a measurement that fails leaves it running as it did.
 */
export async function startRealClock(
  { db, log }: { readonly db: Db; readonly log: FastifyBaseLogger },
  own: Timepiece = OWN,
): Promise<RealClock> {
  let reading = await read(db, own);
  let wallLeadMs = own.wallMs() - own.steadyMs();
  let measuring: Promise<void> | null = null;
  const at = (steadyMs: number): number => reading.databaseMs + steadyMs - reading.steadyMs;

  const correct = async (): Promise<void> => {
    const fresh = await read(db, own);
    const driftMs = Math.round(fresh.databaseMs - at(fresh.steadyMs));
    if (Math.abs(driftMs) <= fresh.errorMs + NOISE_MS) return;
    reading = fresh;
    if (Math.abs(driftMs) > TOLD_MS) log.warn({ driftMs }, 'the clock of the database moved against this process');
  };
  const measure = (): Promise<void> => {
    measuring ??= correct()
      .catch((error: unknown) => log.warn({ err: error }, 'the clock of the database could not be read'))
      .finally(() => (measuring = null));
    return measuring;
  };

  const now = (): Date => {
    const steadyMs = own.steadyMs();
    const leadMs = own.wallMs() - steadyMs;
    if (Math.abs(leadMs - wallLeadMs) > JUMP_MS) {
      wallLeadMs = leadMs;
      void measure();
    }
    return new Date(at(steadyMs));
  };
  const timer = setInterval(() => void measure(), MEASURE_EVERY_MS);
  timer.unref();
  return { now, measure, stop: () => clearInterval(timer) };
}

async function read(db: Db, own: Timepiece): Promise<Reading> {
  let best: Reading | null = null;
  for (let count = 0; count < READINGS; count += 1) {
    const before = own.steadyMs();
    const { rows } = await sql<{ ms: unknown }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
    const errorMs = (own.steadyMs() - before) / 2;
    if (best !== null && best.errorMs <= errorMs) continue;
    best = { databaseMs: Number(rows[0]?.ms), steadyMs: before + errorMs, errorMs };
  }
  if (best === null || Number.isNaN(best.databaseMs)) throw new Error('the database told no time');
  return best;
}
