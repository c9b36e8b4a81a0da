import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import Fastify from 'fastify';
import { stopListening } from './health.ts';

/** A request on a connection of its own, which the machine has taken and the server has not. */
function askUnaccepted(port: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: sathi\r\nconnection: close\r\n\r\n');
  return text(socket);
}

test('a server that stops accepts and answers those whose connections wait, and listens no longer', async () => {
  const app = Fastify({ return503OnClosing: false });
  app.get('/', async () => 'answered');
  app.addHook('preClose', () => stopListening(app));
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const asked = Array.from({ length: 30 }, () => askUnaccepted(port));
  const closed = app.close();
  for (const answer of await Promise.all(asked)) expect(answer).toContain('answered');
  await closed;
  await expect(askUnaccepted(port)).rejects.toThrow('ECONNREFUSED');
});
