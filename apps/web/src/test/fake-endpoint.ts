import { CALLS } from '@sathi/contract/calls.ts';
import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import type { BodyOf, CallName, DataOf, ListName, QueryOf } from '../lib/wire.ts';

/** An answer that makes the call fail as without a network. */
export const BROKEN = Symbol('broken');

type Refusal = {
  refusal: RefusalCode;
  retryAfterSeconds?: number;
  detail?: string;
  errors?: { path: string; message: string }[];
  remainingAmount?: number;
  maximumAmount?: number;
  unpaidAmount?: number;
  unpaidBackers?: number;
  availableAmount?: number;
};
/** A `Response` is for calls without JSON, as a stream of events. */
type Answer<Name extends CallName> = DataOf<Name> | Page<DataOf<Name>> | Refusal | Response | typeof BROKEN;
/** `key` is the Idempotency-Key. */
type Asked<Name extends CallName> = { query: QueryOf<Name>; body: BodyOf<Name>; key: string | null };
type Respond = (asked: { query: unknown; body: unknown; key: string | null }) => unknown;

class Page<Data> {
  readonly data: Data;
  readonly nextCursor: string;

  constructor(data: Data, nextCursor: string) {
    this.data = data;
    this.nextCursor = nextCursor;
  }
}

const fakes = new Map<string, Respond>();
let unexpected: string[] = [];
const realFetch = globalThis.fetch;

beforeEach(() => {
  unexpected = [];
  globalThis.fetch = fakeFetch;
});

// A call that no fake expects fails the test, so that none passes without a server.
afterEach(async () => {
  // A page that stays until the next test would ask again while no fake answers.
  await cleanup();
  fakes.clear();
  globalThis.fetch = realFetch;
  expect(unexpected, 'calls that no fake expects').toEqual([]);
});

/**
 * Plays the server for one call, typed by the contract. The last fake of a call counts; the query arrives as text, and
 * a promise is an answer that takes its time.
 */
export function fake<Name extends CallName>(
  name: Name,
  respond: (asked: Asked<Name>) => Answer<Name> | Promise<Answer<Name>>,
): void {
  const [method, path] = CALLS[name];
  fakes.set(`${method} ${path}`, respond as Respond);
}

/** The answer of a list that goes on. */
export function pageOf<Name extends ListName>(data: DataOf<Name>, nextCursor: string): Page<DataOf<Name>> {
  return new Page(data, nextCursor);
}

const fakeFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (!url.pathname.startsWith('/api/')) return realFetch(input, init);
  const method = init?.method ?? 'GET';
  const respond = respondTo(method, url.pathname);
  if (!respond) {
    unexpected.push(`${method} ${url.pathname}`);
    return Response.json({ code: 'not_found' }, { status: 404 });
  }
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const key = new Headers(init?.headers).get('idempotency-key');
  return responseOf(await respond({ query: Object.fromEntries(url.searchParams), body, key }));
};

/** Finds the fake of a call, also where its path has a parameter, such as `/api/users/:id`. */
function respondTo(method: string, path: string): Respond | undefined {
  const exact = fakes.get(`${method} ${path}`);
  if (exact) return exact;
  const pattern = [...fakes.keys()].find((key) =>
    new RegExp(`^${key.replaceAll(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`),
  );
  return pattern === undefined ? undefined : fakes.get(pattern);
}

function responseOf(answer: unknown): Response {
  if (answer === BROKEN) throw new TypeError('Failed to fetch');
  if (answer instanceof Response) return answer;
  if (answer instanceof Page) {
    return Response.json({ success: true, data: answer.data, nextCursor: answer.nextCursor });
  }
  if (isRefusal(answer)) {
    const { refusal: code, detail = en[code], retryAfterSeconds, ...more } = answer;
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return Response.json({ code, detail, ...more }, { status: REFUSAL_STATUS[code], headers });
  }
  return Response.json({ success: true, data: answer, nextCursor: null });
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer;
}
