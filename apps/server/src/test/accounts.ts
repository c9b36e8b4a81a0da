import { expect } from 'vitest';
import { createJobs } from '../jobs.ts';
import { drainOutbox } from '../outbox/outbox.ts';
import type { Answer, Person, World } from './world.ts';

export const PASSWORD = 'a river of green tea';

let numbers = 0;
/** A phone that no other test has. */
export function newPhone(): string {
  numbers += 1;
  return `+88019${String(10_000_000 + numbers)}`;
}

/** Sends the waiting messages, and returns the newest code that went to the address. */
export async function codeFor(world: World, to: string): Promise<string> {
  await runJobs(world);
  const code = world.sent.findLast((message) => message.to === to && message.code !== undefined)?.code;
  if (code === undefined) throw new Error('no code was sent there');
  return code;
}

export async function runJobs(world: World): Promise<void> {
  await drainOutbox(world.outside, createJobs(world.outside).handlers);
}

/** A code that is not the right one. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

export function moveClock(world: World, seconds: number): void {
  world.now = new Date(world.now.getTime() + seconds * 1000);
}

export type Account = { readonly phone: string; readonly email: string; readonly subject: string };

export async function signUp(
  world: World,
  phone = newPhone(),
  email = `mail${phone.slice(1)}@example.org`,
): Promise<Account> {
  const body = { username: phone, password: PASSWORD, attributes: { phone_number: phone, email } };
  const answer = await world.call('POST', '/api/identity/sign-up', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { phone, email, subject: answer.body.data.userSub };
}

export async function confirmed(world: World, phone?: string): Promise<Account> {
  const account = await signUp(world, phone);
  const code = await codeFor(world, account.phone);
  const answer = await world.call('POST', '/api/identity/confirm-sign-up', { body: { username: account.phone, code } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return account;
}

export function profileOf(account: Account) {
  const { phone, email, subject } = account;
  return { firstName: 'Amina', lastName: 'Rahman', phone, email, bio: 'I sew.', username: subject };
}

export async function registered(world: World, phone?: string): Promise<Account & { id: string }> {
  const account = await confirmed(world, phone);
  const answer = await world.call('POST', '/api/users', { body: profileOf(account) });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { ...account, id: answer.body.data.id };
}

/** Confirms the e-mail, as after the code or the link that went there came back. */
export async function confirmEmail(world: World, { subject }: Pick<Account, 'subject'>): Promise<void> {
  await world.db.updateTable('identities').set({ emailVerifiedAt: world.now }).where('subject', '=', subject).execute();
}

/** Proves every session of the account now, as after the second factor, or password and code. */
export async function proveNow(world: World, { subject }: Pick<Account, 'subject'>): Promise<void> {
  await world.db.updateTable('sessions').set({ provenAt: world.now }).where('subject', '=', subject).execute();
}

export type OpenSession = { readonly token: string; readonly cookie: string; readonly answer: Answer };

export async function signIn(world: World, phone: string, password = PASSWORD): Promise<OpenSession> {
  const answer = await world.call('POST', '/api/identity/sign-in', { body: { username: phone, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { token: answer.body.data.accessToken, cookie: cookieOf(answer), answer };
}

/** The refresh cookie that an answer sets, as a request sends it back. */
export function cookieOf({ headers }: Answer): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

export function bearer(token: string): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${token}` } };
}

export async function refresh(world: World, cookie: string, headers: Record<string, string> = {}): Promise<Answer> {
  return world.call('POST', '/api/identity/refresh', { headers: { cookie, ...headers } });
}

export async function isAlive(world: World, token: string): Promise<boolean> {
  return (await world.call('GET', '/api/identity/current-user', bearer(token))).status === 200;
}

/** A person with an account and a profile whose session has a fresh proof (R34.2). */
export async function provenPerson(world: World): Promise<Person> {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  await prove(world, token, account.phone);
  return { id: Number(account.id) as Person['id'], subject: account.subject, phone: account.phone, token };
}

/** Gives password and code in the session of this token. */
export async function prove(world: World, token: string, phone: string): Promise<void> {
  const give = async (body: object) => {
    const { status } = await world.call('POST', '/api/identity/step-up', { ...bearer(token), body });
    expect(status).toBe(200);
  };
  await give({ password: PASSWORD });
  await give({ code: await codeFor(world, phone) });
}
