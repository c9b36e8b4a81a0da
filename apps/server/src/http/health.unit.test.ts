import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import Fastify from 'fastify';
import { stopListening } from './health.ts';

const CLIENTS = 30;

/** Connects to `port` beside this thread, counts in `taken` each connection that the machine has taken, and posts what all were answered. */
const clients = `
  const { once } = require('node:events');
  const net = require('node:net');
  const { text } = require('node:stream/consumers');
  const { parentPort, workerData: { port, count, taken } } = require('node:worker_threads');
  const ask = async () => {
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    Atomics.add(taken, 0, 1);
    Atomics.notify(taken, 0);
    socket.write('GET / HTTP/1.1\\r\\nhost: sathi\\r\\nconnection: close\\r\\n\\r\\n');
    return text(socket);
  };
  Promise.all(Array.from({ length: count }, () => ask().catch(String))).then((answers) => parentPort.postMessage(answers));`;

/** Requests on connections of their own that the machine has taken, while this thread stood still and so could not accept them. */
function askUnaccepted(port: number, count: number): Promise<string[]> {
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(clients, { eval: true, workerData: { port, count, taken } });
  const answers = new Promise<string[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  for (let so = 0; so < count; so = Atomics.load(taken, 0)) Atomics.wait(taken, 0, so, 1_000);
  return answers;
}

test('a server that stops accepts and answers those whose connections wait, and listens no longer', async () => {
  const app = Fastify({ return503OnClosing: false });
  app.get('/', async () => 'answered');
  app.addHook('preClose', () => stopListening(app));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const asked = askUnaccepted(Number(new URL(url).port), CLIENTS);
  const closed = app.close();
  for (const answer of await asked) expect(answer).toContain('answered');
  await closed;
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
