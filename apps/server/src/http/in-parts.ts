import type { Db } from '../db/db.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import { type Attempt, findAttempts, replayOf } from './idempotency.ts';

/**
 * For a call whose parts are changed each in a transaction of its own, so that its key is claimed only at its end: an answer
 * that is stored is repeated before anything is judged, and a twin of an attempt that still runs in this process is refused,
 * since each would tell of the parts of the other as done before.
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
