import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ownRead, type PageDb } from '../http/own-reads.ts';
import { pagesPlugin } from './pages.ts';

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** How many of a campaign's proposals a page shows: as many as the browser asks for at once. */
const CAMPAIGN_PAGE_SIZE = 12;

/**
 * Puts the web app behind every address that is not the API's. Its pages ask the API as a visitor would. `publicUrl` is
 * asked when a page is made, because a free port is only known once it is listened on.
 */
export async function servePages(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  await pagesPlugin(app, {
    distDir: DIST,
    publicUrl,
    loadersFor: ({ ip }, db) => ({
      loadMfi: (name) => askAsVisitor(app, `/api/mfi?name=${encodeURIComponent(name)}`, ip, db),
      loadShowcase: (name) => askAsVisitor(app, `/api/mfi/showcase?name=${encodeURIComponent(name)}`, ip, db),
      loadProposal: (id) =>
        /^[1-9]\d{0,14}$/.test(id) ? askAsVisitor(app, `/api/borrow/findOne?id=${id}`, ip, db) : Promise.resolve(null),
      loadCampaign: (id) =>
        /^[1-9]\d{0,14}$/.test(id)
          ? answerToVisitor(app, `/api/campaign/?campaignId=${id}&limit=${CAMPAIGN_PAGE_SIZE}`, ip, db)
          : Promise.resolve(null),
      loadFigures: (query) => askAsVisitor(app, `/api/borrow/figures?${query}`, ip, db),
      loadLoanFigures: (query) => askAsVisitor(app, `/api/mfi/figures?${query}`, ip, db),
      loadOpen: (query) => answerToVisitor(app, `/api/borrow/openProposals?${query}`, ip, db),
    }),
  });
}

/** The `data` of {@link answerToVisitor}. */
export async function askAsVisitor(app: FastifyInstance, url: string, ip: string, db: PageDb): Promise<unknown> {
  const answer = await answerToVisitor(app, url, ip, db);
  return answer && answer.data;
}

/**
 * The answer to a visitor at this address, or null for a 404. It costs the visitor nothing: public pages are never counted.
 * Throws for every other answer: the page is then drawn without it, instead of as a missing page.
 */
async function answerToVisitor(
  app: FastifyInstance,
  url: string,
  ip: string,
  db: PageDb,
): Promise<{ data: unknown } | null> {
  const response = await ownRead(app, db, (headers) => app.inject({ method: 'GET', url, remoteAddress: ip, headers }));
  if (response.statusCode === 200) return response.json() as { data: unknown; nextCursor?: string | null };
  if (response.statusCode === 404) return null;
  throw new Error(`a page was refused its data with status ${response.statusCode}`);
}
