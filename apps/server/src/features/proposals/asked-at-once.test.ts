import { beforeAll, expect, test } from 'vitest';
import { useInvitations } from '../../test/invitations.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, create, back, repay } = useLoans(world);
const { invite, setEmail } = useInvitations(world);

const OWN = '/api/borrow/proposalsByUserAddress';
const PATHS = [
  OWN,
  `${OWN}?limit=1`,
  `${OWN}?limit=2&sort=amount`,
  `${OWN}?status=1`,
  `${OWN}?search=goat`,
  '/api/borrow/stats/',
  '/api/borrow/userStats',
  '/api/borrow/invitations',
];

/** Each has other loans, figures and invitations than the next, and some have none. */
const people: Person[] = [];

beforeAll(async () => {
  for (let number = 0; number < 12; number += 1) people.push(await world.newPerson({ firstName: `Person ${number}` }));
  const [backer, last] = people.slice(-2) as [Person, Person];
  for (const [number, owner] of people.slice(0, 10).entries()) {
    const form = (what: string) => ({ title: `${what} of person ${number}`, amount: 100 + number });
    for (let more = 0; more < number % 4; more += 1) done(await create(owner, form(`A goat ${more}`)));
    if (number % 3 === 0) done(await create(owner, { ...form('A draft'), status: 1 }));
    if (number % 5 !== 1) continue;
    const loan = await newLoan({ owner, status: 5, form: form('A sewing machine') });
    await repay(loan, 1 + number);
  }
  for (const number of [3, 5]) {
    const loan = await newLoan({ form: { title: `For person ${number}`, amount: 100 } });
    await setEmail(people[number] as Person, `asked${number}@example.org`, true);
    done(await invite(loan.owner, loan.id, [`asked${number}@example.org`]));
    done(await back(loan, number === 3 ? backer : last, number));
  }
});

const ask = async (as: Person, path: string) => (await world.call('GET', path, { as })).body;

test('people who ask at once are each answered what they are answered alone', async () => {
  const asked = people.flatMap((as) => PATHS.map((path) => ({ as, path })));
  const alone: unknown[] = [];
  for (const { as, path } of asked) alone.push(await ask(as, path));
  for (const path of PATHS) {
    const answers = alone.filter((_, index) => asked[index]?.path === path).map((answer) => JSON.stringify(answer));
    expect(new Set(answers).size, path).toBeGreaterThan(2);
  }
  // The questions are asked in another order, and half of them twice, as from two windows.
  const questions = [...asked.keys(), ...asked.keys().filter((index) => index % 2 === 0)].toReversed();
  const atOnce = await Promise.all(questions.map((index) => ask(asked[index]!.as, asked[index]!.path)));
  expect(atOnce).toEqual(questions.map((index) => alone[index]));
});

test('people who ask at once read their own titles and no other', async () => {
  const answers = await Promise.all(people.map((as) => ask(as, OWN)));
  for (const [number, { data }] of answers.entries()) {
    for (const card of data)
      expect(card).toMatchObject({ userId: String(people[number]?.id), title: expect.any(String) });
    const titles = data.map((card: { title: string }) => card.title).join();
    for (const [, of] of titles.matchAll(/of person (\d+)/g)) expect(Number(of)).toBe(number);
  }
  expect(answers.map(({ data }) => data.length)).toEqual([1, 2, 2, 4, 0, 1, 4, 3, 0, 2, 0, 0]);
});

test('pages of many people who read on at once have each loan once and in order', async () => {
  const readAll = async (as: Person): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, nextCursor } = await ask(as, `${OWN}?limit=1&sort=amount&cursor=${cursor}`);
      seen.push(...data.map(({ id }: { id: string }) => id));
      if (nextCursor === null) return seen;
      cursor = nextCursor;
    }
  };
  const pages = await Promise.all(people.map(readAll));
  const whole = await Promise.all(people.map((as) => ask(as, `${OWN}?sort=amount`)));
  expect(pages).toEqual(whole.map(({ data }) => data.map(({ id }: { id: string }) => id)));
});

test('a bent cursor is refused to its reader alone', async () => {
  const [bent, good] = await Promise.all([
    world.call('GET', `${OWN}?cursor=bent`, { as: people[0] as Person }),
    world.call('GET', OWN, { as: people[1] as Person }),
  ]);
  expect([bent.status, good.status]).toEqual([422, 200]);
});

test('a new loan is in the list of its owner while others are being answered', async () => {
  const owner = await world.newPerson();
  for (let count = 1; count <= 5; count += 1) {
    const others = people.map((as) => ask(as, OWN));
    done(await create(owner, { title: `Number ${count}` }));
    const { data } = await ask(owner, OWN);
    expect(data).toHaveLength(count);
    await Promise.all(others);
  }
});
