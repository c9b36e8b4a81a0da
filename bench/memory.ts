import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { withBooks } from './books.ts';
import { type DatabasePlace, withServer } from './server.ts';

const SETTLE_MS = 20_000;
const BOUNDS = { readyMs: 4_000, peakMb: 650, restMb: 450 };
const POSTGRES_REST_MB = 200;

type Held = { readonly readyMs: number; readonly peakMb: number; readonly restMb: number };

/**
 * Prints how soon a server is ready and how many megabytes it holds, at most and at rest, on both databases and beside a bare PGlite,
 * without the chain of development. Reads Linux’ own counts. @returns whether all bounds are kept
 */
export async function printMemory(): Promise<boolean> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-bench-'));
  try {
    const first = await heldBy({ DATA_DIR: folder });
    const later = await heldBy({ DATA_DIR: folder });
    const postgres = await withBooks('postgres', ({ url }) => heldBy({ DATABASE_URL: url ?? '' }));
    print('embedded database, a new folder', first);
    print('embedded database, a later start', later);
    print('PostgreSQL', postgres);
    const bare = await heldByPglite(path.join(folder, 'database'));
    process.stdout.write(
      `at rest ÷ a bare PGlite = ${(later.restMb / bare.restMb).toFixed(2)}, peaks ${(later.peakMb / bare.peakMb).toFixed(2)}\n`,
    );
    return (
      later.readyMs <= BOUNDS.readyMs &&
      later.peakMb <= BOUNDS.peakMb &&
      later.restMb <= BOUNDS.restMb &&
      postgres.restMb <= POSTGRES_REST_MB
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function print(name: string, { readyMs, peakMb, restMb }: Held): void {
  process.stdout.write(`${name}: ready after ${readyMs} ms, ${peakMb} MB at most, ${restMb} MB at rest\n`);
}

async function heldBy(database: DatabasePlace): Promise<Held> {
  const beganAtMs = performance.now();
  return withServer(
    database,
    async (_url, pid) => {
      const readyMs = Math.round(performance.now() - beganAtMs);
      await sleep(SETTLE_MS);
      return { readyMs, ...memoryOf(pid) };
    },
    { CHAIN: 'off' },
  );
}

/** In this process, which holds little else: what it holds more than before is the database's. */
async function heldByPglite(folder: string): Promise<Pick<Held, 'peakMb' | 'restMb'>> {
  const before = memoryOf(process.pid);
  const database = await PGlite.create(folder);
  await database.query('select count(*) from proposals');
  await sleep(SETTLE_MS);
  const after = memoryOf(process.pid);
  await database.close();
  return { peakMb: after.peakMb - before.restMb, restMb: after.restMb - before.restMb };
}

function memoryOf(pid: number): Pick<Held, 'peakMb' | 'restMb'> {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { peakMb: megabytes('VmHWM'), restMb: megabytes('VmRSS') };
}
