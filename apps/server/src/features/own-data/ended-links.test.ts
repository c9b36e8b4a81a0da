import { expect, test } from 'vitest';
import { bearer, codeFor, newPhone, PASSWORD, provenPerson, runJobs, signIn } from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { changePhoneByOperator } from '../phone-changes/operator-change.ts';
import { applyDuePhoneChanges } from '../phone-changes/phone-changes.service.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);

const NEW_PASSWORD = 'seven blue boats';
const post = async (path: string, body: object, token?: string) =>
  done(await world.call('POST', path, { body, ...(token && bearer(token)) }));

/** A person whose file somebody else has a link to, made in a session that is not theirs. */
async function watched(): Promise<{ me: Person; read: () => Promise<number>; until: () => Promise<unknown> }> {
  const me = await provenPerson(world);
  const { url } = await post('/api/users/export', {}, me.token);
  const read = async () =>
    (await world.app.inject({ method: 'GET', url: new URL(url).pathname + new URL(url).search })).statusCode;
  const until = async () => {
    const rows = await world.db.selectFrom('ownDataLinks').select('expiresAt').where('userId', '=', me.id).execute();
    return rows[0]?.expiresAt ?? null;
  };
  expect(await read()).toBe(200);
  return { me, read, until };
}

test('a password that was reset ends the link to everything about a person (R13.3)', async () => {
  const [{ me, read, until }, other] = [await watched(), await watched()];
  await post('/api/identity/forgot-password', { username: me.phone });
  expect(await read()).toBe(200);
  const code = await codeFor(world, me.phone);
  await post('/api/identity/confirm-forgot-password', { username: me.phone, code, newPassword: NEW_PASSWORD });
  expect([await read(), await until()]).toEqual([404, null]);
  expect(await other.read()).toBe(200);
});

test('a password that was changed ends it too (R13.3, R33.1)', async () => {
  const { me, read } = await watched();
  const { token } = await signIn(world, me.phone);
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await post('/api/identity/change-password', body, token);
  expect(await read()).toBe(404);
});

test('ending all sessions ends it, and ending one leaves it (R13.3, R33.1)', async () => {
  const [{ me, read }, other] = [await watched(), await watched()];
  const there = await signIn(world, me.phone);
  const sessions = done(await world.call('GET', '/api/identity/sessions', bearer(there.token)));
  const { id } = sessions.find(({ isOwn }: { isOwn: boolean }) => !isOwn);
  const end = (query: string) => world.call('DELETE', `/api/identity/sessions${query}`, bearer(there.token));
  done(await end(`?id=${id}`));
  expect(await read()).toBe(200);
  done(await end(''));
  expect(await read()).toBe(404);
  expect(await other.read()).toBe(200);
});

test('“that was not me” ends it (R13.3, R25.1)', async () => {
  const [{ me, read }, other] = [await watched(), await watched()];
  const loan = await newLoan({ status: 5, owner: me });
  done(await withdraw(loan));
  await runJobs(world);
  const told = world.sent.filter(({ to }) => to === me.phone).map(({ text }) => text);
  const token = /NotMe\?token=(\d+\.[\w-]{22})/.exec(told.join('\n'))?.[1];
  await post('/api/money/payoutAccounts/notMe', { token });
  expect(await read()).toBe(404);
  expect(await other.read()).toBe(200);
});

test('another phone, given by the operator, ends it once it is in force (R13.3, R33.4)', async () => {
  const [{ me, read }, other] = [await watched(), await watched()];
  await newLoan({ status: 5, owner: me });
  const asked = { oldPhone: me.phone, newPhone: newPhone(), reason: 'Passport seen' };
  const { inForceAt } = await changePhoneByOperator(world.outside, asked, world.now);
  expect(await read()).toBe(200);
  expect(await applyDuePhoneChanges(world.db, world.outside, inForceAt)).toBe(1);
  expect([await read(), await other.read()]).toEqual([404, 200]);
});
