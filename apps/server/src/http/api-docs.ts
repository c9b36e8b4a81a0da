import { Problem } from '@sathi/contract/endpoint.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

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
    transform: ({ schema, url, ...rest }) =>
      jsonSchemaTransform({ schema: withProblem(schema), url, ...rest } as Parameters<typeof jsonSchemaTransform>[0]),
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  app.get('/api/openapi.json', async (_, reply) => reply.send(app.swagger()));
}

/** Every call may be refused in the same shape. */
function withProblem(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('response' in schema)) return { hide: true };
  return { ...schema, response: { ...(schema.response as object), default: Problem } };
}
