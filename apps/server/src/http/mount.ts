import type { Readable } from 'node:stream';
import { successStatus } from '@sathi/contract/answers.ts';
import type { DataOf, Endpoint, QueryOf } from '@sathi/contract/endpoint.ts';
import { responseOf } from '@sathi/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../db/db.ts';
import { keyedHash, keyedHashes } from '../config/keyed-hash.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import { refuseOtherActor } from './actor.ts';
import { seenBy } from './causality.ts';
import { type Asking, type Call, signedIn, wellFormed } from './call.ts';
import type { Attempt, StoredAnswer } from './idempotency.ts';
import { languageOf } from './language.ts';
import { isRead } from './is-read.ts';
import { type KeptAnswer, keptJson, keptText, sendKept } from './kept-answers.ts';
import { OWN_READ } from './limits/limit-calls.ts';
import { ownReadDb } from './own-reads.ts';
import { STRANGER, type Strangers, strangersAnswer } from './strangers.ts';
import { readValues } from './values.ts';

/** A list answers its page and where the next one begins. */
export type Page<Data> = { readonly data: Data; readonly nextCursor: string | null };
/** A list that is short by nature. */
export function onePage<Data>(data: Data): Page<Data> {
  return { data, nextCursor: null };
}

export type Handled<E extends Endpoint> = E extends { readonly gives: readonly string[] }
  ? DataOf<E> | Readable
  : (E extends { readonly list: true } ? Page<DataOf<E>> : DataOf<E>) | TextOf<E>;
type TextOf<E> = E extends { readonly orGives: readonly string[] } ? string : never;

/** Binds a call that only reads to its handler. Calls that change data are bound by `command`. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>, reply: FastifyReply) => Promise<Handled<E>>,
): void {
  bind(app, endpoint, async (asking, reply) => handle(wellFormed(asking), reply));
}

/** The part of a call that an answer for all visitors may depend on: nothing about who they are, and not their language. */
type SharedCall<E extends Endpoint> = Pick<Call<E>, 'caller' | 'viewer' | 'query'> & { readonly db: Db };

/**
 * Binds a read that answers every visitor alike where its contract says `shared`: to them it is answered from memory
 * (`kept-answers.ts`), and the `db` to read from may be a replica. With `strangers` so are people signed in who have no part in what it shows; all others are answered from the database.
 */
export function mountShared<E extends Endpoint, Answer extends Handled<E>>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: SharedCall<E>) => Promise<Answer>,
  strangers?: Strangers<QueryOf<E>, Answer>,
): void {
  bind(app, endpoint, async (asking, _reply, db) => handle({ ...wellFormed(asking), db }), strangers);
}

/**
 * Binds a call of the contract to a handler that judges the values itself: decodes the request, encodes the answer,
 * drops unknown fields of answers.
 */
export function bind<E extends Endpoint, Answer extends Handled<E>>(
  app: FastifyInstance,
  endpoint: E,
  handle: (asking: Asking<E>, reply: FastifyReply, db: Db) => Promise<Answer>,
  strangers?: Strangers<QueryOf<E>, Answer>,
): void {
  const response = responseOf(endpoint);
  const status = successStatus(endpoint);
  const encode = (data: unknown): StoredAnswer => ({
    status,
    response: z.encode(response, { success: true, ...(endpoint.list ? (data as object) : { data }) } as never),
  });
  /** Answers that were stored in their transaction and are about to be sent. */
  const stored = new WeakMap<object, StoredAnswer>();
  const store = (data: unknown): StoredAnswer => {
    const answer = encode(data);
    if (typeof data === 'object' && data !== null) stored.set(data, answer);
    return answer;
  };
  const kept = (data: unknown): KeptAnswer =>
    endpoint.gives ? keptText(data as string, endpoint.gives[0]) : keptJson(encode(data).response);

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyBytesMax && { bodyLimit: endpoint.bodyBytesMax }),
    config: {
      callName: endpoint.name,
      access: endpoint.access,
      ...(endpoint.shared && { isShared: true }),
    },
    onRequest: (request, _reply, done) => {
      if (request.caller === null && endpoint.access !== 'public') throw new RefusalError('sign_in_required');
      done();
    },
    handler: async (request, reply) => {
      if (request.caller) refuseOtherActor(request.caller, [request.query, request.body], endpoint);
      if (endpoint.access === 'signed_in') signedIn(request);
      const asking = () => askingOf(app, endpoint, request, store);
      if (endpoint.shared && isForVisitors(app, request)) {
        const make = (db: Db) => app.inRoom(async () => kept(await handle(asking(), reply, db)), endpoint.name);
        return sendKept(request, reply, await app.keptAnswers.read(request.url, seenBy(request), make));
      }
      if (strangers) {
        const make = async (db: Db) => {
          const data = await handle({ ...asking(), viewer: STRANGER }, reply, db);
          return { ...kept(data), ...('shown' in strangers && { shown: strangers.shown(data) }) };
        };
        const queryOf = () => wellFormed(asking()).query;
        const answer = await strangersAnswer(app, request, strangers, { queryOf, make });
        if (answer) {
          reply.position = answer.position;
          return reply.code(status).type('application/json; charset=utf-8').send(answer.body);
        }
      }
      const data = await handle(asking(), reply, ownReadDb(app, request));
      if (endpoint.shared && endpoint.gives) reply.type(`${endpoint.gives[0]}; charset=utf-8`);
      // The handler of any other has named its content type.
      if (endpoint.gives || (endpoint.orGives && typeof data === 'string')) return reply.code(status).send(data);
      return reply.code(status).send((stored.get(data as object) ?? encode(data)).response);
    },
  });
}

/** A page is kept by itself, so what it is made of is read now: two ages would add up. */
function isForVisitors({ ownReadToken }: FastifyInstance, { caller, headers }: FastifyRequest): boolean {
  return caller === null && headers[OWN_READ] !== ownReadToken;
}

function askingOf<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  request: FastifyRequest,
  encode: (data: unknown) => StoredAnswer,
): Asking<E> {
  const { parts, asked, problem } = readValues(endpoint, request);
  const content = [endpoint.name, request.params, request.query, request.body ?? null];
  const asking = {
    caller: request.caller,
    viewer: request.caller?.viewer ?? null,
    asked,
    problem,
    sent: [request.query, request.body],
    ip: request.ip,
    work: request.work,
    cookies: request.cookies,
    agent: request.headers['user-agent'] ?? '',
    language: languageOf(request.headers['accept-language']),
    attempt: attemptOf(app, request, idempotencyKeyOf(request), content, encode),
  };
  return { ...asking, ...parts } as unknown as Asking<E>;
}

/** @throws RefusalError `invalid_request` for a key that is too long */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header.trim() : '';
  if (key.length > 255)
    throw new RefusalError('invalid_request', { fields: [{ path: 'Idempotency-Key', problem: 'too_long' }] });
  return key === '' || isRead(request) ? null : key;
}

/** The attempt that a request is. `content` tells two requests apart. */
export function attemptOf(
  app: FastifyInstance,
  request: FastifyRequest,
  key: string | null,
  content: readonly unknown[],
  encode: (data: unknown) => StoredAnswer,
): Attempt {
  let requestHash: string | undefined;
  return {
    scope: request.caller ? `subject:${request.caller.subject}` : `visitor:${request.ip}`,
    key,
    // A read never asks for it, and it costs more than an answer from memory.
    get requestHash() {
      requestHash ??= keyedHash(app.requestHashKeys, content);
      return requestHash;
    },
    requestHashes: () => keyedHashes(app.requestHashKeys, content),
    encode,
  };
}
