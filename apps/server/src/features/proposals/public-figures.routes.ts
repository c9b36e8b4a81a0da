import { findPublicFigures } from '@sathi/contract/public-figures.ts';
import type { FastifyInstance } from 'fastify';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { createBatcher } from '../../http/batch.ts';
import { mountShared } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfi } from '../mfis/mfis.repository.ts';
import { findPayingDays, findPublicFigures as findFigures, type PublicFigures } from './public-figures.repository.ts';

/** Counts that wait for their turn; of a million loans each takes half a second. */
const WAITING_MAX = 32;
const UNKNOWN_DAYS = { daysDueToPaid: null, daysPaidToApproved: null };
type Counted = {
  readonly figures: PublicFigures | undefined;
  readonly days: Awaited<ReturnType<typeof findPayingDays>>;
};

/** The figures of the pages for search engines (R26.2). They count all loans there are, and anybody may ask for those of any place. */
export function publicFiguresRoutes(app: FastifyInstance, { now }: Outside): void {
  // One after the other, so that a crowd of places leaves the connections and the room (`overload.ts`) to all else.
  const queue = createBatcher(
    (asked: readonly (() => Promise<Counted>)[]) => Promise.all(asked.map((count) => count())),
    { batchMax: 1 },
  );
  let waiting = 0;
  const inTurn = async (count: () => Promise<Counted>): Promise<Counted> => {
    if (waiting >= WAITING_MAX) throw new RefusalError('overloaded', { retryAfterSeconds: 3 });
    waiting += 1;
    return queue(count).finally(() => {
      waiting -= 1;
    });
  };

  mountShared(app, findPublicFigures, async ({ query: { name, ...of }, db: from }) => {
    const mfiId = name ? found(await findMfi(from, name)).id : undefined;
    const { figures, days } = await inTurn(async () => ({
      figures: await findFigures(from, { ...of, mfiId }, now()),
      days: mfiId === undefined ? UNKNOWN_DAYS : await findPayingDays(from, mfiId),
    }));
    const { lentCents, repaidCents, ...told } = found(figures);
    return { ...told, ...days, lent: lentCents, repaid: repaidCents };
  });
}
