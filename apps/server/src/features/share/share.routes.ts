import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignShareRefusal } from '@sathi/domain/campaigns.ts';
import type { CampaignId, ProposalId } from '@sathi/domain/ids.ts';
import { PROPOSAL_RULES } from '@sathi/domain/permissions.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { type Language, languageOf, LANGUAGES } from '../../http/language.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { findCampaign } from '../campaigns/campaigns.repository.ts';
import { drawCard } from './draw-card.ts';
import { drawStatus } from './draw-status.ts';
import { POSTER_POLICY, type Poster, posterPage } from './poster-page.ts';
import { campaignPosterOf, cardOf, posterOf, statusOf } from './share-answers.ts';
import { findSharedProposal, type SharedProposalRow } from './share.repository.ts';

const NAME = /^([1-9]\d{0,14})\.jpg$/;
const ID = /^[1-9]\d{0,14}$/;
const OWN_CODE = /^[a-z2-9]{8}$/;
const READER = 'Cookie, Accept-Language';
const CARDS_KEPT = 64;
/** Drawing takes a tenth of a second of one core: requests beyond this number are told to come again. */
const DRAWING_MAX = 4;

const HEADERS = {
  'content-type': 'image/jpeg',
  // The address changes with the content of the card.
  'cache-control': 'public, max-age=3600',
  // Chats show it on pages of their own.
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

const POSTER_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: READER,
  'content-security-policy': POSTER_POLICY,
} as const;

type Outer = Pick<Outside, 'db' | 'files' | 'config' | 'now'>;

/** The pictures and the posters that go with a shared link, for public proposals and campaigns only. */
export function shareRoutes(app: FastifyInstance, outside: Outer): void {
  const { db, files } = outside;
  const keep = keepPictures((request) => app.limitShown('drawings', request));

  app.get<{ Params: { file: string } }>('/share/proposal/:file', async (request, reply) => {
    const id = idOf(NAME.exec(request.params.file)?.[1]) as ProposalId;
    // A card without a language in its address is the same for all readers.
    const row = found(await findSharedProposal(db, id, languageNamed(queryOf(request)['lang'])));
    const bytes = await keep(request, JSON.stringify(row), async () => drawCard(await cardOf(row, files)));
    return reply.headers(HEADERS).send(bytes);
  });

  app.get<{ Params: { id: string } }>('/share/proposal/:id/status.jpg', async (request, reply) => {
    const language = languageAsked(request);
    const row = found(await findPassedOn(db, request.params.id, language));
    const bytes = await keep(request, JSON.stringify(['status', language, row]), async () =>
      drawStatus(await statusOf(row, language, files)),
    );
    return reply.headers({ ...HEADERS, 'cache-control': 'private, max-age=60', vary: READER }).send(bytes);
  });

  app.get<{ Params: { id: string } }>('/share/proposal/:id/poster', async (request, reply) => {
    await app.limitShown('opening', request);
    const language = languageAsked(request);
    const row = found(await findPassedOn(db, request.params.id, language));
    const own = ownCode(request);
    return sendPoster(reply, posterOf(row, language, publicOrigin(outside.config), own), {
      language,
      path: `/share/proposal/${row.id}/poster`,
      own,
    });
  });

  app.get<{ Params: { id: string } }>('/share/campaign/:id/poster', async (request, reply) => {
    await app.limitShown('opening', request);
    const language = languageAsked(request);
    const id = idOf(ID.exec(request.params.id)?.[0]) as CampaignId;
    const row = found(await findCampaign(db, null, id));
    // The poster is there only while the campaign may be passed on (R16.1, R16.4).
    if (campaignShareRefusal(row, calendarDateIn(row.timeZone, outside.now())) !== null) {
      throw new RefusalError('not_found');
    }
    const own = ownCode(request);
    return sendPoster(reply, campaignPosterOf(row, language, publicOrigin(outside.config), own), {
      language,
      path: `/share/campaign/${row.id}/poster`,
      own,
    });
  });
}

type Printed = { language: Language; path: string; own: { by?: string } };

function sendPoster(reply: FastifyReply, poster: Poster, { language, path, own }: Printed) {
  const pathIn = (lang: Language) => `${path}?${new URLSearchParams({ lang, ...own })}`;
  return reply.headers(POSTER_HEADERS).send(posterPage(poster, language, pathIn));
}

/** The code of the link of the person who prints it. */
function ownCode(request: FastifyRequest): { by?: string } {
  const code = queryOf(request)['by'] ?? '';
  return OWN_CODE.test(code) ? { by: code } : {};
}

/** A proposal, found only while it may be passed on (section 4): posters stay on walls. */
async function findPassedOn(db: Outside['db'], id: string, language: Language): Promise<SharedProposalRow | undefined> {
  const row = await findSharedProposal(db, idOf(ID.exec(id)?.[0]) as ProposalId, language);
  return row && PROPOSAL_RULES.share.when.some((status) => PROPOSAL_STATUS[status] === row.statusCode)
    ? row
    : undefined;
}

/** @throws RefusalError `not_found` for what is no id */
function idOf(text: string | undefined): number {
  return Number(found(text));
}

function queryOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const query = request.query as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** The language named in the address, else the reader's. */
function languageAsked(request: FastifyRequest): Language {
  const named = queryOf(request)['lang'] ?? request.cookies['language'];
  return languageNamed(named) ?? languageOf(request.headers['accept-language']);
}

function languageNamed(named: string | undefined): Language | null {
  return LANGUAGES.find((known) => known === named) ?? null;
}

/**
 * Keeps the pictures that were drawn last; calls for the same one at once share one drawing. `limit` is asked for those alone
 * that are not in memory.
 * @throws RefusalError `overloaded`, `too_many_requests`
 */
function keepPictures(limit: (request: FastifyRequest) => Promise<void>) {
  const kept = new Map<string, Promise<Buffer>>();
  let drawing = 0;
  return async (request: FastifyRequest, key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    if (!kept.has(key)) await limit(request);
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
