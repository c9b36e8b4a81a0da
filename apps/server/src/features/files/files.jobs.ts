import { DAY_MS } from '@sathi/domain/durations.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { OutOfServiceError } from '../../errors/delivery-errors.ts';
import { deleteUnusedFiles } from './files.repository.ts';
import type { Outside } from '../../outside/outside.ts';
import { enqueue, type JobHandler } from '../../outbox/outbox.ts';
import type { Jobs } from '../../outbox/runner.ts';

const REMOVE_FILE_JOB = 'remove_file';

const BATCH = 200;

export function fileJobs(outside: Pick<Outside, 'db' | 'now' | 'files'>): Jobs {
  const { db, now } = outside;
  return {
    handlers: { [REMOVE_FILE_JOB]: removeFile(outside) },
    schedules: [{ name: 'unused pictures', everyMinutes: 60, work: () => removeUnusedFiles(db, now()) }],
  };
}

/**
 * Forgets pictures that were sent a day ago and that no page shows: their form was not finished, or another picture
 * took their place. Their bytes go by a job written in the same transaction, so that none stays behind.
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

function removeFile({ files }: Pick<Outside, 'files'>): JobHandler {
  return async ({ payload }) => {
    await files.remove((payload as { key: string }).key).catch((cause: unknown) => {
      throw new OutOfServiceError('the store of pictures does not answer', { cause });
    });
  };
}
