import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { commonHeaders } from './page-headers.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Names under `assets/` carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
/** Each build brings another under the same name, and browsers look for it at every visit. */
const ALWAYS_ASKED = /^(service-worker\.js|\w+\.webmanifest)$/;

/** One route for each built file, answered from memory, with its compressed twin where the build made one. */
export function assetRoutes(app: FastifyInstance, distDir: string, isHttps: boolean): void {
  const client = path.join(distDir, 'client');
  for (const file of builtFiles(client)) {
    const plain = readFileSync(path.join(client, file));
    const twin = path.join(client, `${file}.br`);
    const brotli = existsSync(twin) ? readFileSync(twin) : undefined;
    const headers = {
      ...commonHeaders(isHttps),
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': cacheControlOf(file),
      ...(brotli && { vary: 'Accept-Encoding' }),
    };
    app.get(`/${file}`, async (request, reply) => {
      const takesBrotli = brotli !== undefined && acceptsEncoding(request.headers['accept-encoding'], 'br');
      reply.headers(headers);
      if (takesBrotli) reply.header('content-encoding', 'br');
      return reply.send(takesBrotli ? brotli : plain);
    });
  }
}

function cacheControlOf(file: string): string {
  if (ALWAYS_ASKED.test(file)) return 'no-cache';
  return file.startsWith('assets/') ? IMMUTABLE : REVALIDATED;
}

export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name, quality] = part.trim().split(';');
      return name === encoding && !/q=0(\.0*)?$/.test(quality?.trim() ?? '');
    });
}

function builtFiles(client: string): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(client, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => file !== 'index.html' && !file.startsWith('.vite/') && !file.endsWith('.br'));
}
