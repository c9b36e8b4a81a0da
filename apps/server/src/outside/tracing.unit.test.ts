import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { forRequest, newRequestId, newSpanId, spanOfRequest } from '../config/request-id.ts';
import { type Collector, startCollector } from '../test/collector.ts';
import { type EndedSpan, startTracing, traceStatements } from './tracing.ts';

const log = { warn: vi.fn() };
const opened: Collector[] = [];
const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@opentelemetry/sdk-trace'));

async function tracingTo(share = 1) {
  const collector = await startCollector();
  opened.push(collector);
  const config = { endpoint: collector.url, headers: { 'x-key': 'of the collector' }, serviceName: 'sathi', share };
  const tracing = await startTracing(config, log);
  if (tracing === null) throw new Error('no tracing');
  return { collector, ...tracing };
}

const request = (requestId: string): EndedSpan => ({
  kind: 'request',
  name: 'GET /api/borrow',
  place: spanOfRequest(requestId),
  parent: null,
  durationMs: 20,
  attributes: { 'http.route': '/api/borrow' },
  hasFailed: false,
});

afterEach(async () => {
  log.warn.mockClear();
  for (const { close } of opened.splice(0)) await close();
});

// The first one: those after it load the packages.
test('without a collector the packages are not even loaded', async () => {
  expect(await startTracing(null, log)).toBeNull();
  expect(isLoaded()).toBe(false);
  await (await tracingTo()).close();
  expect(isLoaded()).toBe(true);
});

test('a span arrives under its ids, with its parent, its time and the key of the collector', async () => {
  const { collector, record, close } = await tracingTo();
  const requestId = newRequestId();
  const place = { traceId: requestId, spanId: newSpanId() };
  const job = { kind: 'job', name: 'job email', place, parent: spanOfRequest(requestId), hasFailed: true } as const;
  record({ ...job, durationMs: 5, attributes: { 'sathi.job.kind': 'email' } });
  record(request(requestId));
  await close();
  expect(collector.headers).toMatchObject({ 'x-key': 'of the collector' });
  expect(collector.spans).toMatchObject([
    { traceId: requestId, spanId: place.spanId, parentSpanId: requestId.slice(0, 16), status: { code: 2 } },
    { traceId: requestId, spanId: requestId.slice(0, 16), name: 'GET /api/borrow', status: { code: 0 } },
  ]);
  expect(collector.spans[1]?.parentSpanId).toBeUndefined();
  const { startTimeUnixNano: start, endTimeUnixNano: end } = collector.spans[1] ?? {};
  expect(Number(BigInt(end ?? 0) - BigInt(start ?? 0)) / 1e6).toBeCloseTo(20, 0);
});

test('a statement is told by its verb and table, of requests and jobs alone', async () => {
  const spans: EndedSpan[] = [];
  const told = traceStatements({ record: (span) => spans.push(span), close: async () => {} });
  const ended = { durationMs: 1, hasFailed: false };
  told({ sql: 'select 1', ...ended });
  const requestId = newRequestId();
  forRequest(requestId, () => {
    told({ sql: `select "id" from "users" where "phone" = '+8801712345678'`, ...ended });
    told({ sql: '\n  update chain_operations set run_at = $1', ...ended });
    told({ sql: 'commit', ...ended });
  });
  expect(spans.map(({ name }) => name)).toEqual(['select users', 'update chain_operations', 'commit']);
  expect(spans.map(({ parent }) => parent)).toEqual(spans.map(() => spanOfRequest(requestId)));
  expect(JSON.stringify(spans)).not.toContain('8801712345678');
});

test('of every request all spans are sent or none, by its id', async () => {
  const { collector, record, close } = await tracingTo(0.5);
  const ids = Array.from({ length: 200 }, newRequestId);
  for (const id of ids) {
    record({ ...request(id), kind: 'job', parent: spanOfRequest(id), place: { traceId: id, spanId: newSpanId() } });
    record(request(id));
  }
  await close();
  const counts = ids.map((id) => collector.spans.filter(({ traceId }) => traceId === id).length);
  expect(new Set(counts)).toEqual(new Set([0, 2]));
});

test('a collector that takes nothing is told in the log once, and does not hold up the stop', async () => {
  const { collector, record, close } = await tracingTo();
  collector.status = 400;
  record(request(newRequestId()));
  const begin = performance.now();
  await close();
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(log.warn.mock.calls.map(([, message]) => message)).toEqual(['traces could not be sent']);
});
