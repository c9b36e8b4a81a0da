import { createHash } from 'node:crypto';
import { responseOf } from '@sathi/contract/endpoint.ts';
import { IMAGE_BYTES_MAX, readFile, UPLOAD_FOLDERS, uploadFile } from '@sathi/contract/files.ts';
import { type PictureFolder, uploadRefusal } from '@sathi/domain/pictures.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseOtherActor } from '../../http/actor.ts';
import { signedIn } from '../../http/call.ts';
import { attemptOf, idempotencyKeyOf } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { isHiddenFile } from './files.repository.ts';
import { keepPicture, refuseOthersName } from './files.service.ts';
import { createPictureDecoder } from './picture-decoder.ts';
import { readPicture } from './picture-reading.ts';
import { slipRoutes } from './slips.routes.ts';
import { isPicturePass } from '../../http/picture-pass.ts';
import { createUploadSlots } from './upload-slots.ts';

/** Names are made by the server alone, so any other name never existed. */
const NAME = /^[a-z0-9][a-z0-9-]{0,150}\.webp$/;

const HEADERS = {
  vary: 'accept',
  // The picture under a key never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  // Opened by itself, a file is a picture and nothing else.
  'content-security-policy': "sandbox; default-src 'none'",
} as const;

type FilesOutside = Pick<Outside, 'db' | 'files' | 'now' | 'log' | 'secret'>;
type Address = { readonly folder: string; readonly name: string };

export function fileRoutes(app: FastifyInstance, outside: FilesOutside): void {
  reading(app, outside);
  slipRoutes(app, outside);
  // Apart, because bodies are read differently here.
  void app.register(async (scope) => uploading(scope, outside));
}

/** Pictures, for any caller who knows the key; one that reports hide is there for the reader of a pass alone (R34.6). */
function reading(app: FastifyInstance, { db, files, log, secret, now }: FilesOutside): void {
  app.get<{ Params: Address; Querystring: { w?: unknown; pass?: unknown } }>(
    readFile.path,
    { config: { callName: readFile.name } },
    async (request, reply) => {
      const { params, query, headers } = request;
      const key = found(keyOf(params));
      // The people of its loan read a slip by a call of their own.
      if (key.startsWith('slips/')) throw new RefusalError('not_found');
      const isHidden = await isHiddenFile(db, key);
      if (isHidden && !isPicturePass(secret, key, query.pass, now())) throw new RefusalError('not_found');
      // How long the store takes says nothing about the database.
      request.leaveRoom?.();
      const { bytes, type } = await readPicture({ files, log }, key, { width: query.w, accept: headers.accept });
      void reply.headers(HEADERS).type(type);
      if (isHidden) void reply.header('cache-control', 'private, no-store');
      return reply.send(bytes);
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
  // The declared kind of a picture is judged together with its real one.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: IMAGE_BYTES_MAX }, (_, body, done) => done(null, body));

  app.route<{ Params: Address; Body: Buffer | undefined }>({
    method: uploadFile.method,
    url: uploadFile.path,
    config: { callName: uploadFile.name },
    bodyLimit: IMAGE_BYTES_MAX,
    // The permission and the quota are checked before ten megabytes are read.
    onRequest: async (request) => {
      const viewer = signedIn(request);
      refuseOtherActor(found(request.caller), [request.query], {});
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
          attempt: attemptOf(app, request, idempotencyKeyOf(request), content, encode),
        },
      );
      return reply.code(201).send(encode(data).response);
    },
  });

  function giveBack(request: FastifyRequest): void {
    if (taken.delete(request)) slots.giveBack(signedIn(request).id);
  }
}

function folderOf(text: string): PictureFolder | null {
  return UPLOAD_FOLDERS.find((folder) => folder === text) ?? null;
}

function keyOf({ folder, name }: Address): string | null {
  return folderOf(folder) !== null && NAME.test(name) ? `${folder}/${name}` : null;
}
