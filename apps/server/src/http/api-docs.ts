import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The line above the reference, which others have made and which is not as easy to use as the screens are. */
const MARK = `body::before { content: "A tool for developers, in English. People use the app; programs read /api/openapi.json.";
  display: block; padding: 12px 20px; background: #fdeedf; color: #1c2422; font: 600 16px/1.5 system-ui, sans-serif; }`;

/** The OpenAPI 3.1 document at `/api/openapi.json` and, as a tool for developers, a reference at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  // The types of the plugin know documents up to 3.0; it passes this one on as it is.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Sathi: HTTP interface, for developers', css: [{ filename: 'mark.css', content: MARK }] },
  });
  app.get('/api/openapi.json', async (_, reply) => reply.send(document));
}
