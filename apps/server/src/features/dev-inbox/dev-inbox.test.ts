import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevInbox } from '../../adapters/dev-inbox.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { enqueueMessages } from '../../jobs/messages.ts';
import { drainOutbox, enqueue } from '../../jobs/outbox.ts';
import { LOAN_EVENT_JOB } from '../../jobs/tell-loan-event.ts';
import { newPhone, PASSWORD } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { isMessageUnderWay } from './dev-inbox.repository.ts';

const world = useWorld();
let app: FastifyInstance;

beforeAll(async () => {
  app = await createApp({ ...world.outside, sendMessage: createDevInbox(world.outside) });
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

test('a plus sign that was not encoded is understood, and the newest message comes first', async () => {
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

test('an event that somebody else is telling is waited for: its messages are yet to be written', async () => {
  await get('/api/dev/inbox');
  expect(await isMessageUnderWay(world.db, world.now)).toBe(false);
  const [takenUp, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const telling = async () => {
    takenUp.resolve();
    await mayEnd.promise;
  };
  const event = { kind: LOAN_EVENT_JOB, dedupeKey: 'telling', payload: {} };
  await world.db.transaction().execute((tx) => enqueue(tx, [event], world.now));
  const elsewhere = drainOutbox(world.db, { [LOAN_EVENT_JOB]: telling }, () => world.now, world.outside.log);
  await takenUp.promise;
  expect(await isMessageUnderWay(world.db, world.now)).toBe(true);
  mayEnd.resolve();
  await elsewhere;
  expect(await isMessageUnderWay(world.db, world.now)).toBe(false);
});

test('a message that comes twice is kept once, and one to nobody not at all', async () => {
  const message = {
    channel: 'email' as const,
    to: 'once@example.org',
    subject: 's',
    text: 't',
    html: '',
    dedupeKey: 'once',
  };
  const send = createDevInbox(world.outside);
  await send(message);
  await send(message);
  const nobody = { dedupeKey: 'nobody', message: { ...message, to: 'staff@nobody.invalid', dedupeKey: 'nobody' } };
  await world.db.transaction().execute((tx) => enqueueMessages(tx, world.outside.secret, [nobody], world.now));
  expect((await get('/api/dev/inbox?to=once@example.org')).json().data).toHaveLength(1);
  expect((await get('/api/dev/inbox?to=staff@nobody.invalid')).json().data).toEqual([]);
});

test('the page shows the messages as text, runs nothing and loads nothing', async () => {
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

test('in production, and with a real transport, neither the call nor the page exists', async () => {
  const production = readConfig({ NODE_ENV: 'production' });
  for (const change of [{ hasDevInbox: false }, { config: production }]) {
    const other = await createApp({ ...world.outside, ...change });
    expect((await get('/api/dev/inbox', other)).statusCode).toBe(404);
    expect((await get('/dev/inbox', other)).statusCode).toBe(404);
    await other.close();
  }
});
