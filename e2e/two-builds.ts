import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Db } from '../apps/server/src/db/db.ts';
import { decorateKept } from '../apps/server/src/http/kept-answers.ts';
import { type PageLoaders, pagesPlugin } from '../apps/server/src/rendering/pages.ts';

/** The built web app. */
export const BUILD = path.resolve('apps/web/dist');
/** `copyAsNextBuild` writes this at the end of each name with a hash. */
export const NEXT = 'next';

export type Front = {
  readonly url: string;
  /** Serves the files and pages of another build from now on, at the same address, as after a restart. */
  readonly deploy: (dist: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Serves the pages of a build as the product does, with the data of `server`, to which calls and pictures go on. */
export async function startFront(dist: string, server: string): Promise<Front> {
  let app = await served(dist, server, 0);
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    deploy: async (next) => {
      await app.close();
      app = await served(next, server, port);
    },
    close: () => app.close(),
  };
}

async function served(dist: string, server: string, port: number): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  // Bodies are passed on unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const folder of ['/api/*', '/files/*']) {
    app.all(folder, (request, reply) => {
      reply.hijack();
      const { method, headers } = request;
      const onward = http.request(new URL(request.url, server), { method: method!, headers }, (answer) => {
        reply.raw.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(reply.raw);
      });
      onward.on('error', () => reply.raw.destroy());
      reply.raw.on('close', () => onward.destroy());
      request.raw.pipe(onward);
    });
  }
  await app.register(cookie);
  // It has all the room there is, and keeps nothing.
  app.decorate('inRoom', (work) => work());
  // Its pages ask the server, so none reads a database.
  const primary = {} as Db;
  decorateKept(app, {
    primary,
    places: null,
    read: (_key, _seen, make) => make(primary),
    close: () => Promise.resolve(),
  });
  await pagesPlugin(app, { distDir: dist, publicUrl: () => server, loadersFor: () => loadersOf(server) });
  await app.listen({ port });
  return app;
}

function loadersOf(server: string): PageLoaders {
  const load = async (address: string) => {
    const answer = await fetch(`${server}${address}`);
    return answer.ok ? ((await answer.json()) as { data: unknown }).data : null;
  };
  return {
    loadMfi: (name) => load(`/api/mfi?name=${name}`),
    loadShowcase: (name) => load(`/api/mfi/showcase?name=${name}`),
    loadProposal: (id) => load(`/api/borrow/findOne?id=${id}`),
    loadCampaign: () => Promise.resolve(null),
    loadOpen: () => Promise.resolve(null),
    loadLoanFigures: () => Promise.resolve(null),
    loadFigures: () => Promise.resolve(null),
  };
}

/** Copies a build and gives every file with a hash another name, everywhere, as if each of them had been changed. */
export async function copyAsNextBuild(dist: string, copy: string): Promise<void> {
  await cp(dist, copy, { recursive: true });
  // The nearest one of the build says so too.
  await writeFile(path.join(copy, 'package.json'), '{ "type": "module" }');
  const client = path.join(copy, 'client');
  const names = (await readdir(path.join(client, 'assets'))).filter((name) => !name.endsWith('.br'));
  const stems = names.map((name) => name.replace(/\.\w+$/, '')).sort((a, b) => b.length - a.length);
  const mention = new RegExp(`(?:${stems.join('|')})(?=[./\`'"])`, 'g');
  const id = (await readFile(path.join(dist, 'sources.sha256'), 'utf8')).slice(0, 12);
  for (const entry of await readdir(client, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && file.endsWith('.br')) await rm(file);
    if (!entry.isFile() || !/\.(js|css|json|html)$/.test(file)) continue;
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replaceAll(mention, `$&${NEXT}`).replaceAll(id, NEXT));
  }
  for (const name of names) {
    const { name: stem, ext } = path.parse(name);
    await rename(path.join(client, 'assets', name), path.join(client, 'assets', `${stem}${NEXT}${ext}`));
  }
}
