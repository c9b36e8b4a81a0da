import { sql } from 'kysely';
import { changesOf } from './changes.ts';
import type { Db } from './db.ts';

/** One moment of the primary. Of two, the one with more ended transactions is later and shows all that the other shows. */
export type Moment = {
  /** How many transactions had ended; the order of all moments of a primary. */
  readonly ended: bigint;
  /** The id that follows the highest one that had ended, and the ids below it that had not. */
  readonly nextId: bigint;
  readonly running: readonly bigint[];
  /** The position in the log up to which a replica has to be to show all that was shown here. */
  readonly lsn: string;
  readonly server: ServerLine;
  /** The time on the clock of the process before the primary was asked. */
  readonly beganAtMs: number;
  /** The count of changes (`changes.ts`) before the primary was asked. */
  readonly changes: number;
};

/** The server that wrote a log, and its timeline: a replica of another one shows something else under the same position. */
export type ServerLine = { readonly system: string; readonly timeline: number };

export type Moments = {
  /** The primary as it is after this call; all who ask meanwhile share the next question. */
  readonly now: () => Promise<Moment>;
  /** A moment that shows all changes known to this process, and at the position `ended` or later where the primary has come so far. */
  readonly recent: (ended: bigint) => Promise<Moment>;
};

const RECENT_MS = 200;

export function createMoments(db: Db): Moments {
  const changes = changesOf(db);
  let last: Moment | undefined;
  let asked: Promise<unknown> = Promise.resolve();
  let next: Promise<Moment> | undefined;

  const ask = async (): Promise<Moment> => {
    next = undefined;
    const began = { beganAtMs: performance.now(), changes: changes.count() };
    last = { ...(await findMoment(db)), ...began };
    return last;
  };
  const now = (): Promise<Moment> => {
    if (next === undefined) {
      next = asked.then(ask);
      asked = next.catch(() => {});
    }
    return next;
  };
  const recent = async (ended: bigint): Promise<Moment> => {
    const isRecent =
      last !== undefined &&
      last.ended >= ended &&
      last.changes === changes.count() &&
      performance.now() - last.beganAtMs < RECENT_MS;
    return isRecent && last !== undefined ? last : now();
  };
  return { now, recent };
}

/** Throws on a server that recovers: it is no primary. */
async function findMoment(db: Db): Promise<Omit<Moment, 'beganAtMs' | 'changes'>> {
  // The statement takes its snapshot before it reads the position, so all that it shows stands before it.
  const { rows } = await sql<{ snapshot: string; lsn: string; system: string; file: string }>`
    select pg_current_snapshot()::text as snapshot, lsn::text, pg_walfile_name(lsn) as file,
      (select system_identifier::text from pg_control_system()) as system
    from pg_current_wal_insert_lsn() as lsn`.execute(db);
  const { snapshot, lsn, system, file } = rows[0] as (typeof rows)[0];
  const server = { system, timeline: Number.parseInt(file.slice(0, 8), 16) };
  return { ...momentOf(snapshot), lsn, server };
}

/** The transaction ids of a snapshot as PostgreSQL writes it, `xmin:xmax:running,running`. */
export function momentOf(snapshot: string): Pick<Moment, 'ended' | 'nextId' | 'running'> {
  const [, xmax = '0', list = ''] = snapshot.split(':');
  const running = list === '' ? [] : list.split(',').map(BigInt);
  const nextId = BigInt(xmax);
  return { ended: nextId - BigInt(running.length), nextId, running };
}
