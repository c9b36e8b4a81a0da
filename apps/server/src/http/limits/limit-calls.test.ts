import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { changesOf, rememberChanges } from '../../db/changes.ts';
import { answerTo } from '../../test/challenges.ts';
import { people, refusal } from '../../test/loans.ts';
import { type Answer, type Person, ROI, useWorld } from '../../test/world.ts';
import { CHALLENGE } from './limits.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on', CHALLENGE_STEPS: '4' } });

const back = (as: Person) =>
  world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: '987654321', amount: 1 } });
const later = (seconds: number) => {
  world.now = new Date(world.now.getTime() + seconds * 1000);
};
let networks = 0;
/** An address in a network that no other test has. */
const newIp = () => `10.${Math.floor((networks += 1) / 200)}.${networks % 200}.1`;

async function ask(url: string, ip: string, headers: Record<string, string> = {}, app = world.app): Promise<Answer> {
  const { statusCode: status, headers: sent, ...answer } = await app.inject({ url, remoteAddress: ip, headers });
  return { status, headers: sent, body: answer.json() };
}
const userExists = (ip: string, answer?: string) =>
  ask('/api/auth/userExists?phone=%2B8801700000001', ip, answer ? { 'challenge-answer': answer } : {});
/** Asks until a call costs a proof of work. @returns the refusal */
async function exhausted(ip: string): Promise<Answer> {
  for (let call = 0; call < 10; call += 1) expect((await userExists(ip)).status).toBe(200);
  return userExists(ip);
}

test('twenty money calls a minute, then 429 with the time to wait, for this person only', async () => {
  const [one, two] = (await people(world, 2)) as [Person, Person];
  for (let call = 0; call < 20; call += 1) expect((await back(one)).status).toBe(404);
  const refused = await back(one);
  expect(refusal(refused)).toBe('429 too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBe(3);
  expect((await back(two)).status).toBe(404);
  later(3);
  expect((await back(one)).status).toBe(404);
  expect((await back(one)).status).toBe(429);
});

test('each money call has its own count, so a refused backing does not block a repayment', async () => {
  const [person] = (await people(world, 1)) as [Person];
  for (let call = 0; call < 21; call += 1) await back(person);
  const pay = { as: person, body: { proposalId: '987654321', amount: 1 } };
  expect((await world.call('POST', '/api/borrow/proposalPayment', pay)).status).toBe(404);
});

test('R28.1: a borrower says that they cannot pay, and takes it back, twenty times an hour each', async () => {
  const [person] = (await people(world, 1)) as [Person];
  const body = { proposalId: '987654321', reason: 'illness', monthly: 0, fromOn: '2026-05-31' };
  const say = () => world.call('POST', '/api/borrow/hardship', { as: person, body });
  const takeBack = () => world.call('DELETE', '/api/borrow/hardship?proposalId=987654321', { as: person });
  for (let call = 0; call < 20; call += 1)
    expect([(await say()).status, (await takeBack()).status]).toEqual([404, 404]);
  expect(refusal(await say())).toBe('429 too_many_requests');
  expect(refusal(await takeBack())).toBe('429 too_many_requests');
});

test('staff at a desk book and set aside three hundred times a minute, each call by itself', async () => {
  const as = await world.newPerson({ staffOf: [ROI] });
  const send = (what: string) => () => world.call('POST', `/api/mfi/lines/${what}?mfiId=${ROI}`, { as, body: {} });
  for (const call of [send('book'), send('setAside')]) {
    for (let count = 0; count < 300; count += 1) expect((await call()).status).not.toBe(429);
    expect(refusal(await call())).toBe('429 too_many_requests');
  }
});

test('an account makes fifty proposals a day (security 1.8)', async () => {
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
  const [as] = (await people(world, 1)) as [Person];
  const create = () => world.call('POST', '/api/borrow', { as, body: {} });
  for (let call = 0; call < 50; call += 1) {
    if (call % 20 === 0) later(3600);
    expect((await create()).status).toBe(422);
  }
  expect(refusal(await create())).toBe('429 too_many_requests');
  later(86_400 - 3 * 3600);
  expect((await create()).status).toBe(422);
});

test('sixty reads a minute for a visitor, then each costs a proof of work; three hundred for a person', async () => {
  const [person] = (await people(world, 1)) as [Person];
  const read = (as: Person | null) => world.call('GET', '/api/mfi', { as });
  for (let call = 0; call < 60; call += 1) expect((await read(null)).status).toBe(200);
  expect(refusal(await read(null))).toBe('429 challenge_required');
  for (let call = 0; call < 300; call += 1) await read(person);
  expect(refusal(await read(person))).toBe('429 too_many_requests');
  later(60);
  expect((await read(null)).status).toBe(200);
});

test('processes share a count: what one has let through the other does not let through again', async () => {
  const other = await createApp(world.outside);
  const ip = newIp();
  const statuses: number[] = [];
  for (let call = 0; call < 140; call += 1) {
    statuses.push((await ask('/api/mfi', ip, {}, call % 2 === 0 ? world.app : other)).status);
  }
  await other.close();
  const answered = statuses.filter((status) => status === 200).length;
  expect(answered).toBe(60);
});

test('most requests of a busy person ask the database nothing about limits', async () => {
  const [person] = (await people(world, 1)) as [Person];
  const statements: string[] = [];
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  rememberChanges(db, changesOf(world.db));
  const app = await createApp({ ...world.outside, db });
  const headers = { authorization: `Bearer ${person.token}` };
  for (let call = 0; call < 100; call += 1) expect((await ask('/api/mfi', newIp(), headers, app)).status).toBe(200);
  await app.close();
  expect(statements.filter((statement) => statement.includes('limit_counters')).length).toBe(4);
});

test('a challenge is answered once, for its call only, and lets exactly that call through', async () => {
  const ip = newIp();
  const refused = await exhausted(ip);
  expect(refusal(refused)).toBe('429 challenge_required');
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.body.challenge.parameters.data).toMatchObject({ call: 'userExists', factor: 1 });
  const answer = await answerTo(refused.body);
  const elsewhere = await ask('/api/mfi/all', ip, { 'challenge-answer': answer });
  expect(elsewhere.status).toBe(200);
  expect((await userExists(ip, answer)).status).toBe(200);
  expect(refusal(await userExists(ip, answer))).toBe('429 challenge_required');
});

test('an answer counts for five minutes, from the network that was asked, and only unchanged', async () => {
  const ip = newIp();
  const fresh = async () => answerTo((await userExists(ip)).body);
  await exhausted(ip);
  const foreign = newIp();
  await exhausted(foreign);
  expect(refusal(await userExists(foreign, await fresh()))).toBe('429 challenge_required');
  const read = (answer: string) => JSON.parse(Buffer.from(answer, 'base64').toString());
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const good = read(await fresh());
  const easier = structuredClone(good);
  easier.challenge.parameters.data.factor = CHALLENGE.factorMax;
  const unsolved = { ...good, solution: { ...good.solution, derivedKey: '00'.repeat(32) } };
  for (const bad of [easier, unsolved, { challenge: good.challenge }, 7, null, { challenge: {}, solution: {} }]) {
    expect(refusal(await userExists(ip, written(bad)))).toBe('429 challenge_required');
  }
  for (const bad of ['', '????', 'x'.repeat(6000)]) {
    expect(refusal(await userExists(ip, bad))).toBe('429 challenge_required');
  }
  const timely = await fresh();
  const late = await fresh();
  const start = world.now;
  // Other counters stand still: only the age of the answer is looked at.
  world.now = new Date(start.getTime() + CHALLENGE.minutes * 60_000 + 1000);
  await exhausted(ip);
  expect(refusal(await userExists(ip, late))).toBe('429 challenge_required');
  world.now = start;
  expect((await userExists(ip, timely)).status).toBe(200);
});

test('the more a network asks, the harder its proofs become, and only then it is refused', async () => {
  const ip = newIp();
  await exhausted(ip);
  const factors: number[] = [];
  let mostSteps = 0;
  const statuses: string[] = [];
  for (let call = 0; call < 205; call += 1) {
    const refused = await userExists(ip);
    if (refused.body.code === 'too_many_requests') break;
    factors.push(refused.body.challenge.parameters.data.factor);
    const answer = await answerTo(refused.body);
    mostSteps = Math.max(mostSteps, JSON.parse(Buffer.from(answer, 'base64').toString()).solution.counter);
    const answered = await userExists(ip, answer);
    statuses.push(answered.status === 200 ? '200' : refusal(answered));
    if (answered.status !== 200) break;
  }
  expect(factors[0]).toBe(1);
  expect(factors[10]).toBe(2);
  expect(Math.max(...factors)).toBe(CHALLENGE.factorMax);
  expect(mostSteps).toBeLessThanOrEqual(4 * CHALLENGE.factorMax * (1 + CHALLENGE.spread));
  expect(statuses.filter((status) => status === '200')).toHaveLength(200);
  expect(statuses.at(-1)).toBe('429 too_many_requests');
});

test('the wider network is asked for a proof although its parts are each within their limit', async () => {
  const statuses = new Map<string, number>();
  for (let host = 1; host <= 60; host += 1) {
    const { status, body } = await userExists(`2001:db8:77:${host.toString(16)}::1`);
    const outcome = status === 200 ? '200' : String(body.code);
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
  }
  expect(statuses.get('200')).toBe(40);
  expect(statuses.get('challenge_required')).toBe(20);
});

test('without a token it is 401, however often', async () => {
  for (let call = 0; call < 70; call += 1) {
    expect((await world.call('POST', '/api/borrow/backProposal', { body: {} })).status).toBe(401);
  }
});
