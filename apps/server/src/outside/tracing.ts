import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { EndedStatement } from '../db/db.ts';
import type { TracingConfig } from '../config/tracing.ts';
import { currentSpan, newSpanId, type SpanPlace } from '../config/request-id.ts';

/** A piece of work that has just ended. Its name and attributes come from short lists in the code, never from a person. */
export type EndedSpan = {
  readonly kind: 'request' | 'statement' | 'job';
  readonly name: string;
  readonly place: SpanPlace;
  /** Null for the beginning of a trace. */
  readonly parent: SpanPlace | null;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
};

export type Tracing = {
  readonly record: (span: EndedSpan) => void;
  /** Sends the spans that still wait, for two seconds at most. */
  readonly close: () => Promise<void>;
};

const SEND_TIMEOUT_MS = 10_000;
/** A collector that is away does not hold up the stop. */
const CLOSE_MS = 2_000;
const LOG_AGAIN_MS = 60_000;

/**
 * Sends spans to a collector by OTLP over HTTP, in the background; what does not fit into its queue while the collector
 * is away is lost. The packages are loaded here, so a process without a collector never reads them.
 */
export async function startTracing(
  config: TracingConfig['tracing'],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing | null> {
  if (config === null) return null;
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: { ...config.headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const warn = seldom(LOG_AGAIN_MS, (err: unknown) => log.warn({ err }, 'traces could not be sent'));
  const telling: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) warn(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  // Ids are known before a span is recorded, because its children end before it does.
  let place: SpanPlace = { traceId: '', spanId: '' };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    // The id of the trace decides: all processes decide alike, and all spans of a request are sent or none.
    sampler: new sdk.TraceIdRatioBasedSampler(config.share),
    idGenerator: { generateTraceId: () => place.traceId, generateSpanId: () => place.spanId },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: telling })],
  });
  const tracer = provider.getTracer('sathi');
  const KIND = {
    request: api.SpanKind.SERVER,
    statement: api.SpanKind.CLIENT,
    job: api.SpanKind.CONSUMER,
  } as const;

  const record = (ended: EndedSpan): void => {
    const { parent } = ended;
    ({ place } = ended);
    const endTime = Date.now();
    const context =
      parent === null
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, traceFlags: api.TraceFlags.SAMPLED });
    const span = tracer.startSpan(
      ended.name,
      { kind: KIND[ended.kind], startTime: endTime - ended.durationMs, attributes: ended.attributes },
      context,
    );
    if (ended.hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end(endTime);
  };
  const close = (): Promise<void> =>
    Promise.race([provider.shutdown().catch(warn), sleep(CLOSE_MS, undefined, { ref: false })]);
  return { record, close };
}

/** Tells of each statement of a request or a job: its verb and first table, never its text or its values. */
export function traceStatements({ record }: Tracing): (ended: EndedStatement) => void {
  return ({ sql, durationMs, hasFailed }) => {
    const parent = currentSpan();
    if (parent === null) return;
    const verb = /^\W*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
    const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(sql)?.[1];
    record({
      kind: 'statement',
      name: table === undefined ? verb : `${verb} ${table}`,
      place: { traceId: parent.traceId, spanId: newSpanId() },
      parent,
      durationMs,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        ...(table !== undefined && { 'db.collection.name': table }),
      },
      hasFailed,
    });
  };
}

/** Wraps `act` so that it runs at most once in so many milliseconds. */
function seldom<Value>(pauseMs: number, act: (value: Value) => void): (value: Value) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (value) => {
    if (performance.now() - last < pauseMs) return;
    last = performance.now();
    act(value);
  };
}
