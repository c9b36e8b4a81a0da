import { Problem } from '@sathi/contract/endpoint.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const DESCRIPTION = `
The HTTP interface of Sathi. Every answer is \`{ "success": true, "data": … }\`; a list also has \`nextCursor\`.
Every refusal is RFC 9457 \`application/problem+json\` with a stable \`code\` and a \`detail\` in the language of
\`Accept-Language\` (en, bn, ar).

Money is US dollars with at most two decimals. Ids are decimal strings. Every POST, PATCH, PUT and DELETE takes an
\`Idempotency-Key\`: sent again by the same user with the same body, it answers what it answered before and changes nothing.

How the figures count: *funded* is what was lent to loans of one's own in status 5 and 6, *paid* the approved repayments on
them; \`pasive\` is one's active backings in status 3 to 6, \`active\` what came back from them.
`;

/** The OpenAPI 3.1 document at `/api/openapi.json` and a readable reference at `/api/docs`, both from the schemas that validate. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sathi', version: '1.0.0', description: DESCRIPTION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url }) => ({ schema: documented(schema), url }),
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  app.get('/api/openapi.json', async (_, reply) => reply.send(app.swagger()));
}

type RouteSchema = Readonly<Record<string, unknown>>;

/** The schemas of one call as they are on the wire, before decoding and after encoding. Routes without any are not listed. */
function documented(schema: unknown): RouteSchema {
  if (!isRecord(schema) || !isRecord(schema['response'])) return { hide: true };
  const { params, querystring, body, response, ...rest } = schema;
  const parts = Object.entries({ params, querystring, body }).filter(([, part]) => part instanceof z.ZodType);
  const answers = Object.entries({ ...response, default: Problem });
  return {
    ...rest,
    ...Object.fromEntries(parts.map(([name, part]) => [name, wireSchema(part)])),
    response: Object.fromEntries(answers.map(([status, part]) => [status, wireSchema(part)])),
  };
}

function wireSchema(schema: unknown): RouteSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function isRecord(value: unknown): value is RouteSchema {
  return typeof value === 'object' && value !== null;
}
