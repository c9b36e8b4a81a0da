import { createHash } from 'node:crypto';
import { responseOf } from '@sathi/contract/endpoint.ts';
import { uploadStatement } from '@sathi/contract/statements.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { STATEMENT_BYTES_MAX } from '@sathi/domain/statement-files.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { refuseOtherActor } from '../../http/actor.ts';
import { logStaffAct } from '../../http/audit-log.ts';
import { signedIn } from '../../http/call.ts';
import { type Attempt, findAttempts, replayOf, runOnce } from '../../http/idempotency.ts';
import { attemptOf, idempotencyKeyOf } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { readValues } from '../../http/values.ts';
import { staffIn } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { approvedAccount } from './approved-account.ts';
import { statementAnswer, statementRefusal } from './statement-answers.ts';
import { findDesk } from './desk.repository.ts';
import { openBooker } from './line-booker.ts';
import { listSureOf } from './lines.repository.ts';
import { createStatementReader } from './statement-reader.ts';
import { statementKeys } from './statement-seals.ts';
import { findMapping, findStatement, type StatementRow } from './statements.repository.ts';
import { keepStatement } from './statements.service.ts';
import { setUploadProgress, type UploadProgress } from './upload-progress.repository.ts';

/** Each holds its file in memory for as long as it is read. */
const UPLOADS_MAX = 4;
/** So often the progress of a reading is written down. */
const TELL_EVERY_MS = 500;

type Asked = {
  readonly viewer: SignedIn;
  readonly mfiId: MfiId;
  readonly account: MoneyAccountRow;
  readonly name: string;
};

/** A file as it is: any content type, no form around it. Its bytes are read once it is known that they may be sent. */
export function uploadStatementRoute(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  const reader = createStatementReader();
  const taken = new WeakSet<FastifyRequest>();
  const response = responseOf(uploadStatement);
  let uploads = 0;
  app.addHook('onClose', async () => reader.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: STATEMENT_BYTES_MAX }, (_, body, done) =>
    done(null, body),
  );

  app.route<{ Body: Buffer | undefined }>({
    method: uploadStatement.method,
    url: uploadStatement.path,
    config: { callName: uploadStatement.name },
    bodyLimit: STATEMENT_BYTES_MAX,
    onRequest: async (request) => {
      await askedIn(request);
      if (uploads >= UPLOADS_MAX) throw new RefusalError('overloaded');
      uploads += 1;
      taken.add(request);
    },
    onResponse: async (request) => giveBack(request),
    onRequestAbort: async (request) => giveBack(request),
    handler: async (request, reply) => {
      const asked = await askedIn(request);
      const bytes = request.body ?? Buffer.alloc(0);
      const bytesHash = createHash('sha256').update(bytes).digest('hex');
      const known = await findStatement(db, asked.account.id, bytesHash);
      if (known) return reply.code(200).send(encode({ ...known, newLines: 0 }, 200).response);
      const key = idempotencyKeyOf(request);
      const content = [uploadStatement.name, asked.account.id, bytesHash];
      const attempt = attemptOf(app, request, key, content, (row) => encode(row as StatementRow, 201));
      await refuseKnownAttempt(attempt);
      const kept = await handIn(request, { ...asked, bytes, bytesHash, key, attempt });
      return reply.code(201).send(encode(kept, 201).response);
    },
  });

  async function askedIn(request: FastifyRequest): Promise<Asked> {
    const viewer = signedIn(request);
    refuseOtherActor(found(request.caller), [request.query], {});
    const { asked, problem } = readValues(uploadStatement, { params: {}, query: request.query, body: undefined });
    const { mfiId: named, accountId, name = '' } = asked as Partial<z.output<typeof uploadStatement.query>>;
    const mfiId = mfiOfStaff(viewer, named);
    const account = accountId === undefined ? undefined : await approvedAccount(db, mfiId, accountId);
    if (problem !== null) throw problem;
    return { viewer, mfiId, account: found(account), name };
  }

  type Sent = Asked & {
    readonly bytes: Buffer;
    readonly bytesHash: string;
    readonly key: string | null;
    readonly attempt: Attempt;
  };

  async function handIn(request: FastifyRequest, { viewer, mfiId, account, name, key, ...sent }: Sent) {
    const { bytes, bytesHash, attempt } = sent;
    const of = bytes.length;
    const { tell, tellAtTimes } = tellerOf(viewer.id, key, of);
    try {
      await tell('reading', 0);
      const { timeZone } = found(await findMfiSettings(db, mfiId));
      const mapping = await findMapping(db, account.id);
      const { number, currency } = account;
      const read = await reader.read(bytes, { number, currency, timeZone, mapping }, tellAtTimes);
      if ('refusal' in read) throw statementRefusal(read.refusal);
      const kept = await runOnce(db, attempt, now(), async (tx) => {
        const still = await staffIn(tx, viewer, mfiId);
        const change = { tx, viewer: still, now: now() };
        const row = await keepStatement(change, {
          mfiId,
          account,
          name,
          bytes,
          bytesHash,
          read,
          keys: statementKeys(outside.secret),
        });
        await logStaffAct(
          tx,
          uploadStatement,
          { ...change, ip: request.ip, asked: { accountId: account.id }, mfiId },
          row,
        );
        return row;
      });
      if (kept.newLines > 0) await bookAtOnce({ mfiId, viewer, requestHash: attempt.requestHash }, kept.id);
      await tell('done', of);
      return kept;
    } catch (error) {
      await tell('refused', of);
      throw error;
    }
  }

  /** Books sure lines in the order of the file if the institution wants that; one that is refused stays open (R21.8). */
  async function bookAtOnce(by: { mfiId: MfiId; viewer: SignedIn; requestHash: string }, id: StatementRow['id']) {
    if (!(await findDesk(db, by.mfiId)).autoBook) return;
    const ids = await listSureOf(db, id);
    const { book } = await openBooker(outside, by, ids);
    for (const line of ids) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the file
      await book(line, [{ amountMinor: null }], true).catch((error: unknown) => {
        if (!(error instanceof RefusalError)) throw error;
      });
    }
  }

  /** Writes the progress down where every process can read it, one state after the other. */
  function tellerOf(userId: UserId, key: string | null, of: number) {
    let last = Promise.resolve();
    let toldAt = performance.now();
    const tell = (state: UploadProgress['state'], read: number): Promise<void> => {
      toldAt = performance.now();
      if (key !== null) {
        last = last
          .catch(() => undefined)
          .then(() => setUploadProgress(db, { userId, key }, { read, of, state }, now()));
      }
      return last;
    };
    const tellAtTimes = (read: number): void => {
      if (performance.now() - toldAt > TELL_EVERY_MS) tell('reading', read).catch(() => undefined);
    };
    return { tell, tellAtTimes };
  }

  /** Reading is dear, so a repeated request is known before. @throws ReplayedAnswer */
  async function refuseKnownAttempt(attempt: Attempt): Promise<void> {
    const [known] = (await findAttempts(db, [attempt])).values();
    if (known !== undefined) throw replayOf(attempt, known);
  }

  function encode(row: StatementRow, status: number) {
    return { status, response: z.encode(response, { success: true, data: statementAnswer(row) } as never) };
  }

  function giveBack(request: FastifyRequest): void {
    if (taken.delete(request)) uploads -= 1;
  }
}
