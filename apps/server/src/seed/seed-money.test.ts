import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { listViolations } from '../ledger/audit.ts';
import { done } from '../test/loans.ts';
import { type Person, useWorld } from '../test/world.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { FATEN, PEOPLE } from './people.ts';
import { seedDemo } from './seed.ts';

const world = useWorld();
let officer: Person;

beforeAll(async () => {
  await seedDemo({ ...world.outside, config: readConfig({ SEED: 'money' }) });
  const { phone } = PEOPLE.domingos;
  const body = { username: phone, password: SEED_PASSWORD };
  const { accessToken, user } = done(await world.call('POST', '/api/identity/sign-in', { body }));
  officer = { id: user.id, subject: user.username, phone, token: accessToken };
});

const ask = async (path: string) => done(await world.call('GET', `${path}mfiId=${FATEN}`, { as: officer }));

test('FATEN awaits money of backers who have paid a part or nothing (R20.1)', async () => {
  const mfis = done(await world.call('GET', '/api/mfi/all'));
  expect(mfis.map((mfi: { collection: string }) => mfi.collection)).toEqual(['trust', 'expected', 'trust']);
  const awaited = await ask('/api/mfi/awaited?sort=payBy&');
  const due = awaited.map(({ name, amountDue }: { name: string; amountDue: number }) => [name, amountDue]);
  expect(due.toSorted()).toEqual([
    ['Ana Pereira', 5],
    ['Farida Chowdhury', 30],
    ['Priya Sharma', 20],
    ['Tahmina Rahman', 25],
  ]);
});

test('its first statement is half booked: of what is open one line is sure, two may be right and one is a stranger’s', async () => {
  const lines = await ask('/api/mfi/lines?');
  const told = lines.map(({ state, match }: { state: string; match: { how: string; rule: string } }) => [
    state,
    match.how,
    match.rule,
  ]);
  expect(told).toEqual([
    ['booked', 'automatic', 'reference'],
    ['booked', 'automatic', 'reference'],
    ['open', 'automatic', 'reference'],
    ['open', 'suggested', 'corrected'],
    ['open', 'none', 'unknown'],
    ['open', 'suggested', 'fee_words'],
  ]);
});

test('the books agree with every document (R24.6)', async () => {
  expect(await listViolations(world.db)).toEqual([]);
});
