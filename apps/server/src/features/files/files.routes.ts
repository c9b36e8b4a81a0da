import type { FastifyInstance } from 'fastify';
import { IMAGE_WIDTHS, type ImageWidth, type Outside } from '../../outside.ts';
import { found, invalidField } from '../../refusal-error.ts';

const FOLDERS = ['proposalImages', 'profileImages', 'campaignImages'];
/** Names are made by the server alone, so anything else never existed. */
const NAME = /^[a-z0-9][a-z0-9-]{0,150}\.webp$/;
const DEFAULT_WIDTH = 1600;

const HEADERS = {
  'content-type': 'image/webp',
  // What is under a key never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  // Opened by itself, a file is a picture and nothing else.
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

/** Pictures, for everybody who knows the key. */
export function fileRoutes(app: FastifyInstance, { files }: Pick<Outside, 'files'>): void {
  type Address = { Params: { folder: string; name: string }; Querystring: { w?: unknown } };
  app.get<Address>('/files/:folder/:name', async ({ params, query }, reply) => {
    const key = found(keyOf(params.folder, params.name));
    const width = widthOf(query.w);
    const bytes = found(await files.read(key, width));
    return reply.headers(HEADERS).send(bytes);
  });
}

function keyOf(folder: string, name: string): string | null {
  return FOLDERS.includes(folder) && NAME.test(name) ? `${folder}/${name}` : null;
}

/** @throws RefusalError `invalid_request` for a width that is not kept */
function widthOf(text: unknown): ImageWidth {
  if (text === undefined) return DEFAULT_WIDTH;
  const width = IMAGE_WIDTHS.find((kept) => String(kept) === text);
  if (width === undefined) throw invalidField('w', 'invalid');
  return width;
}
