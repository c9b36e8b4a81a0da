import { findPublicFigures } from '@sathi/contract/public-figures.ts';
import type { FastifyInstance } from 'fastify';
import { found } from '../../errors/refusal-error.ts';
import { createBatcher } from '../../http/batch.ts';
import { mountShared } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfi } from '../mfis/mfis.repository.ts';
import { findPayingDays, findPublicFigures as findFigures, type PublicFigures } from './public-figures.repository.ts';

const UNKNOWN_DAYS = { daysDueToPaid: null, daysPaidToApproved: null };
type Counted = {
  readonly figures: PublicFigures | undefined;
  readonly days: Awaited<ReturnType<typeof findPayingDays>>;
};

/** The figures of the pages for search engines (R26.2). They count all loans there are, and anybody may ask for those of any place. */
export function publicFiguresRoutes(app: FastifyInstance, { now }: Outside): void {
  // One after the other, so that a crowd of places leaves the connections to all else.
  const inTurn = createBatcher(
    (asked: readonly (() => Promise<Counted>)[]) => Promise.all(asked.map((count) => count())),
    {
      batchMax: 1,
    },
  );

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
