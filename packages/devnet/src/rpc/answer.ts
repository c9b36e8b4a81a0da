import { RPC, RpcError } from '../chain/rpc-error.ts';
import type { Methods } from './methods.ts';

type Answer = { readonly jsonrpc: '2.0'; readonly id: unknown } & (
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string; readonly data: unknown } }
);

/** Answers the text of one JSON-RPC request, or a list of them. Every text gets an answer. */
export function answerTo(methods: Methods, body: string): Answer | readonly Answer[] {
  const request = parse(body);
  if (request instanceof RpcError) return failure(null, request);
  if (Array.isArray(request) && request.length > 0) return request.map((each) => answerOne(methods, each));
  return answerOne(methods, request);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return new RpcError(RPC.parse);
  }
}

function answerOne(methods: Methods, request: unknown): Answer {
  const {
    id = null,
    method,
    params,
  } = (typeof request === 'object' && request !== null ? request : {}) as {
    id?: unknown;
    method?: unknown;
    params?: unknown;
  };
  try {
    if (typeof method !== 'string') throw new RpcError(RPC.invalidRequest);
    return { jsonrpc: '2.0', id, result: run(methods, method, params) };
  } catch (error) {
    return failure(id, error);
  }
}

/** @throws RpcError */
export function run(methods: Methods, name: string, params: unknown): object {
  const method = methods.get(name);
  if (!method) throw new RpcError(RPC.method, `'${name}' is not a supported json-rpc method on this server`);
  return method(params);
}

function failure(id: unknown, error: unknown): Answer {
  // Any other error is a fault of this program and no refusal, so the developer has to see it.
  if (!(error instanceof RpcError)) console.error(error);
  const { code, message, data } = error instanceof RpcError ? error : new RpcError(RPC.internal);
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}
