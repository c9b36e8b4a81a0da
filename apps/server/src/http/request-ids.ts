import type { FastifyInstance } from 'fastify';
import { forRequest } from '../config/request-id.ts';

/** The answer's header with the id that its lines in the log carry, and the jobs and mails that follow. */
const REQUEST_ID_HEADER = 'x-request-id';

/** Each request's work is done for it. To be added before all other hooks. */
export function carryRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    forRequest(request.id, done);
  });
  // The end of a body is told from the connection, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => forRequest(request.id, done));
}
