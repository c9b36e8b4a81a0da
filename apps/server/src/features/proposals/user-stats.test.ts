import { expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);

const statsOf = async (as: Person) => {
  const [one, two] = await Promise.all(
    ['stats/', 'userStats'].map((path) => world.call('GET', `/api/borrow/${path}`, { as })),
  );
  expect(one?.body).toEqual(two?.body);
  return done(one as never);
};

test('R11.2: funded and repaid of my loans in 5 and 6', async () => {
  const owner = await world.newPerson();
  for (const status of [1, 2, 3, 4] as const) await newLoan({ owner, status });
  expect(await statsOf(owner)).toEqual({
    funded: { amount: 0 },
    paid: 0,
    active: { amount: 0 },
    pasive: { amount: 0 },
    sums: { funded: [], paid: [] },
  });
  const funded = await newLoan({ owner, status: 5 });
  await newLoan({ owner, status: 6, form: { amount: 20.02 } });
  await repay(funded, 0.99);
  expect(await statsOf(owner)).toMatchObject({
    funded: { amount: 120.02 },
    paid: 21.01,
    sums: { funded: [{ amount: '120.02', currency: 'USD' }], paid: [{ amount: '21.01', currency: 'USD' }] },
  });
});

test('R11.2: my investments that are still out, and the part that came back as credit', async () => {
  const backer = await world.newPerson();
  const invest = async (loan: Loan, amount: number) => done(await back(loan, backer, amount));
  const [locked, returned, shared] = [await newLoan(), await newLoan(), await newLoan()];
  await invest(locked, 10);
  await invest(returned, 20);
  await invest(shared, 30);
  await invest(shared, 3.33);
  expect(await statsOf(backer)).toMatchObject({ active: { amount: 0 }, pasive: { amount: 63.33 } });

  done(await decide('returnProposal', returned));
  expect(await statsOf(backer)).toMatchObject({ pasive: { amount: 43.33 } });
  const other = await world.newPerson();
  done(await back(shared, other, 66.67));
  done(await decide('approveProposal', shared));
  done(await decide('releaseFunds', shared));
  await repay(shared, 10);
  // R9.1: a third of ten dollars, rounded down.
  expect(await statsOf(backer)).toMatchObject({ active: { amount: 3.33 }, pasive: { amount: 43.33 } });
  await repay(shared, 90);
  expect(await statsOf(backer)).toMatchObject({ active: { amount: 33.33 }, pasive: { amount: 43.33 } });
});

test('R6.7: only the person themselves reads their figures', async () => {
  const [me, other] = [await world.newPerson(), await world.newPerson()];
  for (const path of ['stats/', 'userStats']) {
    const ask = (query: string) => world.call('GET', `/api/borrow/${path}?${query}`, { as: me });
    for (const own of [`userId=${me.id}`, `username=${me.subject}`, `username=${encodeURIComponent(me.phone)}`]) {
      expect((await ask(own)).status).toBe(200);
    }
    for (const query of [
      `userId=${other.id}`,
      `userId=${me.id}&userId=${other.id}`,
      `username=${other.subject}`,
      `username=${encodeURIComponent(other.phone)}`,
      'userAddress=0x1',
      'address=0x1',
    ]) {
      expect(refusal(await ask(query))).toBe('403 not_permitted');
    }
  }
});
