import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { JsonSchema } from '@sathi/contract/json-schema.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { documentedPath, openApiDocument } from '../http/openapi.ts';

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;
type Response = { readonly content: Content };
type Operation = { readonly responses: Readonly<Record<string, Response | undefined>> };

const document = openApiDocument();
const operations = new Map<string, Operation>(
  ENDPOINTS.map((call) => [call.name, document.paths[documentedPath(call)]?.[call.method.toLowerCase()] as Operation]),
);
const schemas = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } }).addSchema({
  $id: 'document',
  components: document.components,
});
const validators = new Map<JsonSchema, ValidateFunction>();

/** Holds each answer of an application against the document that it gives out; `departures` are those it does not know. */
export function checkAnswers(app: FastifyInstance, departures: string[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const name = request.routeOptions.config.callName as Endpoint['name'] | undefined;
    // A page has the limits of the call that it shows, and is in no document.
    const isPage = request.routeOptions.url?.startsWith('/r/') ?? false;
    const operation = name && !isPage && operations.get(name);
    if (operation) {
      const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? '';
      const departure = departureOf(operation, reply.statusCode, type, request.method === 'HEAD' ? null : payload);
      if (departure !== null) departures.push(`${request.method} ${name}: ${departure}`);
    }
    return payload;
  });
}

function departureOf({ responses }: Operation, status: number, type: string, payload: unknown): string | null {
  const response = responses[status];
  const text = Buffer.isBuffer(payload) ? payload.toString() : typeof payload === 'string' ? payload : '';
  if (response === undefined) return `${status} is not documented: ${text.slice(0, 200)}`;
  if (status === 304) return null;
  if (!Object.hasOwn(response.content, type)) return `${status} as ${type} is not documented`;
  const schema = response.content[type]?.schema;
  if (schema === undefined || text === '') return null;
  const validate = validatorOf(schema);
  return validate(JSON.parse(text)) ? null : `${status} ${text.slice(0, 200)}: ${JSON.stringify(validate.errors)}`;
}

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
  const made = schemas.compile(absolute);
  validators.set(schema, made);
  return made;
}
