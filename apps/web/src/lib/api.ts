import { CALLS } from '@sathi/contract/calls.ts';
import { ApiError, errorFrom } from './api-error.ts';
import { demoRefusal } from './demo-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale } from './locale.ts';
import { accessToken, readSession } from './session.ts';
import type { CallName, DataOf, InputOf, ListName } from './wire.ts';

export { ApiError } from './api-error.ts';

export type CallOptions = {
  /** The same key for the same wish, so that sending it twice does it once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** A network that says nothing for so long is as good as none. */
const PATIENCE_MS = 30_000;

type LooseInput = { query?: Record<string, unknown>; body?: unknown; params?: Record<string, unknown> };

/** Makes one contract call and gives the `data` of its answer. @throws ApiError, `network` also when it takes too long */
export async function call<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<DataOf<Name>> {
  const answer = await send(name, input as LooseInput, options);
  return answer.data as DataOf<Name>;
}

/** Makes one contract call that answers a list in pages. `nextCursor` is null on the last. @throws ApiError */
export async function callList<Name extends ListName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<{ data: DataOf<Name>; nextCursor: string | null }> {
  const answer = await send(name, input as LooseInput, options);
  return { data: answer.data as DataOf<Name>, nextCursor: answer.nextCursor ?? null };
}

type Answer = { data: unknown; nextCursor?: string | null };

async function send(name: CallName, input: LooseInput, options: CallOptions): Promise<Answer> {
  const response = await respond(name, input, options);
  // An answer may break off, or stop, half way.
  return (await inTime(response.json()).catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? new ApiError({ status: response.status, code: 'unexpected' }) : unanswered();
  })) as Answer;
}

/** The answer as it comes, for what is not JSON. @throws ApiError */
export async function respond(name: CallName, input: LooseInput, options: CallOptions = {}): Promise<Response> {
  const token = accessToken();
  const asker = readSession().user?.id;
  let response = await attempt(name, input, options, token);
  const isRenewed = response.status === 401 && token !== null && (await renewAccess(token));
  // Another tab may have signed somebody else in, who did not ask for this.
  if (isRenewed && readSession().user?.id === asker) {
    response = await attempt(name, input, options, accessToken());
  }
  if (!response.ok) throw await errorFrom(response);
  return response;
}

/** Comes when it is first needed. Not reached is not signed out: the refused answer stands. */
async function renewAccess(rejected: string): Promise<boolean> {
  const access = await import('./access.ts').catch(() => undefined);
  return access !== undefined && access.refreshAccess(rejected);
}

async function attempt(name: CallName, input: LooseInput, options: CallOptions, token: string | null) {
  const [method, path] = CALLS[name];
  const refusal = demoRefusal(method);
  if (refusal !== null) throw new ApiError({ status: 0, code: 'demo_mode', detail: refusal });
  const headers = new Headers({ accept: 'application/json', 'accept-language': BROWSER_LANGUAGE[chosenLocale()] });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (input.body !== undefined) request.body = JSON.stringify(input.body);
  if (options.signal) request.signal = options.signal;
  return inTime(fetch(addressOf(path, input), request)).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw unanswered();
  });
}

/** Rejects when nothing comes of it. What was sent may arrive all the same. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), PATIENCE_MS);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

function unanswered(): ApiError {
  return new ApiError({ status: 0, code: 'network' });
}

/** Fills `{id}` or `:id` in the path and adds the query; absent values are left out. */
function addressOf(path: string, { query, params }: LooseInput): string {
  const filled = path.replace(/:(\w+)|\{(\w+)\}/g, (_, colon?: string, brace?: string) =>
    encodeURIComponent(String(params?.[(colon ?? brace)!])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, `${value as string | number | boolean}`);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
