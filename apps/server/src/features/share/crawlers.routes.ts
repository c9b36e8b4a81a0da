import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { remember } from '../../http/remember.ts';
import type { Outside } from '../../outside/outside.ts';
import { listPublicAddresses, type PublicAddresses } from '../proposals/public-figures.repository.ts';

/** Search engines come a few times a day; whoever else asks gets the same list. */
const KEPT_MS = 600_000;
const CACHED = { 'cache-control': 'public, max-age=3600' } as const;

/** Tells search engines where they may look, and which pages there are (R26.2). */
export function crawlerRoutes(app: FastifyInstance, { db, now, config }: Pick<Outside, 'db' | 'now' | 'config'>): void {
  const addresses = remember(() => listPublicAddresses(db), KEPT_MS, now);
  app.get('/robots.txt', (_, reply) =>
    reply
      .headers(CACHED)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /dev/\nSitemap: ${publicOrigin(config)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (_, reply) => {
    const pages = pathsOf(await addresses(undefined)).map((path) => publicOrigin(config) + path);
    const entries = pages.map((page) => `<url><loc>${escapeHtml(page)}</loc></url>\n`).join('');
    return reply
      .headers(CACHED)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`,
      );
  });
}

/** Each as its page names itself. */
function pathsOf({ mfis, places, categories, proposals, campaigns }: PublicAddresses): string[] {
  const named = (page: string, name: string) => `/App/${page}/${encodeURIComponent(name)}`;
  const queried = (page: string, { id, mfiName }: { id: string; mfiName: string }) =>
    `/App/${page}?${new URLSearchParams({ mfi: mfiName, id })}`;
  return [
    '/App/Invest',
    '/App/Figures',
    ...mfis.flatMap((name) => [named('Start', name), named('Partner', name), named('Figures', name)]),
    ...places.map((place) => named('Place', place)),
    ...categories.map((category) => named('Trade', category)),
    ...campaigns.map((campaign) => queried('proposalsByCampaign', campaign)),
    ...proposals.map((proposal) => queried('proposal', proposal)),
  ];
}
