import type { UserId } from '@sathi/domain/ids.ts';
import { RefusalError } from '../../errors/refusal-error.ts';

/** A body is up to ten megabytes of memory as long as its request lasts. */
const UPLOADS_MAX = 24;
const UPLOADS_PER_PERSON_MAX = 4;

/** Counts uploads under way, so that they are refused before their bodies are read. */
export type UploadSlots = {
  /** @throws RefusalError `too_many_requests`, `overloaded` */
  readonly take: (userId: UserId) => void;
  readonly giveBack: (userId: UserId) => void;
};

export function createUploadSlots(): UploadSlots {
  const counts = new Map<UserId, number>();
  let total = 0;
  return {
    take: (userId) => {
      const count = counts.get(userId) ?? 0;
      if (count >= UPLOADS_PER_PERSON_MAX) throw new RefusalError('too_many_requests', { retryAfterSeconds: 2 });
      if (total >= UPLOADS_MAX) throw new RefusalError('overloaded');
      counts.set(userId, count + 1);
      total += 1;
    },
    giveBack: (userId) => {
      const count = (counts.get(userId) ?? 1) - 1;
      if (count > 0) counts.set(userId, count);
      else counts.delete(userId);
      total -= 1;
    },
  };
}
