import { CALLS } from '@sathi/contract/calls.ts';
import { takeAskedEarly } from './asked-early.ts';
import { helpRefusal } from './help-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale } from './locale.ts';
import { askProof, SECOND_FACTOR_REQUIRED } from './proof.ts';
import { accessToken, readSession } from './session.ts';
import type { CallName, DataOf, InputOf, ListName } from './wire.ts';

/** The server refused, met a fault, or could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when nothing answered. */
  readonly status: number;
  /** The stable code of the refusal; `network` when nothing answered, `unexpected` when the answer made no sense. */
  readonly code: string;
  /** The server's sentence in the reader's language; empty when it sent none. */
  readonly detail: string;
  readonly errors: readonly { path: string; message: string }[];
  /** Fields of the refusal beyond the standard ones, such as `remainingAmount`. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Seconds of `Retry-After`, when sent. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Partial<Omit<ApiError, 'name'>> & { status: number; code: string }) {
    super(problem.detail || problem.code);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail ?? '';
    this.errors = problem.errors ?? [];
    this.extras = problem.extras ?? {};
    this.retryAfterSeconds = problem.retryAfterSeconds ?? null;
  }

  /** The server's message for one field of the body or query, when it refused that field. */
  messageFor(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }
}

/**
 * True when the outcome on the server is unknown: the same call may be sent again under the same key. Also while the
 * first try is still being worked on, when a limit was met before the key was looked at, and when a machine on the way
 * answered, as the sign-in page of a hot spot does.
 */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return (
    status === 0 ||
    status === 401 ||
    status === 429 ||
    status >= 500 ||
    code === 'request_in_progress' ||
    code === 'unexpected'
  );
}

export async function errorFrom(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const {
    type: _type,
    title: _title,
    status: _status,
    detail,
    code,
    errors,
    ...extras
  } = (problem ?? {}) as Record<string, unknown>;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiError({
    status: response.status,
    code: typeof code === 'string' ? code : 'unexpected',
    detail: typeof detail === 'string' ? detail : '',
    errors: Array.isArray(errors) ? (errors as { path: string; message: string }[]) : [],
    extras,
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
  });
}

export type CallOptions = {
  /** The same key for the same wish, so that sending it twice does it once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** A network that is silent for this long is as good as none. */
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
): Promise<{ data: DataOf<Name>; nextCursor: string | null; total: number | undefined }> {
  const answer = await send(name, input as LooseInput, options);
  return { data: answer.data as DataOf<Name>, nextCursor: answer.nextCursor ?? null, total: answer.total };
}

type Answer = { data: unknown; nextCursor?: string | null; total?: number };

async function send(name: CallName, input: LooseInput, options: CallOptions): Promise<Answer> {
  const response = await respond(name, input, options);
  // An answer may break off, or stop, half way.
  return (await inTime(response.json()).catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? new ApiError({ status: response.status, code: 'unexpected' }) : unanswered();
  })) as Answer;
}

/** The answer as it comes, for calls without JSON. @throws ApiError */
export async function respond(name: CallName, input: LooseInput, options: CallOptions = {}): Promise<Response> {
  const token = accessToken();
  const asker = readSession().user?.id;
  let response = await solving(name, input, options, token);
  const isRenewed = response.status === 401 && token !== null && (await renewAccess(token));
  // Another tab may have signed in another person, who did not ask for this.
  const isAsker = () => readSession().user?.id === asker;
  if (isRenewed && isAsker()) {
    response = await solving(name, input, options, accessToken());
  }
  if (response.ok) return response;
  const error = await errorFrom(response);
  if (error.code === 'second_factor_required') dispatchEvent(new Event(SECOND_FACTOR_REQUIRED));
  if (error.code !== 'step_up_required' || !(await askProof(error.extras['methods'])) || !isAsker()) throw error;
  // The same call goes out under the same key: the refused one left nothing behind.
  return respond(name, input, options);
}

/**
 * Exchanges the refused access token for a new one; the code that does it is loaded when it is first needed. While the
 * server cannot be reached, the person stays signed in and the refused answer stands.
 * @returns whether a new token is there
 */
export async function renewAccess(rejected: string): Promise<boolean> {
  const access = await import('./access.ts').catch(() => undefined);
  return access !== undefined && access.refreshAccess(rejected);
}

/** How often a call is sent again with the answer to a challenge: a network may have become busier while the first was computed. */
const ANSWERS_MAX = 2;

/** As {@link attempt}, and answers a challenge by itself. The code for that is loaded when it is first needed. */
async function solving(name: CallName, input: LooseInput, options: CallOptions, token: string | null) {
  let response = await attempt(name, input, options, token);
  for (let answers = 0; answers < ANSWERS_MAX && response.status === 429; answers += 1) {
    const { code, challenge } = (await response
      .clone()
      .json()
      .catch(() => ({}))) as Record<string, unknown>;
    if (code !== 'challenge_required') break;
    const solver = await import('./challenge.ts').catch(() => undefined);
    const answer = await solver?.answerTo(challenge, options.signal);
    if (!answer) break;
    response = await attempt(name, input, options, token, answer);
  }
  return response;
}

async function attempt(
  name: CallName,
  input: LooseInput,
  options: CallOptions,
  token: string | null,
  answer: string | null = null,
) {
  const [method, path] = CALLS[name];
  const refusal = helpRefusal(method);
  if (refusal !== null) throw new ApiError({ status: 0, code: 'help_mode', detail: refusal });
  const headers = new Headers({ accept: 'application/json', 'accept-language': BROWSER_LANGUAGE[chosenLocale()] });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (answer !== null) headers.set('challenge-answer', answer);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (input.body !== undefined) request.body = JSON.stringify(input.body);
  if (options.signal) request.signal = options.signal;
  const address = addressOf(path, input);
  const early = method === 'GET' ? takeAskedEarly(address, token) : undefined;
  return inTime(early ?? fetch(address, request)).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw unanswered();
  });
}

/** Rejects when the answer is late. The request may arrive all the same. */
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
export function addressOf(path: string, { query, params }: LooseInput): string {
  const filled = path.replace(/:(\w+)|\{(\w+)\}/g, (_, colon?: string, brace?: string) =>
    encodeURIComponent(String(params?.[(colon ?? brace)!])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, `${value as string | number | boolean}`);
  }
  const asked = search.toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}
