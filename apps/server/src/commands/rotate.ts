import { type AppSecret, secretId } from '../config/secret.ts';
import type { Db } from '../db/db.ts';
import type { Step } from './resealing.ts';
import { sealedColumns } from './sealed-columns.ts';

const ROTATE_BATCH = 500;

type Rotation = {
  readonly db: Db;
  readonly secret: AppSecret;
  /** Newest first, as `CHAIN_KEY_SECRET` names them. */
  readonly chainSecrets: readonly string[];
  readonly say: (line: string) => void;
  readonly batch?: number;
};

/**
 * Seals everything with the newest secret and binds it to its row, in batches of single statements: it stands in nobody's
 * way, may be stopped at any row, and goes on with what is left when it is run again.
 * @returns how many values were sealed anew, and how many did not open
 */
export async function rotateSecrets({
  db,
  secret,
  chainSecrets,
  say,
  batch = ROTATE_BATCH,
}: Rotation): Promise<{ sealed: number; unreadable: number }> {
  const total = { sealed: 0, unreadable: 0 };
  for (const { name, reseal } of sealedColumns(secret, chainSecrets)) {
    let done = 0;
    let last: string | null = null;
    do {
      const step: Step = await reseal(db, last, batch);
      done += step.sealed;
      ({ last } = step);
      if (step.sealed > 0) say(`${name}: ${done} sealed anew`);
      for (const id of step.unreadable) say(`${name}: ${id} does not open, and stays as it is`);
      total.unreadable += step.unreadable.length;
    } while (last !== null);
    if (done === 0) say(`${name}: nothing left to seal`);
    total.sealed += done;
  }
  const everything = total.unreadable === 0 ? 'Everything' : `Everything but ${total.unreadable} values`;
  say(`${everything} in the database is sealed with the secret ${secretId(secret[0])}.`);
  return total;
}
