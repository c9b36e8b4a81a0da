import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC, RpcError } from '../chain/rpc-error.ts';
import { answerTo } from './answer.ts';
import type { EventStream } from './event-stream.ts';
import type { Methods } from './methods.ts';

/** A deploy of the largest size is twice as long in hexadecimal digits. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
const LOOPBACK = '127.0.0.1';

export type RpcServer = { readonly url: string; readonly port: number; close(): Promise<void> };

/** Answers JSON-RPC over HTTP and serves the events at `/events`, for this machine alone. Port 0 takes a free one. */
export async function listen(methods: Methods, events: EventStream, port: number): Promise<RpcServer> {
  const server = http.createServer((request, response) => {
    if (request.method === 'GET' && /^\/events(\/|\?|$)/.test(request.url ?? '')) {
      events.serve(request, response);
      return;
    }
    readBody(request).then(
      (body) => send(response, 200, answerTo(methods, body)),
      () => send(response, 413, { jsonrpc: '2.0', id: null, error: tooLong() }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return { url: `http://${LOOPBACK}:${taken}/rpc`, port: taken, close: () => close(server) };
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_MAX_BYTES) throw new RangeError('the body is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLong() {
  const { code, message, data } = new RpcError(RPC.invalidRequest, 'the request is too long');
  return { code, message, data };
}

function send(response: http.ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

function close(server: http.Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
