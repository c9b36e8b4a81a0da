import type { Readable } from 'node:stream';
import type { DataOf, Endpoint, EndpointShape } from '@sathi/contract/endpoint.ts';
import { responseOf } from '@sathi/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusalError } from '../refusal-error.ts';
import { refuseOtherActor } from './actor.ts';
import type { Call } from './call.ts';
import { type Attempt, hashRequest, type StoredAnswer } from './idempotency.ts';
import { languageOf } from './language.ts';
import { type FieldProblemEntry, fieldProblems } from './field-problems.ts';

/** A list answers its page and where the next one begins. */
export type Page<Data> = { readonly data: Data; readonly nextCursor: string | null };
/** A list that is short by nature. */
export function onePage<Data>(data: Data): Page<Data> {
  return { data, nextCursor: null };
}

type Handled<E extends Endpoint> = E extends { readonly raw: true }
  ? DataOf<E> | Readable
  : E extends { readonly list: true }
    ? Page<DataOf<E>>
    : DataOf<E>;

type MountOptions = {
  /**
   * Asked when the values of a call are wrong, before that is said: whoever may not make the call, or makes it in the wrong
   * state, hears of that first. Gets the raw values; throws the refusal.
   */
  readonly judge?: (request: FastifyRequest) => Promise<void>;
};

/** Binds a call of the contract to its handler: decodes what comes in, encodes what goes out, drops unknown fields of answers. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>, reply: FastifyReply) => Promise<Handled<E>>,
  options: MountOptions = {},
): void {
  const response = responseOf(endpoint);
  const status = endpoint.created ? 201 : endpoint.accepted ? 202 : 200;

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    config: { callName: endpoint.name },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? ''],
      ...(endpoint.access === 'signed_in' && { security: [{ bearer: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { [status]: response },
    },
    onRequest: async (request) => {
      if (request.caller === null && endpoint.access === 'signed_in') throw new RefusalError('sign_in_required');
    },
    handler: async (request, reply) => {
      if (request.caller) refuseOtherActor(request.caller, actorSources(endpoint, request), endpoint.onBehalf ?? false);
      const values = await decode(endpoint, request, options);
      const encode = (data: unknown): StoredAnswer => ({
        status,
        response: z.encode(response, { success: true, ...(endpoint.list ? (data as object) : { data }) } as never),
      });
      const call = { ...values, ...contextOf(app, endpoint, request, encode) } as unknown as Call<E>;
      const data = await handle(call, reply);
      // The handler has said what it is.
      if (endpoint.raw) return reply.code(status).send(data);
      return reply.code(status).send(encode(data).response);
    },
  });
}

/** `address` of a new proposal is a field of it, not of the caller; its schema only takes it empty. */
function actorSources(endpoint: EndpointShape & { name: string }, request: FastifyRequest): unknown[] {
  return endpoint.name === 'createProposal'
    ? [{ ...(request.body as object), address: undefined }]
    : [request.query, request.body];
}

async function decode(endpoint: EndpointShape, request: FastifyRequest, { judge }: MountOptions) {
  const parts = { params: endpoint.params, query: endpoint.query, body: endpoint.body };
  const decoded: Record<string, unknown> = {};
  const problems: FieldProblemEntry[] = [];
  for (const [part, schema] of Object.entries(parts)) {
    if (!schema) continue;
    // Without a body every field of it is missing, and each is named.
    const result = schema.safeParse(request[part as 'params' | 'query' | 'body'] ?? {});
    if (result.success) decoded[part] = result.data;
    else problems.push(...fieldProblems(result.error));
  }
  problems.push(...nulProblems(decoded));
  if (problems.length > 0) {
    await judge?.(request);
    // An id in the path that cannot be one names nothing.
    throw endpoint.params && !('params' in decoded)
      ? new RefusalError('not_found')
      : new RefusalError('invalid_request', { fields: problems });
  }
  return decoded;
}

/** What no text column can hold, where a schema has not cleaned it away. */
function nulProblems(decoded: Readonly<Record<string, unknown>>): FieldProblemEntry[] {
  return Object.values(decoded).flatMap((part) =>
    Object.entries((part ?? {}) as object)
      .filter(([, value]) => hasNul(value))
      .map(([path]) => ({ path, problem: 'invalid' })),
  );
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

function contextOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  encode: (data: unknown) => StoredAnswer,
): Pick<Call<Endpoint>, 'caller' | 'viewer' | 'attempt' | 'ip' | 'cookies' | 'language'> {
  return {
    caller: request.caller,
    viewer: request.caller?.viewer ?? null,
    ip: request.ip,
    cookies: request.cookies,
    language: languageOf(request.headers['accept-language']),
    attempt: attemptOf(app, request, [endpoint.name, request.params, request.query, request.body ?? null], encode),
  };
}

/**
 * The attempt that a request is, for a call that is not mounted here. `content` tells two requests apart.
 *
 * @throws RefusalError `invalid_request` for a key that is too long
 */
export function attemptOf(
  app: FastifyInstance,
  request: FastifyRequest,
  content: readonly unknown[],
  encode: (data: unknown) => StoredAnswer,
): Attempt {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header.trim() : '';
  if (key.length > 255)
    throw new RefusalError('invalid_request', { fields: [{ path: 'Idempotency-Key', problem: 'too_long' }] });
  return {
    scope: request.caller ? `subject:${request.caller.subject}` : `visitor:${request.ip}`,
    key: key === '' || request.method === 'GET' ? null : key,
    requestHash: hashRequest(app.requestHashKey, content),
    encode,
  };
}
