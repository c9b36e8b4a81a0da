import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';
import { DatabaseBusyError, isTransient } from './errors.ts';
import { gatherHints, type Hint, hintsOf } from './hints.ts';

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 15;
/** One try waits up to ten seconds for a lock, so that all of them would hold a request for the better part of a minute. */
const TRIES_BEGIN_WITHIN_MS = 10_000;

/**
 * Runs `work` in one READ COMMITTED transaction; an error of `work` rolls it back. On a deadlock, a lost serialization
 * or a lock that did not come free, `work` runs again from its start, so its effects must stay within the database.
 * What it hints is told after the commit.
 * @throws DatabaseBusyError after the third retry or ten seconds of tries, or when no connection came free
 */
export async function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const beganAtMs = performance.now();
  for (let retries = 0; ; retries += 1) {
    const hints: Hint[] = [];
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => {
          if (hintsOf(db)) gatherHints(tx, hints);
          return work(tx);
        });
      hintsOf(db)?.add(hints);
      return result;
    } catch (error) {
      if (!isTransient(error)) throw error;
      const isLast = retries === MAX_RETRIES || performance.now() - beganAtMs > TRIES_BEGIN_WITHIN_MS;
      if (isLast) throw new DatabaseBusyError('the transaction kept colliding', { cause: error });
      // Rivals that collided must not meet again at the same moment.
      await sleep(FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()));
    }
  }
}
