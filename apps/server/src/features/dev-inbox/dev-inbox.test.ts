import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevInbox } from '../../outside/dev-inbox.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { drainOutbox, enqueue } from '../../outbox/outbox.ts';
import { newPhone, PASSWORD } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { isSendingUnderWay } from './dev-inbox.repository.ts';

const world = useWorld();
let app: FastifyInstance;

beforeAll(async () => {
  app = await createApp({ ...world.outside, deliver: createDevInbox(world.outside) });
});
afterAll(async () => {
  await app.close();
});

const get = (url: string, on = app) => on.inject({ method: 'GET', url });
const signUp = (username: string) =>
  app.inject({ method: 'POST', url: '/api/identity/sign-up', payload: { username, password: PASSWORD } });

test('a code that was sent a moment ago is in the development inbox', async () => {
  const phone = newPhone();
  await signUp(phone);
  const { data } = (await get(`/api/dev/inbox?to=${encodeURIComponent(phone)}`)).json();
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      channel: 'sms',
      to: phone,
      subject: '',
      text: expect.stringContaining(data[0].code),
      html: '',
      code: expect.stringMatching(/^\d{6}$/),
      sentAt: world.now.toISOString(),
    },
  ]);
});

test('a plus sign that was not encoded is understood, and the newest comes first', async () => {
  const [first, second] = [newPhone(), newPhone()];
  await signUp(first);
  await get('/api/dev/inbox');
  await signUp(second);
  expect((await get(`/api/dev/inbox?to=${second}`)).json().data).toHaveLength(1);
  expect(
    (await get('/api/dev/inbox'))
      .json()
      .data.map(({ to }: { to: string }) => to)
      .slice(0, 2),
  ).toEqual([second, first]);
});

test('an event that another process is telling is waited for: its mails are yet to be written', async () => {
  await get('/api/dev/inbox');
  expect(await isSendingUnderWay(world.db, world.now)).toBe(false);
  const [takenUp, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const telling = async () => {
    takenUp.resolve();
    await mayEnd.promise;
  };
  const event = { kind: 'loan_event', dedupeKey: 'telling', payload: {} };
  await world.db.transaction().execute((tx) => enqueue(tx, [event], world.now));
  const elsewhere = drainOutbox(world.outside, { loan_event: telling });
  await takenUp.promise;
  expect(await isSendingUnderWay(world.db, world.now)).toBe(true);
  mayEnd.resolve();
  await elsewhere;
  expect(await isSendingUnderWay(world.db, world.now)).toBe(false);
});

test('a mail that comes twice is kept once, and one without a recipient not at all', async () => {
  const mail = {
    channel: 'email' as const,
    to: 'once@example.org',
    subject: 's',
    text: 't',
    html: '',
    dedupeKey: 'once',
  };
  const send = createDevInbox(world.outside);
  await send(mail);
  await send(mail);
  const nobody = { dedupeKey: 'nobody', delivery: { ...mail, to: 'staff@nobody.invalid' } };
  await world.db.transaction().execute((tx) => enqueueDeliveries(tx, world.outside.secret, [nobody], world.now));
  expect((await get('/api/dev/inbox?to=once@example.org')).json().data).toHaveLength(1);
  expect((await get('/api/dev/inbox?to=staff@nobody.invalid')).json().data).toEqual([]);
});

test('the page shows the mails as text, runs nothing and loads nothing', async () => {
  const hostile = '<script>alert(1)</script>';
  const dedupeKey = 'hostile';
  await createDevInbox(world.outside)({
    channel: 'email',
    to: 'reader@example.org',
    subject: hostile,
    text: hostile,
    html: hostile,
    dedupeKey,
  });
  const page = await get('/dev/inbox?to=reader%40example.org');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).not.toContain('<script');
  expect(page.body).toContain('&#60;script&#62;');
  expect(page.body).toContain('value="reader@example.org"');
  expect((await get('/dev/inbox?to="><b>')).body).not.toContain('<b>');
});

test.each([
  ['another machine', { remoteAddress: '203.0.113.9' }],
  ['another name for this machine', { headers: { host: 'sathi.example' } }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxy that speaks of itself', { headers: { forwarded: 'for=203.0.113.9' } }],
  ['a proxy that names its visitor', { headers: { 'x-real-ip': '127.0.0.1' } }],
])('to %s neither the call nor the page exists (security 2)', async (_, from) => {
  for (const url of ['/dev/inbox', '/api/dev/inbox', '/api/dev/inbox?limit=none']) {
    const answer = await app.inject({ method: 'GET', url, ...from });
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.json().code).toBe('not_found');
  }
});

test('to this machine by any of its names they exist', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
    const answer = await app.inject({ method: 'GET', url: '/api/dev/inbox', headers: { host } });
    expect([host, answer.statusCode]).toEqual([host, 200]);
  }
});

test('to a proxy that was left as it came, in the HTTP of 1996, they do not exist (security 2)', async () => {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const statusOf = async (version: string) => {
    const socket = connect(Number(address.port), address.hostname);
    socket.write(`GET /api/dev/inbox HTTP/${version}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    const [line] = (await text(socket)).split('\r\n');
    return line?.split(' ')[1];
  };
  expect(await statusOf('1.1')).toBe('200');
  expect(await statusOf('1.0')).toBe('404');
});

test('in production, and with a real transport, neither the call nor the page exists', async () => {
  const production = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://sathi.example' });
  for (const change of [{ hasDevInbox: false }, { config: production }]) {
    const other = await createApp({ ...world.outside, ...change });
    expect((await get('/api/dev/inbox', other)).statusCode).toBe(404);
    expect((await get('/dev/inbox', other)).statusCode).toBe(404);
    await other.close();
  }
});
