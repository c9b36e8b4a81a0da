import { createStore, keys } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { sendWaiting } from './send-waiting.ts';
import { forgetWaiting, keep, keepMeanwhile, onWaitingChange, takeBack, waitingNow } from './waiting.ts';
import { endSession, startSession } from '../../lib/session.ts';

type Request = { path: string; key: string | null; body: unknown };

const NOW = Date.now();
const DAY_MS = 24 * 3_600_000;
const USER = {
  id: '7',
  firstName: 'Amina',
  lastName: 'Begum',
  userMfis: [],
  profileImage: null,
  language: null,
  publicAddress: null,
};
const UPDATE = { proposalId: '12', image: 'proposalImages/1.webp', description: 'news' };
const realFetch = window.fetch;
let requests: Request[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => done();
let stop = () => {};

function done(id = '1'): Response {
  return Response.json({ data: { id } });
}

function refused(code: string): Response {
  return Response.json({ code }, { status: 409 });
}

const message = (text: string, about = '12') =>
  ({ name: 'sendMessage', about, body: { proposalId: about, text } }) as const;
const write = (text: string, about?: string) => keep(message(text, about));
const sentTexts = () => requests.map(({ body }) => (body as { text: string }).text);

beforeEach(async () => {
  localStorage.clear();
  startSession('token', USER);
  for (const id of ['7', '8']) await forgetWaiting(id);
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
  for (const id of ['7', '8']) await forgetWaiting(id);
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

  it('wait while the same key is still being worked on, and are refused by other conflicts', async () => {
    await write('twice');
    answer = () => refused('request_in_progress');
    await sendWaiting(NOW);
    expect(waitingNow()).toMatchObject([{ body: { text: 'twice' }, isTried: true }]);
    expect(waitingNow()[0]?.problem).toBeUndefined();
    answer = () => refused('wrong_status');
    await sendWaiting(NOW);
    expect(waitingNow()).toMatchObject([{ problem: 'wrong_status' }]);
  });

  it('that a busy server cannot decide hold up their own conversation only', async () => {
    await write('poison');
    await write('behind it');
    await write('elsewhere', '13');
    answer = ({ body }) =>
      (body as { text: string }).text === 'poison' ? Response.json({ code: 'internal' }, { status: 500 }) : done();
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['poison', 'elsewhere']);
    expect(waitingNow()).toMatchObject([{ body: { text: 'poison' } }, { body: { text: 'behind it' } }]);
  });

  it('wait on when the sign-in page of a hot spot answers', async () => {
    await write('first');
    answer = () => new Response('<html>Welcome to our hot spot', { headers: { 'content-type': 'text/html' } });
    await sendWaiting(NOW);
    expect(waitingNow()).toMatchObject([{ body: { text: 'first' } }]);
    expect(waitingNow()[0]?.problem).toBeUndefined();
  });

  it('that went out, and are older than the keys of the server, are not sent again by themselves', async () => {
    await write('old news');
    answer = () => Promise.reject(new TypeError('no network'));
    await sendWaiting(NOW + 40 * DAY_MS);
    expect(requests).toHaveLength(1);
    answer = () => done();
    await sendWaiting(NOW + 71 * DAY_MS);
    expect(requests).toHaveLength(1);
    expect(waitingNow()).toMatchObject([{ problem: 'too_old' }]);
  });

  it('that went out go again while the server remembers their key, however long they waited before', async () => {
    await write('old news');
    answer = () => Promise.reject(new TypeError('no network'));
    await sendWaiting(NOW + 40 * DAY_MS);
    answer = () => done();
    await sendWaiting(NOW + 60 * DAY_MS);
    expect(requests.map(({ key }) => key)).toEqual([requests[0]?.key, requests[0]?.key]);
    expect(waitingNow()).toEqual([]);
  });

  it('that never went out are sent after the clock of the device was put right', async () => {
    await write('written in another year');
    await sendWaiting(NOW + 400 * DAY_MS);
    expect(sentTexts()).toEqual(['written in another year']);
    expect(waitingNow()).toEqual([]);
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

  it('are gone after signing out, and those of a person whose session only ended are not', async () => {
    await write('of the one before');
    startSession('token', { ...USER, id: '8' });
    await write('private');
    await forgetWaiting('8');
    await sendWaiting(NOW);
    expect(requests).toEqual([]);
    startSession('token', USER);
    await sendWaiting(NOW);
    expect(sentTexts()).toEqual(['of the one before']);
    expect(waitingNow()).toEqual([]);
  });

  it('are not put back by a step under way when their writer signs out', async () => {
    await keep({ name: 'createUpdate', about: '12', body: UPDATE, mails: true });
    answer = async ({ path }) => {
      await forgetWaiting('7');
      endSession();
      return path.includes('mail') ? new Response(null, { status: 500 }) : done('55');
    };
    await sendWaiting(NOW);
    expect(requests).toHaveLength(1);
    startSession('token', USER);
    await write('later');
    expect(waitingNow()).toMatchObject([{ body: { text: 'later' } }]);
  });

  it('updates whose mail is refused are done all the same, and are not made again', async () => {
    await keep({ name: 'createUpdate', about: '12', body: UPDATE, mails: true });
    const isLetter = ({ path }: Request) => /mail/i.test(path);
    answer = (request) => (isLetter(request) ? Response.json({ code: 'internal' }, { status: 500 }) : done('55'));
    await sendWaiting(NOW);
    answer = (request) => (isLetter(request) ? refused('already_decided') : done('56'));
    expect(await sendWaiting(NOW)).toMatchObject([{ waiting: { made: '55' }, error: { code: 'already_decided' } }]);
    expect(requests.filter((request) => !isLetter(request))).toHaveLength(1);
    expect(waitingNow()).toEqual([]);
  });
});

describe('words that are sent at once', () => {
  const send = (text: string, work: () => Promise<unknown>) =>
    keepMeanwhile({ ...message(text), id: 'the-id' }, work, (error) => (error as ApiError).status === 0);

  it('are written down before they go out, so that a reload half way sends them again under the same key', async () => {
    let answerIt = (_: unknown) => {};
    const sending = send('half way', () => new Promise((resolve) => (answerIt = resolve)));
    await expect.poll(storedIds).toEqual(['the-id']);
    expect(waitingNow(), 'it does not wait as long as this page is there').toEqual([]);
    await sendWaiting(NOW);
    expect(requests, 'nor does this page send it twice').toEqual([]);
    answerIt(null);
    await sending;
    expect(await storedIds()).toEqual([]);
  });

  it('stay when no answer came and go when they are refused', async () => {
    expect(await send('lost', () => Promise.reject(new ApiError({ status: 0, code: 'network' })))).toBeNull();
    expect(waitingNow()).toMatchObject([{ id: 'the-id', isTried: true }]);
    await takeBack('the-id');
    const refusal = new ApiError({ status: 422, code: 'text_too_long' });
    await expect(send('refused', () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(waitingNow()).toEqual([]);
  });
});

/** The ids in the store, as another page would find them. */
async function storedIds(): Promise<IDBValidKey[]> {
  return keys(createStore('sathi-outbox', 'waiting'));
}
