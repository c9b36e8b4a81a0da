import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
/** A span as OTLP writes it in JSON. */
export type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
};
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** A collector of traces on a free port of this machine, which keeps what it was sent. */
export type Collector = {
  readonly url: string;
  readonly spans: SentSpan[];
  /** The bodies of all requests, as they were written. */
  readonly bodies: string[];
  headers: IncomingHttpHeaders;
  /** The answer to the next sendings. */
  status: number;
  readonly close: () => Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      collector.headers = request.headers;
      collector.bodies.push(body);
      if (request.url === '/v1/traces' && collector.status === 200) {
        const { resourceSpans } = JSON.parse(body) as Sent;
        collector.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      }
      response.writeHead(request.url === '/v1/traces' ? collector.status : 404).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    bodies: [],
    headers: {},
    status: 200,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}
