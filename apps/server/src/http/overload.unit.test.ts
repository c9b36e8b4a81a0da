import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS } from '@sathi/contract/all.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import { refuseOverload } from './overload.ts';

/** Calls whose body is a file. */
const TAKING = ENDPOINTS.filter(({ takes }) => takes !== undefined);

let app: FastifyInstance;
let answerAll: () => void;

/** Reads and changes that are answered once `answerAll` is called. */
beforeEach(async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  answerAll = resolve;
  app = fastify();
  app.setErrorHandler(handleError);
  app.decorate('ownReadToken', 'own');
  refuseOverload(app);
  const wait = async () => {
    await answered;
    return { success: true };
  };
  app.get('/read', { config: { callName: 'findMe' } }, wait);
  app.get('/stream', { config: { callName: 'streamUnread' } }, wait);
  app.get('/shared', { config: { callName: 'findProposal', isShared: true } }, () => app.inRoom(wait, 'findProposal'));
  app.get('/figures', { config: { callName: 'findPublicFigures', isShared: true } }, () =>
    app.inRoom(wait, 'findPublicFigures'),
  );
  app.post('/change', { config: { callName: 'backProposal' } }, wait);
  for (const { name } of TAKING) app.post(`/file/${name}`, { config: { callName: name } }, wait);
  app.get('/healthz', async () => 'alive');
  await app.ready();
});
afterEach(() => app.close());

const read = async (url = '/read', headers = {}) => app.inject({ method: 'GET', url, headers });
const change = async () => app.inject({ method: 'POST', url: '/change', payload: { amount: 2 } });
/** Asks until one is refused. @returns the answers to come of those that were let in, and the refusal */
async function fill(ask: () => ReturnType<typeof read>) {
  const letIn: Promise<{ readonly statusCode: number }>[] = [];
  for (;;) {
    const asked = ask();
    const first = await Promise.race([asked, sleep(20, null)]);
    if (first !== null) return { letIn, refused: first };
    letIn.push(asked, ...Array.from({ length: 19 }, () => ask()));
  }
}

test('a read that would wait too long is refused at once and told when to come back; changes are let in', async () => {
  const { letIn, refused } = await fill(read);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded']);
  expect(['1', '2', '3']).toContain(refused.headers['retry-after']);
  expect((await read('/shared')).statusCode).toBe(503);
  expect((await read('/healthz')).statusCode).toBe(200);
  // A page that was let in reads what it shows.
  const own = read('/read', { 'own-read': 'own' });
  const changed = change();
  const stream = read('/stream');
  // All three have come before anything is answered.
  await sleep(50);
  answerAll();
  expect([(await own).statusCode, (await changed).statusCode, (await stream).statusCode]).toEqual([200, 200, 200]);
  const statuses = (await Promise.all(letIn)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
  // Their room is given back.
  expect((await read()).statusCode).toBe(200);
});

test('a change is refused only when changes too would wait too long', async () => {
  const { refused } = await fill(change);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded']);
  expect((await read('/healthz')).statusCode).toBe(200);
  answerAll();
});

test('public figures, which wait for their turn, take no room', async () => {
  const { letIn } = await fill(read);
  const figures = [read('/figures'), read('/figures', { authorization: 'Bearer someone' })];
  // They have come before anything is answered.
  await sleep(50);
  answerAll();
  for (const answer of [...letIn, ...figures]) expect((await answer).statusCode).toBe(200);
});

test('a file that is sent takes no room', async () => {
  const { letIn } = await fill(change);
  const files = TAKING.map(({ name }) => app.inject({ method: 'POST', url: `/file/${name}`, payload: { a: 1 } }));
  // They have come before anything is answered.
  await sleep(50);
  answerAll();
  const statuses = (await Promise.all(files)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200]);
  await Promise.all(letIn);
});
