import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseConnection, type KyselyProps, Transaction } from 'kysely';
import type { Db, Tx } from './db.ts';
import { DatabaseBusyError, isInFailedTransaction, isTransient } from './errors.ts';
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
        .execute((serial) =>
          workAtOnce(serial, (tx) => {
            if (hintsOf(db)) gatherHints(tx, hints);
            return work(tx);
          }),
        );
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

/** Kysely uses these where it begins transactions, and a transaction never begins another. */
const NOT_OF_A_TRANSACTION = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>;

/**
 * Runs `work` with a transaction whose statements leave when they are asked for; those of Kysely's wait until the one before is answered. The
 * database does them in the order in which they were asked for. None leaves any more once `work` has ended, so that none
 * of several at once, one of which has failed, is done after the rollback.
 * @throws the error of the first that failed, which may be told after those of the others: they were not done because of it
 */
async function workAtOnce<Result>(serial: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let isOver = false;
  let firstError: unknown;
  const onIt = (connection: DatabaseConnection) => ({
    provideConnection: async <Answer>(ask: (connection: DatabaseConnection) => Promise<Answer>): Promise<Answer> => {
      if (isOver) throw new Error('a statement came after the end of its transaction');
      return ask(connection).catch((error: unknown) => {
        firstError ??= error;
        throw error;
      });
    },
  });
  return serial.getExecutor().provideConnection(async (connection) => {
    const executor = serial.getExecutor().withConnectionProvider(onIt(connection));
    try {
      return await work(new Transaction({ ...NOT_OF_A_TRANSACTION, executor }));
    } catch (error) {
      throw isInFailedTransaction(error) ? firstError : error;
    } finally {
      isOver = true;
    }
  });
}
