import { DAY_MS } from '@sathi/domain/durations.ts';
import { ENTRY_DAYS } from '@sathi/domain/staff.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { listWaitingBatches, lockBatch, setBatchCancelled } from './batches.repository.ts';

/** Batches that nobody approved for 30 days end, and their requests are free again (R34.3). */
export async function endBatches(db: Db, now: Date): Promise<void> {
  const waiting = await listWaitingBatches(db, new Date(now.getTime() - ENTRY_DAYS * DAY_MS));
  await doOneByOne(waiting, ({ id, mfiId }) =>
    transaction(db, async (tx) => {
      const batch = await lockBatch(tx, mfiId, id);
      if (batch?.state !== 'made') return false;
      await setBatchCancelled(tx, batch, { by: null, at: now, reason: null });
      return true;
    }),
  );
}
