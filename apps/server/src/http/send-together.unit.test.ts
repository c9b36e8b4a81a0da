import fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendTogether } from './send-together.ts';

test('answers leave once all requests that arrived together were read', async () => {
  const app = fastify();
  const events: string[] = [];
  app.addHook('onResponse', (request, _reply, done) => {
    events.push(`left ${request.url}`);
    done();
  });
  sendTogether(app);
  app.get('/:name', (request, reply) => {
    events.push(`read ${request.url}`);
    return reply.send('here');
  });
  await app.ready();
  // As sockets are read: one callback after the other in one turn of the event loop, all that each began done before the next.
  const ask = (url: string): Promise<string> =>
    new Promise((resolve) => setImmediate(() => void app.inject({ url }).then(({ body }) => resolve(body))));
  expect(await Promise.all(['/a', '/b', '/c'].map(ask))).toEqual(['here', 'here', 'here']);
  expect(events).toEqual(['read /a', 'read /b', 'read /c', 'left /a', 'left /b', 'left /c']);
});
