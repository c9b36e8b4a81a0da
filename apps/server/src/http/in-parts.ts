import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import { logStaffAct } from './audit-log.ts';
import { type Attempt, findAttempts, replayOf } from './idempotency.ts';

/**
 * Makes the runner of a call whose parts are changed each in a transaction of its own, so that its key is claimed only
 * at its end: a stored answer is repeated before anything is judged, and a twin of an attempt that still runs in this
 * process is refused, since each would tell of the parts of the other as done before.
 *
 * @throws ReplayedAnswer when the attempt was already answered; RefusalError `request_in_progress`, `idempotency_key_reused`
 */
export function createPartsRunner(db: Db) {
  const running = new Set<string>();

  return async function runInParts<Data>(attempt: Attempt, work: () => Promise<Data>): Promise<Data> {
    if (attempt.key === null) return work();
    const name = `${attempt.scope}\n${attempt.key}`;
    if (running.has(name)) throw new RefusalError('request_in_progress');
    running.add(name);
    try {
      const [known] = (await findAttempts(db, [attempt])).values();
      if (known !== undefined) throw replayOf(attempt, known);
      return await work();
    } finally {
      running.delete(name);
    }
  };
}

/** One part in a transaction of its own. */
export type InPart = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * The parts of such a call by staff: the first that is committed takes the row of the log along, so that no part is without it
 * when the call breaks off behind it (R34.5).
 */
export function loggedParts(db: Db, endpoint: Endpoint, act: object): InPart {
  let isLogged = false;
  return async (work) => {
    const result = await transaction(db, async (tx) => {
      const done = await work(tx);
      if (!isLogged) await logStaffAct(tx, endpoint, act, {});
      return done;
    });
    isLogged = true;
    return result;
  };
}
