import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { OutOfServiceError } from '../delivery-errors.ts';
import { deleteUnusedFiles } from '../features/files/files.repository.ts';
import type { Outside } from '../outside.ts';
import { enqueue, type JobHandler } from './outbox.ts';

export const REMOVE_FILE_JOB = 'remove_file';

const DAY_MS = 86_400_000;
const BATCH = 200;

/**
 * Forgets pictures that were sent a day ago and that nothing shows: nobody finished that form, or another took their place.
 * Their bytes go by a job written in the same transaction, so that none stays behind.
 */
export async function removeUnusedFiles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  let count: number;
  do {
    count = await transaction(db, async (tx) => {
      const keys = await deleteUnusedFiles(tx, before, BATCH);
      const jobs = keys.map((key) => ({ kind: REMOVE_FILE_JOB, dedupeKey: `remove_file:${key}`, payload: { key } }));
      await enqueue(tx, jobs, now);
      return keys.length;
    });
  } while (count === BATCH);
}

export function removeFile({ files }: Pick<Outside, 'files'>): JobHandler {
  return async ({ payload }) => {
    await files.remove((payload as { key: string }).key).catch((cause: unknown) => {
      throw new OutOfServiceError('the store of pictures does not answer', { cause });
    });
  };
}
