import { answerTo } from './challenges.ts';
import { codeFor, newPhone, PASSWORD, registered, runJobs } from './accounts.ts';
import type { World } from './world.ts';

const A_MINUTE = 10_000;
/** Requests that are under way at once. */
const BATCH = 50;
/** One IPv6 network of 48 bits, which costs nothing, holds as many of 64 as there are strangers. */
const NETWORKS = 65_536;
/** An address that honest people and strangers share, as behind that of a carrier. */
const SHARED = '198.51.100.7';
/** Strangers whose machines do the work that is asked of them, each minute. */
const SOLVERS_A_MINUTE = 20;

type Reply = { readonly status: number; readonly body: any; readonly cookie: string | undefined };
type From = { readonly ip: string; readonly cookie?: string | undefined };

/** The outcome of an attack: how many tries each honest wish took, and what reached people who had asked for nothing. */
export type Outcome = {
  readonly requests: number;
  readonly triesOfHonest: readonly number[];
  readonly mostSms: number;
  readonly mostMails: number;
  readonly statuses: Readonly<Record<string, number>>;
};

/**
 * Strangers from 65,536 networks make 10,000 requests a minute: they ask for codes of people and of nobody, sign up with
 * numbers of others, guess passwords and codes, and look for accounts. Every minute an honest new person, a person on a
 * new device and a person who forgot the password want in from a shared address.
 */
export async function attack(world: World, minutes: number): Promise<Outcome> {
  const people = await knownPeople(world, minutes);
  const statuses: Record<string, number> = {};
  const triesOfHonest: number[] = [];
  let requests = 0;
  const before = world.sent.length;
  const asked = new Set<string>();

  for (let minute = 0; minute < minutes; minute += 1) {
    for (let first = 0; first < A_MINUTE; first += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) => stranger(world, requests + index, people));
      for (const status of await Promise.all(batch)) statuses[status] = (statuses[status] ?? 0) + 1;
      requests += BATCH;
      world.now = new Date(world.now.getTime() + (60_000 * BATCH) / A_MINUTE);
      if (first % 500 === 0) await runJobs(world);
    }
    for (let solver = 0; solver < SOLVERS_A_MINUTE; solver += 1) {
      const from = { ip: networkOf(requests + solver * 257) };
      // The strangers are refused in the end: their networks lie in one that has asked enough.
      await wish(world, 'sign-up', { username: newPhone(), password: PASSWORD }, from).catch(() => undefined);
    }
    triesOfHonest.push(...(await honest(world, people[minute] as Known, asked)));
  }
  await runJobs(world);
  const unasked = world.sent.slice(before).filter(({ to }) => !asked.has(to));
  const most = (channel: string) => Math.max(0, ...counts(unasked.filter((each) => each.channel === channel)));
  return { requests, triesOfHonest, mostSms: most('sms'), mostMails: most('email'), statuses };
}

type Known = { readonly phone: string; readonly cookie: string };

/** People with accounts, each with the cookie of the device that was signed in with; one for each minute and one more. */
async function knownPeople(world: World, minutes: number): Promise<readonly Known[]> {
  const people: Known[] = [];
  for (let index = 0; index <= minutes; index += 1) {
    world.now = new Date(world.now.getTime() + 3_600_000);
    const { phone } = await registered(world);
    const { cookie = '' } = await send(world, 'sign-in', { username: phone, password: PASSWORD }, { ip: SHARED });
    people.push({ phone, cookie });
  }
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
  return people;
}

/** One request of a stranger; its status, and for 429 its code. */
async function stranger(world: World, serial: number, people: readonly Known[]): Promise<string> {
  const target = people[serial % people.length]?.phone ?? '';
  const from = { ip: serial % 97 === 0 ? SHARED : serial % 10 === 0 ? addressOf(serial) : networkOf(serial) };
  const code = String(serial % 1_000_000).padStart(6, '0');
  const unknown = `+8801${String(300_000_000 + serial)}`;
  const wishes: readonly (readonly [string, object])[] = [
    ['forgot-password', { username: target }],
    ['sign-up', { username: `+88015${String(10_000_000 + (serial % 4000))}`, password: PASSWORD }],
    ['sign-in', { username: target, password: `guess number ${serial}` }],
    ['confirm-forgot-password', { username: target, code, newPassword: 'the password of a stranger' }],
    ['forgot-password', { username: unknown }],
    ['resend-code', { username: target }],
  ];
  const [path, body] = wishes[Math.floor(serial / 7) % wishes.length] as readonly [string, object];
  const { status, body: answer } = await send(world, path, body, from);
  return status === 429 ? `429 ${String(answer.code)}` : String(status);
}

/** The honest wishes of one minute, and how many tries each took. */
async function honest(world: World, forgetful: Known, asked: Set<string>): Promise<number[]> {
  const ip = SHARED;
  const newcomer = newPhone();
  asked.add(newcomer).add(forgetful.phone);
  const signUp = await wish(world, 'sign-up', { username: newcomer, password: PASSWORD }, { ip });
  const signUpCode = await codeFor(world, newcomer);
  const confirm = { username: newcomer, code: signUpCode };
  const confirmed = await wish(world, 'confirm-sign-up', confirm, { ip, cookie: signUp.cookie });
  const elsewhere = await wish(world, 'sign-in', { username: forgetful.phone, password: PASSWORD }, { ip });
  const forgot = await wish(world, 'forgot-password', { username: forgetful.phone }, { ip, cookie: forgetful.cookie });
  const code = await codeFor(world, forgetful.phone);
  const renew = { username: forgetful.phone, code, newPassword: `${PASSWORD} anew` };
  const renewed = await wish(world, 'confirm-forgot-password', renew, { ip, cookie: forgetful.cookie });
  return [signUp, confirmed, elsewhere, forgot, renewed].map(({ tries }) => tries);
}

/** Asks until the wish is granted, with the proof that was asked for. @throws Error when it was refused for good */
async function wish(world: World, path: string, body: object, from: From): Promise<Reply & { readonly tries: number }> {
  let answer: string | undefined;
  for (let tries = 1; tries <= 5; tries += 1) {
    const reply = await send(world, path, body, from, answer);
    if (reply.status < 300) return { ...reply, tries };
    if (reply.body.code !== 'challenge_required') throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
    answer = await answerTo(reply.body);
  }
  throw new Error(`${path}: asked for one proof after the other`);
}

async function send(world: World, path: string, body: object, { ip, cookie }: From, answer?: string): Promise<Reply> {
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api/identity/${path}`,
    payload: body,
    remoteAddress: ip,
    headers: { ...(cookie && { cookie }), ...(answer && { 'challenge-answer': answer }) },
  });
  const device = reply.cookies.find(({ name }) => name === 'sathi_device')?.value;
  return { status: reply.statusCode, body: reply.json(), cookie: device ? `sathi_device=${device}` : cookie };
}

function networkOf(serial: number): string {
  return `2001:db8:77:${((serial * 40_503) % NETWORKS).toString(16)}::1`;
}

/** One of `NETWORKS` addresses that have nothing to do with each other. */
function addressOf(serial: number): string {
  const number = (serial * 40_503) % NETWORKS;
  return `${11 + (number >> 12)}.${(number >> 4) & 255}.${(number & 15) * 16}.1`;
}

function counts(messages: readonly { readonly to: string }[]): number[] {
  const byRecipient = new Map<string, number>();
  for (const { to } of messages) byRecipient.set(to, (byRecipient.get(to) ?? 0) + 1);
  return [...byRecipient.values()];
}
