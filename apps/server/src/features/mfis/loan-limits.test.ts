import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { create, newLoan, setStatus, edit, find, repay } = useLoans(world);
const { heard } = useBells(world);

const URL = `/api/mfi/loanLimits?mfiId=${ROI}`;
const DAY_MS = 86_400_000;
const set = (as: Person, body: object) => world.call('PATCH', URL, { as, body });
const limitsOf = async (as: Person) => done(await world.call('GET', URL, { as }));
const NONE = { minimum: null, maximum: null, firstLoan: null, growthPercent: null };

afterEach(async () => {
  done(await set(await world.newPerson({ staffOf: [ROI] }), NONE));
});

test('without limits the specification alone holds', async () => {
  const person = await world.newPerson();
  expect(await limitsOf(person)).toEqual({ ...NONE, own: { maximum: null, reason: null }, local: null });
  expect((await create(person, { amount: 100_000_000 })).status).toBe(201);
});

test('a first loan is bounded when it becomes public, beside the amount and in words; a draft may be anything', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  done(await set(manager, { minimum: 10, firstLoan: 200, maximum: 1000, growthPercent: 150 }));
  const person = await world.newPerson();
  expect((await limitsOf(person)).own).toEqual({ maximum: 200, reason: 'first_loan' });
  const answer = await create(person, { amount: 200.01 });
  expect(refusal(answer)).toBe('422 amount_above_limit');
  const sentence = 'A first loan at ROI can be up to $200. Repaid on time, it opens the way to a larger one.';
  expect(answer.body).toMatchObject({ detail: sentence, errors: [{ path: 'amount', message: sentence }] });
  expect(answer.body.maximumAmount).toBe(200);
  const small = await create(person, { amount: 9.99 });
  expect(refusal(small)).toBe('422 amount_below_limit');
  expect(small.body).toMatchObject({ detail: 'The smallest loan at ROI is $10.', minimumAmount: 10 });

  const draft = done(await create(person, { amount: 500, status: 1 }));
  expect(refusal(await setStatus(draft, person, 2))).toBe('422 amount_above_limit');
  done(await edit(draft, person, { amount: 200 }));
  done(await setStatus(draft, person, 2));
  expect(refusal(await edit(draft, person, { amount: 201 }))).toBe('422 amount_above_limit');
  expect(done(await find(draft)).amount).toBe(200);
  done(await edit(draft, person, { amount: 150 }));
});

test('a public proposal from before a limit is edited in its words, not to another amount outside', async () => {
  const loan = await newLoan({ form: { amount: 500 } });
  done(await set(loan.officer, { firstLoan: 200 }));
  done(await edit(loan, loan.owner, { title: 'A better machine', amount: 500 }));
  expect(refusal(await edit(loan, loan.owner, { amount: 499 }))).toBe('422 amount_above_limit');
});

test('a loan repaid on time lets the next one grow up to the most, and one that is late now holds it', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  done(await set(manager, { firstLoan: 50, maximum: 140, growthPercent: 150 }));
  const owner = await world.newPerson();
  const form = { amount: 40, monthsToRepay: 1 };
  const first = await newLoan({ owner, status: 5, form });
  await repay(first, 40);
  expect((await limitsOf(owner)).own).toEqual({ maximum: 60, reason: 'history' });
  const second = await newLoan({ owner, status: 5, form: { ...form, amount: 60 } });
  await repay(second, 60);
  expect((await limitsOf(owner)).own).toEqual({ maximum: 90, reason: 'history' });
  const third = await newLoan({ owner, status: 5, form: { ...form, amount: 90 } });
  world.now = new Date(world.now.getTime() + 40 * DAY_MS);
  expect((await limitsOf(owner)).own).toEqual({ maximum: 60, reason: 'history' });
  expect(refusal(await create(owner, { amount: 61 }))).toBe('422 amount_above_limit');
  await repay(third, 90);
  expect((await limitsOf(owner)).own).toEqual({ maximum: 90, reason: 'history' });
});

test('managers alone set limits, in their order, and all staff hear of a change', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const other = await world.newPerson({ staffOf: [ROI] });
  expect(refusal(await set(await world.newPerson(), { maximum: 5 }))).toBe('403 not_permitted');
  const before = (await heard(other)).length;
  expect(done(await set(manager, { minimum: 10, maximum: 100 }))).toMatchObject({ minimum: 10, maximum: 100 });
  expect(await heard(other)).toHaveLength(before + 1);
  done(await set(manager, { maximum: 100 }));
  expect(await heard(other)).toHaveLength(before + 1);
  for (const body of [{ maximum: 9 }, { firstLoan: 101 }, { minimum: 101 }]) {
    const answer = await set(manager, body);
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['maximum']);
  }
  expect(refusal(await set(manager, { growthPercent: 99 }))).toBe('422 invalid_request');
  expect(refusal(await set(manager, { minimum: 0.5 }))).toBe('422 invalid_request');
});
