import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pagesPlugin } from './pages/pages.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** As many of its proposals as the browser asks for at once. */
const CAMPAIGN_PAGE_SIZE = 12;

/**
 * Puts the web app behind every address that is not the API's. Its pages ask the API what a visitor would be told.
 * `publicUrl` is asked when a page is made, because a free port is only known once it is listened on.
 */
export async function servePages(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  await pagesPlugin(app, {
    distDir: DIST,
    publicUrl,
    loadersFor: ({ ip }) => ({
      loadMfi: (name) => askAsVisitor(app, `/api/mfi?name=${encodeURIComponent(name)}`, ip),
      loadShowcase: (name) => askAsVisitor(app, `/api/mfi/showcase?name=${encodeURIComponent(name)}`, ip),
      loadProposal: (id) =>
        /^[1-9]\d{0,14}$/.test(id) ? askAsVisitor(app, `/api/borrow/findOne?id=${id}`, ip) : Promise.resolve(null),
      loadCampaign: (id) =>
        /^[1-9]\d{0,14}$/.test(id)
          ? answerToVisitor(app, `/api/campaign/?campaignId=${id}&limit=${CAMPAIGN_PAGE_SIZE}`, ip)
          : Promise.resolve(null),
    }),
  });
}

/** The `data` of {@link answerToVisitor}. */
export async function askAsVisitor(app: FastifyInstance, url: string, ip: string): Promise<unknown> {
  const answer = await answerToVisitor(app, url, ip);
  return answer && answer.data;
}

/**
 * What a visitor at this address is answered, or null for a 404. Asked in the visitor's name, so that the limits count
 * each visitor apart. Throws for every other answer: the page is then drawn without it, instead of as one that is not there.
 */
async function answerToVisitor(app: FastifyInstance, url: string, ip: string): Promise<{ data: unknown } | null> {
  const response = await app.inject({ method: 'GET', url, remoteAddress: ip });
  if (response.statusCode === 200) return response.json() as { data: unknown; nextCursor?: string | null };
  if (response.statusCode === 404) return null;
  throw new Error(`a page was refused its data with status ${response.statusCode}`);
}
