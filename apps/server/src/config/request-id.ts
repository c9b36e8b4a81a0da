import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const underWay = new AsyncLocalStorage<string | null>();

/** 32 hexadecimal digits, as an id of a trace has them. Never taken from a client, who could write another's. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Does `work`, and all that it begins, for this request: the lines it logs and the jobs it writes carry the id. Null for
 * work that no request caused.
 */
export function forRequest<Result>(requestId: string | null, work: () => Result): Result {
  return underWay.run(requestId, work);
}

/** The request that caused what is done now; null for none. */
export function currentRequestId(): string | null {
  return underWay.getStore() ?? null;
}
