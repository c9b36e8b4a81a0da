import { expect, test } from 'vitest';
import type { AppSecret } from '../../config/secret.ts';
import { transaction } from '../../db/transaction.ts';
import {
  type Account,
  bearer,
  codeFor,
  profileOf,
  provenPerson,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { comeBack } from './coming-back.repository.ts';

const world = useWorld();
const { newLoan, back, balance } = useLoans(world);
const { keep } = usePayouts(world);

const confirm = ({ phone }: Account, code: string) =>
  world.call('POST', '/api/identity/confirm-sign-up', { body: { username: phone, code } });
const makeProfile = async (account: Account) =>
  done(await world.call('POST', '/api/users', { body: { ...profileOf(account), firstName: 'Salma' } }));
const leave = async (person: Person) =>
  done(await world.call('POST', '/api/users/close', { ...bearer(person.token), body: {} }));

/** A person who left 12.50 in a loan behind. */
async function former(): Promise<Person & { loan: Awaited<ReturnType<typeof newLoan>> }> {
  const person = await provenPerson(world);
  const loan = await newLoan({ status: 3 });
  done(await back(loan, person, 12.5));
  await leave(person);
  await runJobs(world);
  world.now = new Date(world.now.getTime() + 60_000);
  return { ...person, loan };
}

const again = (phone: string) => signUp(world, phone, `again${phone.slice(1)}@example.org`);
const idOf = async ({ subject }: Account) =>
  (await world.db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst())?.id;

test('a person who signs up with the phone of before has the rest of their money again, and is told (R33.5)', async () => {
  const person = await former();
  const { id, phone, loan } = person;
  const account = await again(phone);
  await makeProfile(account);
  expect(await idOf(account), 'the phone is not confirmed yet').not.toBe(id);
  done(await confirm(account, await codeFor(world, phone)));
  expect(await idOf(account)).toBe(id);
  const { token } = await signIn(world, phone);
  const portfolio = done(await world.call('GET', '/api/borrow/portfolio', bearer(token)));
  expect(portfolio).toMatchObject({ lent: 12.5, stillOut: 12.5, hasComeBack: true });
  expect(await balance('claim', { user: person, loan })).toBe(1250);
  const me = done(await world.call('GET', `/api/users/${id}`, bearer(token)));
  expect(me).toMatchObject({ firstName: 'Salma', phone, publicAddress: expect.stringMatching(/^01/) });
  await runJobs(world);
  expect(world.sent.findLast(({ to }) => to === phone)?.text).toContain('yours again');
  world.now = new Date(world.now.getTime() + 31 * 86_400_000);
  const later = await signIn(world, phone);
  expect(done(await world.call('GET', '/api/borrow/portfolio', bearer(later.token))).hasComeBack).toBe(false);
});

test('a profile that is made after the code has the money of before too (R33.5)', async () => {
  const { id, phone } = await former();
  const account = await again(phone);
  done(await confirm(account, await codeFor(world, phone)));
  expect((await makeProfile(account)).id).toBe(String(id));
});

test('a profile and a code that come at the same moment bring the person back (R33.5)', async () => {
  const { id, phone } = await former();
  const account = await again(phone);
  const code = await codeFor(world, phone);
  await Promise.all([makeProfile(account), confirm(account, code)]);
  expect(await idOf(account)).toBe(id);
});

test('ten confirmations at the same moment bring one person back, once (R33.5)', async () => {
  const person = await former();
  const { id, phone, loan } = person;
  const account = await again(phone);
  await makeProfile(account);
  const code = await codeFor(world, phone);
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(account, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await idOf(account)).toBe(id);
  expect(await balance('claim', { user: person, loan })).toBe(1250);
  expect(await world.db.selectFrom('formerPhones').selectAll().where('userId', '=', id).execute()).toEqual([]);
});

test('a person who comes back may leave, bank data and all, and come back again (R13.4, R33.5)', async () => {
  const { id, phone } = await former();
  const account = await again(phone);
  await makeProfile(account);
  done(await confirm(account, await codeFor(world, phone)));
  const { token } = await signIn(world, phone);
  const me = { ...account, id, token };
  await keep(me);
  await leave(me);
  await runJobs(world);
  const accounts = world.db.selectFrom('payoutAccounts').select('removedAt').where('userId', '=', id);
  expect(await accounts.execute(), 'bank data of the second time').toEqual([{ removedAt: world.now }]);
  world.now = new Date(world.now.getTime() + 60_000);
  const third = await signUp(world, phone, `third${phone.slice(1)}@example.org`);
  await makeProfile(third);
  done(await confirm(third, await codeFor(world, phone)));
  expect(await idOf(third)).toBe(id);
});

test('after 24 months the money stays unclaimed, and another phone claims nothing (R33.5)', async () => {
  const person = await former();
  const { id, phone, loan } = person;
  const stranger = await signUp(world);
  await makeProfile(stranger);
  done(await confirm(stranger, await codeFor(world, stranger.phone)));
  expect(await idOf(stranger)).not.toBe(id);
  const closedAt = new Date(world.now);
  closedAt.setUTCMonth(closedAt.getUTCMonth() - 24);
  closedAt.setUTCDate(closedAt.getUTCDate() - 1);
  await world.db.updateTable('formerPhones').set({ closedAt }).where('userId', '=', id).execute();
  const account = await again(phone);
  await makeProfile(account);
  done(await confirm(account, await codeFor(world, phone)));
  expect(await idOf(account)).not.toBe(id);
  expect(await balance('claim', { user: person, loan })).toBe(1250);
});

test('a hash of before a rotation of the secret still knows the person, until that secret is dropped (R33.5)', async () => {
  const { id, phone } = await former();
  const account = await again(phone);
  await makeProfile(account);
  const newer = Buffer.alloc(32, 9);
  const comesBackWith = (secret: AppSecret) =>
    transaction(world.db, (tx) => comeBack(tx, { ...world.outside, secret }, account, world.now));
  expect(await comesBackWith([newer])).toBeNull();
  expect(await comesBackWith([newer, ...world.outside.secret])).toBe(id);
});
