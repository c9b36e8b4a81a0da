import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

/** The place of what is done now in a trace: what begins here is a child of this span. */
export type SpanPlace = { readonly traceId: string; readonly spanId: string };
type Cause = { readonly requestId: string | null; readonly span: SpanPlace | null };

const underWay = new AsyncLocalStorage<Cause>();
const SPAN_ID_LENGTH = 16;

/**
 * 32 hexadecimal digits, and so an id of a trace too. Never taken from a client, who could write another's. A UUID comes from
 * a store of random bytes; asking the system for each request was a tenth of what an answer from memory costs.
 */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '');
}

export function newSpanId(): string {
  return randomBytes(SPAN_ID_LENGTH / 2).toString('hex');
}

/** The span of the request itself follows from its id, so that later work in any process knows its parent. */
export function spanOfRequest(requestId: string): SpanPlace {
  return { traceId: requestId, spanId: requestId.slice(0, SPAN_ID_LENGTH) };
}

/**
 * Does `work`, and all that it begins, for this request: the lines it logs and the jobs it writes carry the id. Null for
 * work that no request caused.
 */
export function forRequest<Result>(requestId: string | null, work: () => Result): Result {
  return underWay.run({ requestId, span: requestId === null ? null : spanOfRequest(requestId) }, work);
}

/** Does `work` as this span, for the same request as before. */
export function forSpan<Result>(span: SpanPlace, work: () => Result): Result {
  return underWay.run({ requestId: currentRequestId(), span }, work);
}

/** The request that caused what is done now; null for none. */
export function currentRequestId(): string | null {
  return underWay.getStore()?.requestId ?? null;
}

export function currentSpan(): SpanPlace | null {
  return underWay.getStore()?.span ?? null;
}
