import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmtpMail, type MailTransport } from '../outside/mail-smtp.ts';
import { transaction } from '../db/transaction.ts';
import { OutOfServiceError, TryLaterError } from '../errors/delivery-errors.ts';
import type { Delivery, Deliver } from '../outside/outside.ts';
import { type Mood, startMailServer, type TestMailServer } from '../test/smtp-server.ts';
import { useWorld } from '../test/world.ts';
import { enqueueDeliveries, deliveryHandlers } from './deliveries.ts';
import { createOutbox, enqueue, type JobHandlers, type Outbox } from '../outbox/outbox.ts';

const world = useWorld();
const HOUR = 3600;

let smtp: TestMailServer;
let mail: MailTransport;
let names = 0;

beforeEach(async () => {
  smtp = await startMailServer();
  mail = createSmtpMail({ url: smtp.url, from: 'no-reply@sathi.example' });
  names += 1;
  await world.db.deleteFrom('outbox').execute();
});
afterEach(async () => {
  mail.close();
  await smtp.close();
});

const newMail = (index: number, change: Partial<Delivery> = {}): Delivery => ({
  channel: 'email',
  to: `person${index}@example.org`,
  subject: 'Thanks',
  text: 'Thank you\n',
  html: '',
  dedupeKey: `${names}:${index}`,
  ...change,
});
const queue = (mails: readonly Delivery[]) =>
  transaction(world.db, (tx) =>
    enqueueDeliveries(
      tx,
      world.outside.secret,
      mails.map((each) => ({ dedupeKey: each.dedupeKey, delivery: each })),
      world.now,
    ),
  );
const outboxWith = (deliver: Deliver, others: JobHandlers = {}): Outbox =>
  createOutbox(world.outside, { ...deliveryHandlers({ ...world.outside, deliver }), ...others });
const passSeconds = (seconds: number): void => {
  world.now = new Date(world.now.getTime() + seconds * 1000);
};
/** Runs as a process does: every five seconds, without a hurried kind. */
async function live(outbox: Outbox, seconds: number, everySeconds = 5): Promise<void> {
  for (let passed = 0; passed < seconds; passed += everySeconds) {
    passSeconds(everySeconds);
    for (const kind of outbox.kinds) await outbox.drain(kind);
  }
}
const arrived = () => smtp.taken.map(({ envelopeTo }) => envelopeTo[0]);
const waiting = async () =>
  (await world.db.selectFrom('outbox').select('dedupeKey').where('doneAt', 'is', null).execute()).length;
const rowOf = (dedupeKey: string) =>
  world.db.selectFrom('outbox').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirstOrThrow();

test.each<[string, Mood | 'gone']>([
  ['is gone', 'gone'],
  ['refuses every recipient for now', { kind: 'refuses', at: 'recipient', code: 451, words: '4.3.0 later' }],
  ['does not like the sender', { kind: 'refuses', at: 'mail', code: 530, words: '5.7.0 sign in first' }],
  ['hangs up in the middle', { kind: 'hangs up', when: 'within the content' }],
])(
  'a mail server that %s for an hour loses nothing, gets nothing twice and is caught up with in five minutes',
  async (_, mood) => {
    const outbox = outboxWith(mail.send);
    if (mood === 'gone') await smtp.close();
    else smtp.mood = mood;
    for (let minute = 0; minute < 60; minute += 1) {
      await queue([newMail(minute)]);
      await live(outbox, 60, 20);
    }
    expect(smtp.taken).toEqual([]);
    if (mood === 'gone') smtp = await startMailServer({ port: smtp.port });
    else smtp.mood = { kind: 'takes' };
    await live(outbox, 5 * 60);
    expect(await waiting()).toBe(0);
    expect(arrived()).toHaveLength(60);
    expect(new Set(arrived())).toEqual(
      new Set(Array.from({ length: 60 }, (_each, index) => `person${index}@example.org`)),
    );
  },
);

test('an outage of a week loses nothing, and is asked about by one job at a time', async () => {
  let asked = 0;
  let isAway = true;
  const got: string[] = [];
  const outbox = outboxWith(async ({ to }) => {
    asked += 1;
    if (isAway) throw new OutOfServiceError('away');
    got.push(to);
  });
  await queue(Array.from({ length: 30 }, (_, index) => newMail(index)));
  for (const kind of outbox.kinds) await outbox.drain(kind);
  asked = 0;
  await live(outbox, 7 * 24 * HOUR, 1200);
  expect(asked).toBe((7 * 24 * HOUR) / 1200);
  isAway = false;
  await live(outbox, 120);
  expect(got).toHaveLength(30);
  expect(new Set(got).size).toBe(30);
});

test('one mail that the server always hangs up on holds up no other, and is given up after three days', async () => {
  const got: string[] = [];
  const outbox = outboxWith(async ({ to }) => {
    if (to.startsWith('person0@')) throw new OutOfServiceError('hung up');
    got.push(to);
  });
  await queue([newMail(0)]);
  for (let day = 0; day < 4; day += 1) {
    await queue([newMail(day + 1)]);
    await live(outbox, 60);
    expect(got).toHaveLength(day + 1);
    await live(outbox, 24 * HOUR, HOUR);
  }
  expect((await rowOf(newMail(0).dedupeKey)).failedAt).not.toBeNull();
});

test('a recipient who is refused for now is asked for three days, less and less', async () => {
  let asked = 0;
  const outbox = outboxWith(async () => {
    asked += 1;
    throw new TryLaterError('greylisted');
  });
  await queue([newMail(0)]);
  await live(outbox, 2 * HOUR, 20);
  expect(asked).toBeGreaterThan(20);
  expect(asked).toBeLessThan(60);
  asked = 0;
  await live(outbox, 70 * HOUR + 2 * HOUR, 1200);
  expect(asked).toBeGreaterThan(60);
  expect(asked).toBeLessThan(80);
  expect((await rowOf(newMail(0).dedupeKey)).failedAt).not.toBeNull();
});

test('a recipient who is refused for good is asked once, and the error is kept without the address', async () => {
  smtp.mood = { kind: 'refuses', at: 'recipient', code: 550, words: '5.1.1 <person0@example.org> unknown' };
  const outbox = outboxWith(mail.send);
  await queue([newMail(0)]);
  await live(outbox, HOUR, 600);
  expect(smtp.connections()).toBe(1);
  const row = await rowOf(newMail(0).dedupeKey);
  expect(row).toMatchObject({ attempts: 1, failedAt: expect.any(Date), lastError: 'smtp EENVELOPE RCPT TO 550 5.1.1' });
  expect(world.logLines.join('')).not.toContain('person0@');
});

test('while mails hang, SMS and other work go on, and so do other mails', async () => {
  const endings: (() => void)[] = [];
  const got: string[] = [];
  const outbox = outboxWith(
    async ({ channel, to }) => {
      if (channel === 'email' && to !== 'person99@example.org') await new Promise<void>((end) => endings.push(end));
      got.push(to);
    },
    { other: async () => void got.push('other work') },
  );
  await queue([newMail(1), newMail(2)]);
  const mails = outbox.drain('email');
  await expect.poll(() => endings.length).toBe(2);
  await queue([newMail(3, { channel: 'sms', to: '+8801700000001' }), newMail(99)]);
  await transaction(world.db, (tx) =>
    enqueue(tx, [{ kind: 'other', dedupeKey: `${names}:o`, payload: {} }], world.now),
  );
  await outbox.drain('sms');
  await outbox.drain('other');
  expect(got).toEqual(['+8801700000001', 'other work']);
  outbox.wake('email');
  await expect.poll(() => got).toContain('person99@example.org');
  for (const end of endings) end();
  await mails;
  expect(got).toHaveLength(5);
});

test('a message that was sent but could not be settled is not sent again by the same process', async () => {
  let sent = 0;
  let isBroken = true;
  const db = new Proxy(world.db, {
    get: (target, name) => {
      if (name === 'updateTable' && isBroken) throw new Error('the database is gone');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const handlers = deliveryHandlers({ ...world.outside, deliver: async () => void (sent += 1) });
  const outbox = createOutbox({ ...world.outside, db }, handlers);
  await queue([newMail(0)]);
  await outbox.drain('email');
  expect(sent).toBe(1);
  passSeconds(61);
  isBroken = false;
  await outbox.drain('email');
  expect(sent).toBe(1);
  expect(await waiting()).toBe(0);
});

test('a process that is told to stop ends the work under way and takes up no more', async () => {
  const got: string[] = [];
  const outbox = outboxWith(async ({ to }) => {
    outbox.stop();
    got.push(to);
  });
  await queue(Array.from({ length: 30 }, (_, index) => newMail(index)));
  await outbox.drain('email');
  expect(got).toHaveLength(10);
  expect(await waiting()).toBe(20);
});

test('a code whose ten minutes are over is not sent any more', async () => {
  const got: string[] = [];
  const outbox = outboxWith(async ({ to }) => void got.push(to));
  await queue([newMail(0, { code: '123456' }), newMail(1)]);
  passSeconds(10 * 60);
  await outbox.drain('email');
  expect(got).toEqual(['person1@example.org']);
  await queue([newMail(2, { code: '123456' })]);
  passSeconds(10 * 60 - 1);
  await outbox.drain('email');
  expect(got).toEqual(['person1@example.org', 'person2@example.org']);
  expect(await waiting()).toBe(0);
});

test('a message that an earlier version queued is sent', async () => {
  const got: string[] = [];
  const outbox = outboxWith(async ({ to }) => void got.push(to));
  await queue([newMail(0)]);
  await world.db.updateTable('outbox').set({ kind: 'message' }).execute();
  for (const kind of outbox.kinds) await outbox.drain(kind);
  expect(got).toEqual(['person0@example.org']);
});
