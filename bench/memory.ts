import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withBooks } from './books.ts';
import { type DatabasePlace, withBareFastify, withBarePglite, withServer } from './server.ts';

/** Milliseconds from the answer that a process is ready until it has given back the memory of its start. */
const SETTLE_MS = 3_000;
/**
 * The bounds of the ratios: medians of several runs and a quarter to a third. At rest on PostgreSQL it is a tenth: that
 * ratio moves by three in a hundred at most, so it shows a library of 40 MB that the start of either server loads
 * needlessly.
 */
const BOUNDS = { embedded: { start: 6, peak: 0.75, rest: 1.7 }, postgres: { start: 14.5, rest: 2.4 } };

/** Seconds of processor time until the address was printed, and megabytes at most and at rest. */
type Held = { readonly start: number; readonly peak: number; readonly rest: number };
const UNITS = { start: 's of processor time', peak: 'MB', rest: 'MB' };
const NAMES = { start: 'for its start', peak: 'at most', rest: 'at rest' };

/** A ratio of the product to a bare library in the same run, and its bound. */
export type Ratio = { readonly what: string; readonly ratio: number; readonly bound: number };

/**
 * Measures what a server takes to start and to hold beside a bare PGlite on the same folder and a bare Fastify, each in a process of its own,
 * without the chain of development. Reads Linux’ own counts; on other systems it measures nothing.
 */
export async function heldRatios(): Promise<Ratio[]> {
  if (process.platform !== 'linux') return [];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-bench-'));
  try {
    // The server runs as in the shipped unit: it keeps its compiled code from the first start on, so Node need not take
    // the types off, and never loads the code that does.
    const shipped = { CHAIN: 'off', NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
    const heldByServer = (database: DatabasePlace): Promise<Held> => withServer(database, held, shipped);
    // The first start makes the folder, and compiles the program.
    await heldByServer({ DATA_DIR: folder });
    const embedded = await heldByServer({ DATA_DIR: folder });
    const pglite = await withBarePglite(path.join(folder, 'database'), held);
    const postgres = await withBooks('postgres', async ({ url }) => {
      // The first start compiles the rest: the driver of PostgreSQL.
      await heldByServer({ DATABASE_URL: url ?? '' });
      return heldByServer({ DATABASE_URL: url ?? '' });
    });
    const fastify = await withBareFastify(held);
    return [
      ...ratiosOf('embedded database ÷ a bare PGlite', embedded, pglite, BOUNDS.embedded),
      ...ratiosOf('PostgreSQL ÷ a bare Fastify', postgres, fastify, BOUNDS.postgres),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function ratiosOf(name: string, product: Held, bare: Held, bounds: Partial<Held>): Ratio[] {
  return (Object.keys(bounds) as (keyof Held)[]).map((key) => ({
    what: `${name}, ${NAMES[key]}: ${product[key]} ÷ ${bare[key]} ${UNITS[key]}`,
    ratio: product[key] / bare[key],
    bound: bounds[key] ?? 0,
  }));
}

async function held(_: string, pid: number): Promise<Held> {
  const start = processorSeconds(pid);
  await sleep(SETTLE_MS);
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (count: string) => Math.round(Number(new RegExp(`${count}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { start, peak: megabytes('VmHWM'), rest: megabytes('VmRSS') };
}

/**
 * Seconds of processor time of all threads, user and system. Other work on the machine changes it less than the time on
 * the wall.
 */
function processorSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold blanks; the 14th and 15th fields count hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
