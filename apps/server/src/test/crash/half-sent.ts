import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';

/** A request whose second half waits: the server has begun with it and cannot end it before `finish`. */
export type HalfSentRequest = { readonly finish: () => Promise<{ status: number; body: string }> };

/** Sends half of a request by hand, because a client library cannot be stopped in the middle of a body. */
export async function sendHalf(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<HalfSentRequest> {
  const { hostname, port, host } = new URL(url);
  const payload = Buffer.from(JSON.stringify(body));
  const half = Math.floor(payload.length / 2);
  const lines = Object.entries({
    ...headers,
    host,
    'content-type': 'application/json',
    'content-length': String(payload.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(payload.subarray(0, half));
  return {
    finish: async () => {
      const answer = text(socket);
      socket.write(payload.subarray(half));
      const [head = '', answered = ''] = (await answer).split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), body: answered };
    },
  };
}
