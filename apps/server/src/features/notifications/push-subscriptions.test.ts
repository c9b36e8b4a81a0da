import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rotateSecrets } from '../../commands/rotate.ts';
import { bearer, provenPerson, runJobs, signIn } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { usePush } from '../../test/push.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { findPushReader } from './push.repository.ts';

const world = useWorld();
const loans = useLoans(world);
const { newBrowser, start, state } = usePush(world);

test('no address but one of a service of browsers is taken', async () => {
  const owner = await world.newPerson();
  for (const change of [
    { endpoint: 'https://169.254.169.254/latest/meta-data' },
    { endpoint: 'http://fcm.googleapis.com/fcm/send/a' },
    { endpoint: 'https://fcm.googleapis.com@127.0.0.1/a' },
    { p256dh: 'A' },
    { auth: '' },
    { words: 'hello' },
  ]) {
    expect([change, refusal(await start(owner, { ...newBrowser(), ...change }))]).toEqual([
      change,
      '422 invalid_request',
    ]);
  }
  expect((await state(owner)).isOn).toBe(false);
});

test('without keys of our own it is off, and says so', async () => {
  const owner = await world.newPerson();
  done(await start(owner));
  const { push } = world.outside;
  Object.assign(world.outside, { push: null });
  const [found, refused] = [await state(owner), await start(owner)];
  Object.assign(world.outside, { push });
  expect(found).toEqual({ publicKey: null, isOn: false });
  expect(refusal(refused)).toBe('409 push_off');
});

test('a browser that was asked with an older key has to be asked again', async () => {
  const owner = await world.newPerson();
  done(await start(owner));
  await world.db.updateTable('pushSubscriptions').set({ publicKey: 'older' }).where('userId', '=', owner.id).execute();
  expect((await state(owner)).isOn).toBe(false);
  await loans.newLoan({ owner, isApproved: true });
  await runJobs(world);
  expect(world.pushed.map(({ publicKey }) => publicKey)).toEqual(['older']);
});

test('the address is sealed, bound to its person, and sealed anew by a rotation', async () => {
  const [owner, thief] = [await world.newPerson(), await world.newPerson()];
  const browser = newBrowser();
  done(await start(owner, browser));
  done(await start(thief));
  const { rows } = await sql<{ text: string }>`
    select string_agg(to_jsonb(s)::text, ' ') as text from push_subscriptions s`.execute(world.db);
  expect(rows[0]?.text).not.toContain('googleapis');
  const idOf = async (person: Person) =>
    (
      await world.db
        .selectFrom('pushSubscriptions')
        .select('id')
        .where('userId', '=', person.id)
        .executeTakeFirstOrThrow()
    ).id;
  const newer = [Buffer.alloc(32, 9), ...world.outside.secret] as const;
  const lines: string[] = [];
  await rotateSecrets({ db: world.db, secret: newer, chainSecrets: [], say: (line) => lines.push(line) });
  expect(lines.join('\n')).toMatch(/push_subscriptions\.sealed_address: \d+ sealed anew/);
  const nothing = { proposalId: null, campaignId: null };
  const read = async (person: Person) => findPushReader(world.db, [newer[0]], await idOf(person), nothing, world.now);
  expect((await read(owner))?.address).toEqual(browser);
  await sql`
    update push_subscriptions t set sealed_address = s.sealed_address from push_subscriptions s
    where t.user_id = ${thief.id} and s.user_id = ${owner.id}`.execute(world.db);
  await expect(read(thief)).rejects.toThrow('unable to authenticate');
  await world.db.deleteFrom('pushSubscriptions').execute();
});

test('closing the account forgets the browsers (R13.4)', async () => {
  const me = await provenPerson(world);
  const there = await signIn(world, me.phone);
  done(await start(me));
  done(await start(there));
  done(await world.call('POST', '/api/users/close', { ...bearer(me.token), body: {} }));
  expect(await world.db.selectFrom('pushSubscriptions').select('id').where('userId', '=', me.id).execute()).toEqual([]);
});
