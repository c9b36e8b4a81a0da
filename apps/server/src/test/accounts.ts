import { createJobHandlers } from '../jobs/handlers.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import type { Answer, World } from './world.ts';

export const PASSWORD = 'a river of green tea';

let numbers = 0;
/** A phone that no other test has. */
export function newPhone(): string {
  numbers += 1;
  return `+88019${String(10_000_000 + numbers)}`;
}

/** Sends what is due, and gives the newest code that went to the address. */
export async function codeFor(world: World, to: string): Promise<string> {
  await runJobs(world);
  const code = world.sent.findLast((message) => message.to === to && message.code !== undefined)?.code;
  if (code === undefined) throw new Error('no code was sent there');
  return code;
}

export async function runJobs(world: World): Promise<void> {
  await drainOutbox(world.db, createJobHandlers(world.outside), () => world.now, world.outside.log);
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

export async function registered(world: World): Promise<Account & { id: string }> {
  const account = await confirmed(world);
  const answer = await world.call('POST', '/api/users', { body: profileOf(account) });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { ...account, id: answer.body.data.id };
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
