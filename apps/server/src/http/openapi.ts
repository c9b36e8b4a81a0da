import { ENDPOINTS } from '@sathi/contract/all.ts';
import { refusalsOf, successStatus } from '@sathi/contract/answers.ts';
import { ChallengeAnswer } from '@sathi/contract/challenge.ts';
import { type Endpoint, Problem, responseOf } from '@sathi/contract/endpoint.ts';
import { type JsonSchema, jsonSchemaOf } from '@sathi/contract/json-schema.ts';
import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import type { z } from 'zod';
import { JUDGED_HERE } from './openapi-judgements.ts';
import { PROBLEM_DESCRIPTIONS, INTRODUCTION, SUCCESS_DESCRIPTIONS, UNCHANGED_DESCRIPTION } from './openapi-texts.ts';

/** The cookie of a server on https; on plain http it is called `sathi_refresh`. */
const REFRESH_COOKIE = '__Secure-sathi_refresh';

const COMPONENTS = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The `accessToken` that signing in answers.' },
    refreshCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: REFRESH_COOKIE,
      description: 'Set by signing in. Without https its name is `sathi_refresh`.',
    },
  },
  schemas: {
    ChallengeAnswer: jsonSchemaOf(ChallengeAnswer, 'body'),
    Problem: jsonSchemaOf(Problem, 'answer'),
  },
  parameters: {
    language: {
      name: 'Accept-Language',
      in: 'header',
      description: 'The language of `detail` and of what is sent: en, bn (also be) or ar; any other is en.',
      schema: { type: 'string' },
      example: 'bn',
    },
    idempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Of one attempt; sent again with it, the call answers what it answered before and changes nothing.',
      // An example would be sent as it stands, with one key for all calls.
      schema: { type: 'string', maxLength: 255 },
    },
    challengeAnswer: {
      name: 'Challenge-Answer',
      in: 'header',
      description:
        'The answer to the `challenge` of a `challenge_required`: `ChallengeAnswer` as base64 of its JSON. For one request of the call that asked, within five minutes.',
      schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/json' },
    },
  },
  headers: {
    retryAfter: { description: 'Seconds until it makes sense to ask again.', schema: { type: 'integer', minimum: 1 } },
    tag: { description: 'Of the bytes of an answer to a visitor.', schema: { type: 'string' } },
    replayed: {
      description: '`true` on an answer that an earlier request with the same `Idempotency-Key` got.',
      schema: { const: 'true' },
    },
    refreshCookie: { description: 'The refresh cookie, new or taken away.', schema: { type: 'string' } },
  },
} as const;
const ref = (kind: keyof typeof COMPONENTS, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The OpenAPI 3.1 document: every call of the contract, from the schemas that validate it. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of ENDPOINTS) {
    const address = documentedPath(call);
    paths[address] = { ...paths[address], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sathi', version: '1.0.0', description: INTRODUCTION },
    servers: [{ url: '/' }],
    paths,
    components: COMPONENTS,
  };
}

/** One address has one spelling here, without the slash at its end. */
export function documentedPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}');
}

function operationOf(call: Endpoint) {
  const { name, summary, path, access, refreshCookie } = call;
  const body = bodyOf(call);
  const security = [
    ...(access === 'public' ? [] : [{ bearer: [] }]),
    ...(refreshCookie === 'rotated' || refreshCookie === 'read' ? [{ refreshCookie: [] }] : []),
    // A call that only reads the cookie has an answer for a browser without one.
    ...(refreshCookie === 'read' ? [{}] : []),
  ];
  return {
    operationId: name,
    summary,
    ...describedBy(call),
    tags: [path.startsWith('/files/') ? 'files' : path.split('/')[2]],
    ...(security.length > 0 && { security }),
    parameters: parametersOf(call),
    ...(body && { requestBody: body }),
    responses: {
      ...(call.knownBefore && { 200: { ...successOf(call), description: SUCCESS_DESCRIPTIONS[200] } }),
      [successStatus(call)]: successOf(call),
      ...(call.shared && { 304: { description: UNCHANGED_DESCRIPTION, headers: { ETag: ref('headers', 'tag') } } }),
      ...refusalResponses(refusalsOf(call)),
    },
  };
}

/** The description says what schemas cannot: for people in words, for programs by the names of the fields. */
function describedBy({ name, path }: Endpoint) {
  const judged = Object.entries(JUDGED_HERE[name] ?? {});
  const words = [
    ...(path.endsWith('/') ? [`The same address with a slash at its end, \`${path}\`, is this one.`] : []),
    ...judged.map(([field, rule]) => `- \`${field}\`: ${rule}`),
  ];
  return {
    ...(words.length > 0 && { description: words.join('\n') }),
    ...(judged.length > 0 && { 'x-judged-here': judged.map(([field]) => field) }),
  };
}

function parametersOf(call: Endpoint) {
  const { method, params, query, example } = call;
  const fields = (
    part: 'path' | 'query',
    schema: z.ZodType | undefined,
    examples: Readonly<Record<string, unknown>>,
  ) => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'query') as {
      properties?: Readonly<Record<string, JsonSchema>>;
      required?: readonly string[];
    };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: part,
      ...((part === 'path' || required.includes(name)) && { required: true }),
      schema: field,
      ...(name in examples && { example: examples[name] }),
    }));
  };
  return [
    ...fields('path', params, example.params ?? {}),
    ...fields('query', query, example.query ?? {}),
    ref('parameters', 'language'),
    ...(method === 'GET' ? [] : [ref('parameters', 'idempotencyKey')]),
    ...(refusalsOf(call).includes('challenge_required') ? [ref('parameters', 'challengeAnswer')] : []),
  ];
}

function bodyOf({ body, takes, example }: Endpoint) {
  if (body !== undefined) {
    return {
      required: !body.safeParse(undefined).success,
      content: {
        'application/json': { schema: jsonSchemaOf(body, 'body'), ...(example.body && { example: example.body }) },
      },
    };
  }
  return takes && { required: true, content: Object.fromEntries(takes.map((type) => [type, {}])) };
}

function successOf(call: Endpoint) {
  const { gives, orGives = [], method, refreshCookie, shared } = call;
  const headers = {
    ...(method !== 'GET' && { 'Idempotent-Replayed': ref('headers', 'replayed') }),
    ...(shared && { ETag: ref('headers', 'tag') }),
    ...(refreshCookie && refreshCookie !== 'read' && { 'Set-Cookie': ref('headers', 'refreshCookie') }),
  };
  return {
    description: SUCCESS_DESCRIPTIONS[successStatus(call)],
    ...(Object.keys(headers).length > 0 && { headers }),
    content: gives
      ? Object.fromEntries(gives.map((type) => [type, {}]))
      : {
          'application/json': { schema: jsonSchemaOf(responseOf(call), 'answer') },
          ...Object.fromEntries(orGives.map((type) => [type, {}])),
        },
  };
}

/** One answer for each status, with the codes that it can carry. */
function refusalResponses(codes: readonly RefusalCode[]) {
  const statuses = [...new Set(codes.map((code) => REFUSAL_STATUS[code]))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: PROBLEM_DESCRIPTIONS[status],
        ...((status === 429 || status === 503) && { headers: { 'Retry-After': ref('headers', 'retryAfter') } }),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [ref('schemas', 'Problem')],
              properties: {
                status: { const: status },
                code: { enum: codes.filter((code) => REFUSAL_STATUS[code] === status) },
              },
            },
          },
        },
      },
    ]),
  );
}
