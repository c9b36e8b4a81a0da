import { findPublicFigures } from '@sathi/contract/public-figures.ts';
import type { FastifyInstance } from 'fastify';
import { found } from '../../errors/refusal-error.ts';
import { createBatcher } from '../../http/batch.ts';
import { mountShared } from '../../http/mount.ts';
import { remember } from '../../http/remember.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfi } from '../mfis/mfis.repository.ts';
import { type FiguresOf, findPayingDays, findPublicFigures as findFigures } from './public-figures.repository.ts';

const FIGURES_KEPT_MS = 60_000;

/** The figures of the pages for search engines (R26.2). They count all loans there are, and anybody may ask for those of any place. */
export function publicFiguresRoutes(app: FastifyInstance, { db, now }: Outside): void {
  const count = async (of: FiguresOf) => {
    const figures = await findFigures(db, of, now());
    const days = of.mfiId === undefined ? null : await findPayingDays(db, of.mfiId);
    return figures && { daysDueToPaid: null, daysPaidToApproved: null, ...days, ...figures };
  };
  // Counted one after the other, so that a crowd of places leaves the connections to all else.
  const countInTurn = createBatcher((asked: readonly FiguresOf[]) => Promise.all(asked.map(count)), { batchMax: 1 });
  const figuresOf = remember(countInTurn, FIGURES_KEPT_MS, now);

  mountShared(app, findPublicFigures, async ({ query: { name, place, category }, db: from }) => {
    const mfiId = name ? found(await findMfi(from, name)).id : undefined;
    const { lentCents, repaidCents, ...figures } = found(await figuresOf({ mfiId, place, category }));
    return { ...figures, lent: lentCents, repaid: repaidCents };
  });
}
