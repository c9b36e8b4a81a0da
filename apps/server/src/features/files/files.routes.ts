import { createHash } from 'node:crypto';
import { responseOf } from '@sathi/contract/endpoint.ts';
import { IMAGE_BYTES_MAX, IMAGE_FOLDERS, type ImageFolder, readFile, uploadFile } from '@sathi/contract/files.ts';
import { uploadRefusal } from '@sathi/domain/pictures.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { signedIn } from '../../http/call.ts';
import { attemptOf } from '../../http/mount.ts';
import { IMAGE_WIDTHS, type ImageWidth, type Outside } from '../../outside.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../refusal-error.ts';
import { keepPicture, refuseOthersName } from './files.service.ts';
import { inTime } from './in-time.ts';
import { createPictureDecoder } from './picture-decoder.ts';
import { createUploadSlots } from './upload-slots.ts';

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

type FilesOutside = Pick<Outside, 'db' | 'files' | 'now' | 'log'>;
type Address = { readonly folder: string; readonly name: string };

export function fileRoutes(app: FastifyInstance, outside: FilesOutside): void {
  reading(app, outside);
  // Apart, because bodies are read differently here.
  void app.register(async (scope) => uploading(scope, outside));
}

/** Pictures, for everybody who knows the key. */
function reading(app: FastifyInstance, { files, log }: FilesOutside): void {
  app.get<{ Params: Address; Querystring: { w?: unknown } }>(
    readFile.path,
    {
      config: { callName: readFile.name },
      schema: {
        operationId: readFile.name,
        summary: readFile.summary,
        tags: ['files'],
        params: readFile.params,
        querystring: readFile.query,
        response: { 200: readFile.data },
      },
    },
    async ({ params, query }, reply) => {
      const key = found(keyOf(params));
      const width = widthOf(query.w);
      const bytes = await inTime(files.read(key, width)).catch((error: unknown) => {
        log.error({ err: error }, 'the store of pictures does not give one');
        throw new RefusalError('overloaded');
      });
      return reply.headers(HEADERS).send(found(bytes));
    },
  );
}

function uploading(app: FastifyInstance, outside: FilesOutside): void {
  const decoder = createPictureDecoder();
  const slots = createUploadSlots();
  const taken = new WeakSet<FastifyRequest>();
  const response = responseOf(uploadFile);
  app.addHook('onClose', async () => decoder.close());
  app.removeAllContentTypeParsers();
  // What a picture claims to be is judged together with what it is.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: IMAGE_BYTES_MAX }, (_, body, done) => done(null, body));

  app.route<{ Params: Address; Body: Buffer | undefined }>({
    method: uploadFile.method,
    url: uploadFile.path,
    config: { callName: uploadFile.name },
    bodyLimit: IMAGE_BYTES_MAX,
    schema: {
      operationId: uploadFile.name,
      summary: uploadFile.summary,
      tags: ['files'],
      security: [{ bearer: [] }],
      params: uploadFile.params,
      response: { 201: response },
    },
    // Who may, and whether there is room, is asked before ten megabytes are read.
    onRequest: async (request) => {
      const viewer = signedIn(request);
      refuseIf(uploadRefusal(viewer, found(folderOf(request.params.folder))));
      const key = keyOf(request.params);
      if (key !== null) await refuseOthersName(outside.db, viewer, key);
      slots.take(viewer.id);
      taken.add(request);
    },
    onResponse: async (request) => giveBack(request),
    onRequestAbort: async (request) => giveBack(request),
    handler: async (request, reply) => {
      const { params, body: bytes = Buffer.alloc(0) } = request;
      const contentType = request.headers['content-type'];
      const encode = (data: unknown) => ({
        status: 201,
        response: z.encode(response, { success: true, data } as never),
      });
      const content = [uploadFile.name, params, contentType ?? null, createHash('sha256').update(bytes).digest('hex')];
      const data = await keepPicture(
        { ...outside, decode: decoder.decode },
        {
          viewer: signedIn(request),
          folder: found(folderOf(params.folder)),
          name: params.name,
          contentType,
          bytes,
          attempt: attemptOf(app, request, content, encode),
        },
      );
      return reply.code(201).send(encode(data).response);
    },
  });

  function giveBack(request: FastifyRequest): void {
    if (taken.delete(request)) slots.giveBack(signedIn(request).id);
  }
}

function folderOf(text: string): ImageFolder | null {
  return IMAGE_FOLDERS.find((folder) => folder === text) ?? null;
}

function keyOf({ folder, name }: Address): string | null {
  return folderOf(folder) !== null && NAME.test(name) ? `${folder}/${name}` : null;
}

/** @throws RefusalError `invalid_request` for a width that is not kept */
function widthOf(text: unknown): ImageWidth {
  if (text === undefined) return DEFAULT_WIDTH;
  const width = IMAGE_WIDTHS.find((kept) => String(kept) === text);
  if (width === undefined) throw invalidField('w', 'invalid');
  return width;
}
