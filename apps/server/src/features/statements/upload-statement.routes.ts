import { createHash } from 'node:crypto';
import { responseOf } from '@sathi/contract/endpoint.ts';
import { uploadStatement } from '@sathi/contract/statements.ts';
import { STATEMENT_BYTES_MAX } from '@sathi/domain/statement-files.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/db.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { refuseOtherActor } from '../../http/actor.ts';
import { signedIn } from '../../http/call.ts';
import { refuseKnownAttempt } from '../../http/idempotency.ts';
import { attemptOf, idempotencyKeyOf } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { readValues } from '../../http/values.ts';
import type { Outside } from '../../outside/outside.ts';
import { approvedAccount } from '../money-accounts/approved-account.repository.ts';
import { handInStatement, type Upload } from './hand-in-statement.ts';
import { statementAnswer } from './statement-answers.ts';
import { createStatementReader } from './statement-reader.ts';
import type { KeptStatement } from './statements.service.ts';

/** Each holds its file in memory for as long as it is read. */
const UPLOADS_MAX = 4;
const RESPONSE = responseOf(uploadStatement);

type Asked = Pick<Upload, 'viewer' | 'mfiId' | 'account' | 'name'>;

/** A file as it is: any content type, no form around it. Its bytes are read once it is known that they may be sent. */
export function uploadStatementRoute(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;
  const reader = createStatementReader();
  const slots = createUploadSlots();
  app.addHook('onClose', async () => reader.close());
  takeAnyContentType(app);

  app.route<{ Body: Buffer | undefined }>({
    method: uploadStatement.method,
    url: uploadStatement.path,
    config: { callName: uploadStatement.name },
    bodyLimit: STATEMENT_BYTES_MAX,
    onRequest: async (request) => {
      await askedIn(db, request);
      slots.take(request);
    },
    onResponse: async (request) => slots.giveBack(request),
    onRequestAbort: async (request) => slots.giveBack(request),
    handler: async (request, reply) => {
      const asked = await askedIn(db, request);
      const bytes = request.body ?? Buffer.alloc(0);
      const bytesHash = createHash('sha256').update(bytes).digest('hex');
      const key = idempotencyKeyOf(request);
      const content = [uploadStatement.name, asked.account.id, bytesHash];
      const attempt = attemptOf(app, request, key, content, (kept) => encode(kept as KeptStatement));
      await refuseKnownAttempt(db, attempt);
      const upload = { ...asked, bytes, bytesHash, key, attempt, ip: request.ip };
      const { status, response } = encode(await handInStatement(outside, reader, upload));
      return reply.code(status).send(response);
    },
  });
}

function takeAnyContentType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: STATEMENT_BYTES_MAX }, (_, body, done) =>
    done(null, body),
  );
}

/** Counts the files that are being sent; a request that ends twice, by its answer and by its sender, gives back once. */
function createUploadSlots() {
  const taken = new WeakSet<FastifyRequest>();
  let uploads = 0;
  return {
    /** @throws RefusalError `overloaded` */
    take: (request: FastifyRequest): void => {
      if (uploads >= UPLOADS_MAX) throw new RefusalError('overloaded');
      uploads += 1;
      taken.add(request);
    },
    giveBack: (request: FastifyRequest): void => {
      if (taken.delete(request)) uploads -= 1;
    },
  };
}

async function askedIn(db: Db, request: FastifyRequest): Promise<Asked> {
  const viewer = signedIn(request);
  refuseOtherActor(found(request.caller), [request.query], {});
  const { asked, problem } = readValues(uploadStatement, { params: {}, query: request.query, body: undefined });
  const { mfiId: named, accountId, name = '' } = asked as Partial<z.output<typeof uploadStatement.query>>;
  const mfiId = mfiOfStaff(viewer, named);
  const account = accountId === undefined ? undefined : await approvedAccount(db, mfiId, accountId);
  if (problem !== null) throw problem;
  // R21.12
  if (account?.kind === 'till') throw new RefusalError('wrong_account');
  return { viewer, mfiId, account: found(account), name };
}

function encode({ isKnown, ...row }: KeptStatement) {
  const response = z.encode(RESPONSE, { success: true, data: statementAnswer(row) } as never);
  return { status: isKnown ? 200 : 201, response };
}
