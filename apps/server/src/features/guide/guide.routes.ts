import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Language, languageOf, LANGUAGES } from '../../http/language.ts';
import { found } from '../../errors/refusal-error.ts';
import { addressOf, GUIDE_PAGES, guidePage } from './guide-page.ts';
import { guidePicture } from './guide-pictures.ts';
import { GUIDE_STYLE } from './guide-style.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Language',
  // The pages run nothing, and their one style sheet is allowed by its hash.
  'content-security-policy':
    `default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
    `style-src 'sha256-${createHash('sha256').update(GUIDE_STYLE).digest('base64')}'`,
} as const;

/** The guide for the people who use the product, and for those who run it. Public, and without a script. */
export function guideRoutes(app: FastifyInstance): void {
  app.get('/docs', async (request, reply) => reply.redirect(addressOf(readerLanguage(request), 'start')));

  app.get<{ Params: { language: string } }>('/docs/:language', async ({ params }, reply) =>
    reply.redirect(addressOf(found(guideLanguage(params.language)), 'start')),
  );

  app.get<{ Params: { language: string; page: string } }>('/docs/:language/:page', async (request, reply) => {
    const language = found(guideLanguage(request.params.language));
    const page = found(GUIDE_PAGES.find((known) => known === request.params.page));
    return reply.headers(HEADERS).send(guidePage({ language, page, theme: request.cookies['theme'] }));
  });

  app.get<PictureParams>('/docs/:language/pictures/:name', async ({ params }, reply) => {
    const picture = found(guidePicture(found(guideLanguage(params.language)), params.name));
    return reply.type('image/webp').header('cache-control', 'public, max-age=86400').send(picture);
  });
}

type PictureParams = { Params: { language: string; name: string } };

/** The language chosen in the product, else the browser's. */
function readerLanguage(request: FastifyRequest): Language {
  return guideLanguage(request.cookies['language'] ?? '') ?? languageOf(request.headers['accept-language']);
}

function guideLanguage(text: string): Language | undefined {
  return LANGUAGES.find((known) => known === text);
}
