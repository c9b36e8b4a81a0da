import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, isUndecided } from './api.ts';
import { openProof } from './proof.ts';
import { endSession, rememberUser, type SessionUser, startSession } from './session.ts';
import { RAHIMA } from '../test/people.ts';
import { fakeBrowser } from '../test/fake-browser.ts';

type Asked = { url: string; method: string; headers: Headers; body: unknown };
type Answer = (asked: Asked) => Response | Promise<Response>;

const ok = (data: unknown) => Response.json({ success: true, data });
const problem = (status: number, fields: object) => Response.json({ status, ...fields }, { status });

function fakeServer(answer: Answer): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = { url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body };
    asked.push(request);
    return answer(request);
  });
  return asked;
}

describe('calls', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = fakeBrowser();
    stored.set('sathi.auth.accessToken', 'old');
  });

  it('carry the token, the language as browsers name it, and the key', async () => {
    stored.set('language', 'be');
    const asked = fakeServer(() => ok({}));
    await call('findMfi', { query: { name: 'ROI' } }, { idempotencyKey: 'k' });
    expect(asked[0]!.url).toBe('/api/mfi?name=ROI');
    expect(asked[0]!.headers.get('authorization')).toBe('Bearer old');
    expect(asked[0]!.headers.get('accept-language')).toBe('bn');
    expect(asked[0]!.headers.get('idempotency-key')).toBe('k');
  });

  it('take an answer that was asked early, once, and for the same person alone', async () => {
    const asked = fakeServer(({ url }) => ok(`later ${url}`));
    const early = (token: string) =>
      vi.stubGlobal('askedEarly', {
        token,
        answers: new Map([['/api/identity/current-user', Promise.resolve(ok('early'))]]),
      });
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    early('old');
    expect([await call('currentUser', {}), await call('currentUser', {})]).toEqual([
      'early',
      'later /api/identity/current-user',
    ]);
    early('of another person');
    expect(await call('currentUser', {})).toBe('later /api/identity/current-user');
    early('old');
    now.mockReturnValue(60_000);
    expect(await call('currentUser', {})).toBe('later /api/identity/current-user');
    expect(asked).toHaveLength(3);
    now.mockRestore();
    vi.stubGlobal('askedEarly', undefined);
  });

  it('made at once with a dead token share one refresh and are sent again', async () => {
    const asked = fakeServer(({ url, headers }) => {
      if (url === '/api/identity/refresh') return ok({ accessToken: 'new', expiresIn: 600 });
      return headers.get('authorization') === 'Bearer new' ? ok('fine') : problem(401, { code: 'token_expired' });
    });
    const answers = await Promise.all([1, 2, 3].map(() => call('currentUser', {})));
    expect(answers).toEqual(['fine', 'fine', 'fine']);
    expect(asked.filter(({ url }) => url === '/api/identity/refresh')).toHaveLength(1);
    expect(stored.get('sathi.auth.accessToken')).toBe('new');
  });

  it('end the session when the refresh is refused', async () => {
    fakeServer(() => problem(401, { code: 'session_ended' }));
    await expect(call('currentUser', {})).rejects.toMatchObject({ status: 401, code: 'session_ended' });
    expect(stored.has('sathi.auth.accessToken')).toBe(false);
  });

  it('keep the session when the refresh meets a busy server', async () => {
    fakeServer(({ url }) => problem(url === '/api/identity/refresh' ? 503 : 401, { code: 'overloaded' }));
    await expect(call('currentUser', {})).rejects.toBeInstanceOf(ApiError);
    expect(stored.get('sathi.auth.accessToken')).toBe('old');
  });

  it('give a refusal with its sentence, its fields and its extras', async () => {
    const errors = [{ path: 'amount', message: 'too much' }];
    fakeServer(() => problem(422, { code: 'amount_above_remaining', detail: 'Too much.', errors, remainingAmount: 5 }));
    const error = await call('findMfi', {}).catch((cause: unknown) => cause as ApiError);
    expect(error).toMatchObject({ status: 422, code: 'amount_above_remaining', detail: 'Too much.', errors });
    expect((error as ApiError).extras.remainingAmount).toBe(5);
    expect((error as ApiError).messageFor('amount')).toBe('too much');
  });

  it('are not sent again in the name of another person who signs in meanwhile', async () => {
    const person = (id: string) =>
      JSON.stringify({ id, firstName: 'A', lastName: 'B', userMfis: [], profileImage: null, language: null });
    stored.set('user', person('7'));
    endSession();
    stored.set('sathi.auth.accessToken', 'of 7');
    rememberUser(JSON.parse(person('7')) as SessionUser);
    const asked = fakeServer(({ url }) => {
      if (url === '/api/identity/refresh') throw new Error('the token is not this one any more');
      startSession('of 8', JSON.parse(person('8')) as SessionUser);
      return problem(401, { code: 'token_expired' });
    });
    await expect(call('currentUser', {})).rejects.toMatchObject({ status: 401 });
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer of 7']);
    endSession();
  });

  it('are not sent again with the proof of another person who signed in meanwhile', async () => {
    const person = (id: string): SessionUser => ({ ...RAHIMA, id });
    startSession('of 7', person('7'));
    const asked = fakeServer(() => problem(403, { code: 'step_up_required', methods: ['password'] }));
    const refused = expect(call('currentUser', {})).rejects.toMatchObject({ code: 'step_up_required' });
    await vi.waitFor(() => expect(openProof()).not.toBeNull());
    startSession('of 8', person('8'));
    openProof()?.answer(true);
    await refused;
    expect(asked).toHaveLength(1);
    endSession();
  });

  it('on which a network stays silent end as if there were none, before an answer and within it', async () => {
    vi.useFakeTimers();
    const silent = new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) }));
    for (const answer of [new Promise<Response>(() => undefined), silent]) {
      fakeServer(() => answer);
      const refused = expect(call('findMfi', {})).rejects.toMatchObject({ status: 0, code: 'network' });
      await vi.advanceTimersByTimeAsync(30_000);
      await refused;
    }
    vi.useRealTimers();
  });

  it.each([
    ['request_in_progress', 409, true],
    ['too_many_requests', 429, true],
    ['unexpected', 200, true],
    ['overloaded', 503, true],
    ['wrong_status', 409, false],
    ['amount_above_remaining', 422, false],
  ])('answered with %s (%i) are undecided: %s', (code, status, expected) => {
    expect(isUndecided(new ApiError({ code, status }))).toBe(expected);
  });

  it('that nothing answers are a network error', async () => {
    fakeServer(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('findMfi', {})).rejects.toMatchObject({ status: 0, code: 'network' });
  });
});
