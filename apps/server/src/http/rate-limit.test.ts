import { expect, test } from 'vitest';
import { people, refusal } from '../test/loans.ts';
import { type Person, useWorld } from '../test/world.ts';
import { networkOf } from './network.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });

const back = (as: Person) =>
  world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: '987654321', amount: 1 } });
const later = (seconds: number) => {
  world.now = new Date(world.now.getTime() + seconds * 1000);
};

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

test('sixty reads a minute for a visitor, three hundred for a person', async () => {
  const [person] = (await people(world, 1)) as [Person];
  const read = (as: Person | null) => world.call('GET', '/api/mfi', { as });
  for (let call = 0; call < 60; call += 1) expect((await read(null)).status).toBe(200);
  expect(refusal(await read(null))).toBe('429 too_many_requests');
  for (let call = 0; call < 300; call += 1) await read(person);
  expect((await read(person)).status).toBe(429);
  later(60);
  expect((await read(null)).status).toBe(200);
});

test('without a token it is 401, however often', async () => {
  for (let call = 0; call < 70; call += 1) {
    expect((await world.call('POST', '/api/borrow/backProposal', { body: {} })).status).toBe(401);
  }
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
