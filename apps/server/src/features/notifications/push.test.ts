import { DEFAULT_CHANNELS, NOTIFICATION_KINDS } from '@sathi/domain/notifications.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { pushWords } from '../../delivery/mail.ts';
import { TryLaterError } from '../../errors/delivery-errors.ts';
import { bearer, moveClock, provenPerson, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, useLoans } from '../../test/loans.ts';
import { usePush } from '../../test/push.ts';
import { openSession, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const loans = useLoans(world);
const { choose } = useBells(world);
const { newBrowser, start, stop, state } = usePush(world);
const taken = world.push;
const words = () => world.pushed.map((news) => JSON.parse(news.words));

/** Rings the bell of the owner: their proposal is checked. */
async function ring(owner: Person) {
  const loan = await loans.newLoan({ owner, isApproved: true, form: { title: 'A loom for Rahima' } });
  await runJobs(world);
  return loan;
}

beforeEach(async () => {
  world.push = taken;
  await runJobs(world);
  world.pushed.length = 0;
});

test('a bell that rings is shown once on the device, in the language of its person', async () => {
  const owner = await world.newPerson();
  expect(await state(owner)).toEqual({ publicKey: 'the key of now', isOn: false });
  const browser = newBrowser();
  expect(done(await start(owner, browser))).toEqual({ isOn: true });
  expect((await state(owner)).isOn).toBe(true);
  await world.db.updateTable('users').set({ language: 'ar' }).where('id', '=', owner.id).execute();
  const { id } = await ring(owner);
  expect(world.pushed).toHaveLength(1);
  expect(world.pushed[0]).toMatchObject({ address: browser, publicKey: 'the key of now' });
  expect(words()).toEqual([
    {
      title: 'ساتي',
      text: 'روجع طلبك.',
      quiet: 'لديك أخبار.',
      lang: 'ar',
      dir: 'rtl',
      path: `/App/proposal?mfi=ROI&id=${id}`,
      tag: `approved:${id}:`,
    },
  ]);
  await world.db
    .updateTable('outbox')
    .set({ doneAt: null, runAt: world.now })
    .where('kind', '=', 'proposal_event')
    .execute();
  await runJobs(world);
  expect(world.pushed).toHaveLength(1);
});

test('a locked screen tells no name, title or amount, whatever happened', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima' });
  done(await start(owner));
  const loan = await loans.newLoan({ owner, status: 5, form: { title: 'A loom for Rahima' } });
  await loans.repay(loan, 40);
  await runJobs(world);
  expect(new Set(words().map(({ text }) => text)).size).toBeGreaterThan(2);
  for (const { title, text, quiet } of words()) expect(`${title} ${text} ${quiet}`).not.toMatch(/loom|Rahima|ROI|\d/);
  for (const language of ['en', 'be', 'ar'] as const) {
    for (const kind of NOTIFICATION_KINDS) expect(pushWords(language, kind)).toMatch(/^[^{}$\p{Nd}\u2068]+$/u);
  }
});

test('an event whose bell is off is not shown, and one that is always told is', async () => {
  const owner = await provenPerson(world);
  done(await start(owner));
  await choose(owner, 'approved', { ...DEFAULT_CHANNELS.approved, inApp: false });
  await ring(owner);
  expect(world.pushed).toEqual([]);
  done(await world.call('POST', '/api/users/export', { ...bearer(owner.token), body: {} }));
  await runJobs(world);
  expect(words()).toMatchObject([{ path: '/App/Notifications' }]);
});

test('signing out ends it, and so does stopping it, ending the session from elsewhere, and time', async () => {
  const owner = await provenPerson(world);
  const elsewhere = async () => ({ token: await openSession(world, owner.subject) });
  const [out, stopped, ended, left] = [owner, await elsewhere(), await elsewhere(), await elsewhere()];
  for (const session of [out, stopped, ended, left]) done(await start(session));
  done(await stop(stopped));
  expect((await state(stopped)).isOn).toBe(false);
  await world.db
    .deleteFrom('sessions')
    .where('id', '=', await newestSession(owner.subject, 1))
    .execute();
  await ring(owner);
  expect(world.pushed).toHaveLength(2);
  done(await world.call('POST', '/api/identity/sign-out', { ...bearer(out.token), body: {} }));
  const asked = world.db.selectFrom('pushSubscriptions').select('id').where('userId', '=', owner.id);
  expect(await asked.execute()).toEqual([]);
  const [again, writing] = [await elsewhere(), await elsewhere()];
  done(await start(again));
  await ring({ ...owner, ...writing });
  expect(world.pushed).toHaveLength(3);
  await world.db
    .updateTable('sessions')
    .set({ refreshExpiresAt: world.now })
    .where('id', '=', await newestSession(owner.subject, 1))
    .execute();
  await ring({ ...owner, ...writing });
  expect(world.pushed).toHaveLength(3);
});

/** The ids of sessions grow; `back` counts from the newest. */
async function newestSession(subject: string, back: number): Promise<number> {
  const rows = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .execute();
  return rows[back]!.id;
}

test('a browser tells the person who asked last, and a session its last browser', async () => {
  const [before, after] = [await world.newPerson(), await world.newPerson()];
  const shared = newBrowser();
  done(await start(before, shared));
  done(await start(after, shared));
  await ring(before);
  expect(world.pushed).toEqual([]);
  const other = newBrowser();
  done(await start(after, other));
  await ring(after);
  expect(world.pushed.map(({ address }) => address)).toEqual([other]);
});

test('a browser that is gone is forgotten; one that is away is tried again', async () => {
  const owner = await world.newPerson();
  done(await start(owner));
  let tries = 0;
  world.push = async () => {
    tries += 1;
    throw new TryLaterError('push 503');
  };
  await ring(owner);
  expect([tries, (await state(owner)).isOn]).toEqual([1, true]);
  world.push = async () => 'gone';
  moveClock(world, 600);
  await runJobs(world);
  expect((await state(owner)).isOn).toBe(false);
});

test('news of yesterday is not shown', async () => {
  const owner = await world.newPerson();
  done(await start(owner));
  world.push = async () => {
    throw new TryLaterError('push 503');
  };
  await ring(owner);
  world.push = taken;
  await world.db
    .updateTable('outbox')
    .set({ createdAt: sql`created_at - interval '25 hours'`, runAt: world.now })
    .where('kind', '=', 'push')
    .where('doneAt', 'is', null)
    .execute();
  await runJobs(world);
  expect(world.pushed).toEqual([]);
});
