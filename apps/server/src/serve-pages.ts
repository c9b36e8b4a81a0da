import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { pagesPlugin } from './pages/pages.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Puts the web app behind every address that is not the API's. Its pages ask the API what a visitor would be told. */
export async function servePages(app: FastifyInstance, config: Config): Promise<void> {
  const ask = async (url: string): Promise<unknown> => {
    const response = await app.inject({ method: 'GET', url });
    return response.statusCode === 200 ? (response.json() as { data: unknown }).data : null;
  };
  await pagesPlugin(app, {
    distDir: DIST,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    loadMfi: (name) => ask(`/api/mfi?name=${encodeURIComponent(name)}`),
    loadShowcase: (name) => ask(`/api/mfi/showcase?name=${encodeURIComponent(name)}`),
    loadProposal: (id) => (/^[1-9]\d{0,14}$/.test(id) ? ask(`/api/borrow/findOne?id=${id}`) : Promise.resolve(null)),
  });
}
