import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyOutbox, keep, onWaitingChange, sendWaiting, takeBack, waitingNow } from './outbox.ts';
import { endSession, startSession } from './session.ts';

type Request = { path: string; key: string | null; body: unknown };

const NOW = Date.now();
const USER = {
  id: '7',
  firstName: 'Amina',
  lastName: 'Begum',
  userMfis: [],
  profileImage: null,
  language: null,
  publicAddress: null,
};
const realFetch = window.fetch;
let requests: Request[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => done();
let stop = () => {};

function done(id = '1'): Response {
  return Response.json({ data: { id } });
}

function refused(detail: string): Response {
  return Response.json({ code: 'conversation_closed', detail }, { status: 409 });
}

const write = (text: string) =>
  keep({ name: 'sendMessage', about: '12', body: { proposalId: '12', text }, picture: undefined });
const sentTexts = () => requests.map(({ body }) => (body as { text: string }).text);

beforeEach(async () => {
  localStorage.clear();
  startSession('token', USER);
  await emptyOutbox();
  requests = [];
  answer = () => done();
  window.fetch = async (input, init) => {
    const asked = new Request(input, init);
    const request = {
      path: input instanceof Request ? input.url : `${input}`,
      key: asked.headers.get('idempotency-key'),
      body: JSON.parse((await asked.text()) || 'null') as unknown,
    };
    requests.push(request);
    return answer(request);
  };
  stop = onWaitingChange(() => undefined);
});

afterEach(async () => {
  stop();
  window.fetch = realFetch;
  await emptyOutbox();
  endSession();
});

describe('words written without a network', () => {
  it('go out in the order they were written, each once, under its own key', async () => {
    await write('first');
    await write('second');
    await write('third');
    await sendWaiting(NOW);
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['first', 'second', 'third']);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3);
    expect(waitingNow()).toEqual([]);
  });

  it('stop at a broken network, and go out later under the same key', async () => {
    await write('first');
    await write('second');
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await sendWaiting(NOW)).toEqual([]);
    expect(waitingNow()).toHaveLength(2);
    const [{ key } = { key: null }] = requests;
    answer = () => done();
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['first', 'first', 'second']);
    expect(requests[1]?.key).toBe(key);
  });

  it('are sent by one tab when two try', async () => {
    await write('once');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let free = () => {};
    const holds = new Promise<void>((resolve) => {
      free = resolve;
    });
    const otherTab = navigator.locks.request('sathi-outbox', async () => {
      free();
      await held;
    });
    await holds;
    expect(await sendWaiting(NOW)).toEqual([]);
    expect(requests).toEqual([]);
    release();
    await otherTab;
    await Promise.all([sendWaiting(NOW), sendWaiting(NOW)]);
    expect(sentTexts()).toEqual(['once']);
  });

  it('that the server refuses stay with its reason and are not sent again; the next ones are', async () => {
    await write('too late');
    await write('fine');
    answer = ({ body }) =>
      (body as { text: string }).text === 'fine'
        ? done()
        : Response.json({ code: 'conversation_closed', detail: 'This conversation is closed.' }, { status: 422 });
    await sendWaiting(NOW);
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['too late', 'fine']);
    expect(waitingNow()).toMatchObject([{ problem: 'This conversation is closed.', body: { text: 'too late' } }]);
    const taken = await takeBack(waitingNow()[0]!.id);
    expect(taken?.body).toEqual({ proposalId: '12', text: 'too late' });
    expect(waitingNow()).toEqual([]);
  });

  it('wait while the same key is still being worked on', async () => {
    await write('twice');
    answer = () => refused('still running');
    await sendWaiting(NOW);
    expect(waitingNow()).toMatchObject([{ body: { text: 'twice' } }]);
    expect(waitingNow()[0]?.problem).toBeUndefined();
  });

  it('older than the keys of the server are not sent by themselves', async () => {
    await write('old news');
    await sendWaiting(NOW + 30 * 24 * 3_600_000);
    expect(requests).toEqual([]);
    expect(waitingNow()).toMatchObject([{ problem: 'too_old' }]);
  });

  it('belong to their writer: another person on this device neither sees nor sends them', async () => {
    await write('mine');
    startSession('token', { ...USER, id: '8' });
    await sendWaiting(NOW);
    expect(requests).toEqual([]);
    startSession('token', USER);
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['mine']);
  });

  it('are gone after signing out', async () => {
    await write('private');
    await emptyOutbox();
    await sendWaiting(NOW);
    expect(requests).toEqual([]);
    expect(waitingNow()).toEqual([]);
  });
});
