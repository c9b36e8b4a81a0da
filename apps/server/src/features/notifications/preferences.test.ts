import { DEFAULT_CHANNELS, CHOSEN_KINDS } from '@sathi/domain/notifications.ts';
import { beforeEach, expect, test } from 'vitest';
import { moveClock, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const loans = useLoans(world);
const { heard, choose, sentTo } = useBells(world);

beforeEach(async () => {
  moveClock(world, 2 * 3600);
  await runJobs(world);
  world.sent.length = 0;
});

test('each channel can be switched off by itself for each kind', async () => {
  const kinds = [
    ['email', { email: false }, ['approved null'], 0],
    ['in app', { inApp: false }, [], 1],
    ['both', { inApp: false, email: false }, [], 0],
  ] as const;
  for (const [, channels, bells, mails] of kinds) {
    const owner = await world.newPerson();
    await choose(owner, 'approved', channels);
    await loans.newLoan({ owner, isApproved: true });
    await runJobs(world);
    expect((await heard(owner)).map((one) => one.replace('100', 'null'))).toEqual(bells);
    expect(await sentTo(owner)).toHaveLength(mails);
  }
});

test('with the bell off a job that is done twice sends nothing twice', async () => {
  const owner = await world.newPerson();
  await choose(owner, 'approved', { inApp: false, sms: true });
  await loans.newLoan({ owner, isApproved: true });
  await runJobs(world);
  await world.db
    .updateTable('outbox')
    .set({ doneAt: null, runAt: world.now })
    .where('kind', '=', 'proposal_event')
    .execute();
  await runJobs(world);
  expect(await sentTo(owner)).toHaveLength(2);
});

test('preferences are the defaults until they are chosen, and an unnamed kind stays', async () => {
  const person = await world.newPerson();
  const path = '/api/notifications/preferences';
  const list = async () => {
    const { data, nextCursor } = (await world.call('GET', path, { as: person })).body;
    return [...data, ...done(await world.call('GET', `${path}?cursor=${nextCursor}`, { as: person }))];
  };
  expect(await list()).toEqual(CHOSEN_KINDS.map((kind) => ({ kind, ...DEFAULT_CHANNELS[kind] })));
  await choose(person, 'backed', { inApp: false, email: false, sms: true });
  await choose(person, 'update', { email: false });
  const saved = await list();
  expect(saved[0]).toEqual({ kind: 'backed', inApp: false, email: false, sms: true });
  expect(saved.find(({ kind }: { kind: string }) => kind === 'repaid')).toEqual({
    kind: 'repaid',
    ...DEFAULT_CHANNELS.repaid,
  });
});

test('of a kind that is named twice the last counts; an unknown kind is refused whole', async () => {
  const person = await world.newPerson();
  const put = (preferences: object[]) =>
    world.call('PUT', '/api/notifications/preferences', { as: person, body: { preferences } });
  const backed = { kind: 'backed', inApp: true, email: true, sms: true };
  const [first] = done(await put([backed, { ...backed, sms: false }]));
  expect(first).toEqual({ ...backed, sms: false });
  expect(
    refusal(
      await put([
        { ...backed, email: false },
        { ...backed, kind: 'weather' },
      ]),
    ),
  ).toBe('422 invalid_request');
  expect(done(await put([]))[0]).toEqual({ ...backed, sms: false });
});
