import type { ProposalId } from '@sathi/domain/ids.ts';
import { cents } from '@sathi/domain/money.ts';
import type { FastifyInstance } from 'fastify';
import { formatUsd } from '../../http/sentences.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { type Card, drawCard } from './draw-card.ts';
import { findSharedProposal, type SharedProposalRow } from './share.repository.ts';

const NAME = /^([1-9]\d{0,14})\.jpg$/;
const REPAYING_FROM = 5;
const CARDS_KEPT = 64;
/** Drawing takes a tenth of a second of one core: whoever asks for more at once comes again. */
const DRAWING_MAX = 4;

const HEADERS = {
  'content-type': 'image/jpeg',
  // The address changes with what the card shows.
  'cache-control': 'public, max-age=3600',
  // Chats show it on pages of their own.
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

/** The picture that goes with a shared link, for public proposals only. */
export function shareRoutes(app: FastifyInstance, { db, files }: Pick<Outside, 'db' | 'files'>): void {
  const cards = keepCards();
  app.get<{ Params: { file: string } }>('/share/proposal/:file', async ({ params }, reply) => {
    const id = found(NAME.exec(params.file))[1];
    const row = found(await findSharedProposal(db, Number(id) as ProposalId));
    const bytes = await cards(JSON.stringify(row), async () => drawCard(await cardOf(row, files)));
    return reply.headers(HEADERS).send(bytes);
  });
}

async function cardOf(row: SharedProposalRow, files: Outside['files']): Promise<Card> {
  const { title, mfiName, image, primaryColor, amountCents, statusCode } = row;
  const doneCents = statusCode >= REPAYING_FROM ? row.repaidCents : row.backedCents;
  return {
    title,
    mfiName,
    figures: `${formatUsd('en', cents(doneCents))} / ${formatUsd('en', amountCents)}`,
    progress: doneCents / amountCents,
    colour: primaryColor,
    picture: image === null ? null : await files.read(image, 1600),
  };
}

/** Those asked for last are kept; who asks for the same one at once gets the same. @throws RefusalError `overloaded` */
function keepCards() {
  const kept = new Map<string, Promise<Buffer>>();
  let drawing = 0;
  return async (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key);
    if (known) return known;
    if (drawing >= DRAWING_MAX) throw new RefusalError('overloaded', { retryAfterSeconds: 2 });
    drawing += 1;
    const card = draw().finally(() => {
      drawing -= 1;
    });
    kept.set(key, card);
    card.catch(() => kept.delete(key));
    if (kept.size > CARDS_KEPT) kept.delete(kept.keys().next().value as string);
    return card;
  };
}
