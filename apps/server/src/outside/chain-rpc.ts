import { z } from 'zod';
import { ChainDownError } from './chain-port.ts';
import { RpcAnswer } from './chain-answers.ts';

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 1_048_576;
/** The failures in a row after which the node is not asked any more until it has had time to recover. */
const FAILURES_MAX = 5;
const REST_MS = 10_000;

/** The codes of a node that we act on. */
export const RPC_CODE = { noSuchDeploy: -32000, queryFailed: -32003, invalidDeploy: -32008, noSuchAccount: -32009 };

/** The node answered, and the answer is no. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  readonly reason: string;

  constructor(code: number, message: string, reason: unknown) {
    super(`${message} (${code})`);
    this.code = code;
    this.reason = typeof reason === 'string' && reason !== '' ? reason : message;
  }
}

export type Rpc = <Schema extends z.ZodType>(
  method: string,
  params: object,
  answer: Schema,
) => Promise<z.infer<Schema>>;

export type RpcOptions = {
  /** The present address of the node. @throws ChainDownError */
  readonly url: () => Promise<string>;
  /** Called when the node did not answer: it may be somewhere else by now. */
  readonly onFailure?: () => void;
  readonly timeoutMs?: number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
};

/**
 * Asks a node by JSON-RPC. It answers within five seconds, with at most a megabyte, from the address it has (T11).
 *
 * The function: @throws ChainDownError when it does not, and for answers of another form; RpcRefusal when it says no
 */
export function createRpc({
  url,
  onFailure,
  timeoutMs = TIMEOUT_MS,
  clock = () => performance.now(),
}: RpcOptions): Rpc {
  let failures = 0;
  let restsUntil = 0;
  let id = 0;
  return async (method, params, schema) => {
    if (failures >= FAILURES_MAX && clock() < restsUntil)
      throw new ChainDownError('the node is left alone for a while');
    id += 1;
    try {
      const answer = await ask(await url(), { jsonrpc: '2.0', id, method, params }, timeoutMs);
      if (answer.error) throw new RpcRefusal(answer.error.code, answer.error.message, answer.error.data);
      const result = schema.parse(answer.result);
      failures = 0;
      return result;
    } catch (error) {
      if (error instanceof RpcRefusal) {
        failures = 0;
        throw error;
      }
      failures += 1;
      restsUntil = clock() + REST_MS;
      onFailure?.();
      throw error instanceof ChainDownError
        ? error
        : new ChainDownError(`${method}: no usable answer`, { cause: error });
    }
  };
}

async function ask(url: string, request: object, timeoutMs: number): Promise<z.infer<typeof RpcAnswer>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return RpcAnswer.parse(JSON.parse(await readLimited(response)));
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > ANSWER_BYTES_MAX) throw new RangeError('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
