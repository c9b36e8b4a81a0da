import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { payInAccount } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { heard } = useBells(world);

const URL = '/api/mfi/moneySettings?mfiId=3';
const change = (as: Person, body: object) => world.call('PATCH', URL, { as, body });

test('an institution trusts its payers, and knows dollars alone, until a manager says otherwise (R19.1, R23.1)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  expect(done(await world.call('GET', URL, { as: manager }))).toEqual({
    collection: 'trust',
    payoutStepUp: false,
    isPayoutStepUpFixed: false,
    fourEyesFrom: null,
    payDays: 7,
    lapseGraceDays: 3,
    unpaidLimit: 500,
    autoBook: false,
    localMoney: false,
    localCurrency: null,
    localUnit: '1.00',
    fundingDays: 30,
    firstDueAfterMonths: 1,
    lateGraceDays: 3,
    approveBeforeBacking: false,
    releaseOnApproval: false,
  });
  expect(done(await world.call('GET', '/api/mfi?name=ROI'))).toMatchObject({
    collection: 'trust',
    localCurrency: null,
  });
});

test('a manager changes them, and all staff hear once of each kind of change', async () => {
  const [manager, officer] = [
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI], role: 'officer' }),
  ];
  const body = {
    payDays: 14,
    lapseGraceDays: 0,
    unpaidLimit: 250.5,
    autoBook: true,
    localCurrency: 'INR',
    localUnit: '0.5',
    localMoney: true,
  };
  expect(done(await change(manager, body))).toMatchObject({ ...body, localUnit: '0.50' });
  expect(await heard(officer)).toEqual(Array.from({ length: 3 }, () => 'settings_changed null'));
  done(await change(manager, body));
  expect(await heard(officer)).toHaveLength(3);
  expect(done(await world.call('GET', '/api/mfi?name=ROI')).localCurrency).toBe('INR');
  expect(refusal(await change(officer, { payDays: 3 }))).toBe('403 not_permitted');
});

test.each([
  { payDays: 0 },
  { payDays: 15 },
  { payDays: 2.5 },
  { lapseGraceDays: -1 },
  { lapseGraceDays: 8 },
  { unpaidLimit: 0.99 },
  { localUnit: '0' },
  { localUnit: '1000.01' },
  { localUnit: 1 },
  { localCurrency: 'USD' },
  { localCurrency: 'taka' },
  { collection: 'often' },
  { localMoney: true, localCurrency: null },
])('%j is out of range', async (body) => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const { status, body: problem } = await change(manager, body);
  const paths = problem.errors.map(({ path }: { path: string }) => path);
  expect([status, paths]).toEqual([422, [Object.keys(body).at(-1)]]);
});

test('an institution that is not named is missing, and no fault', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  for (const mfiId of ['', 'null', '1e3']) {
    const { status, body } = await world.call('PATCH', `/api/mfi/moneySettings?mfiId=${mfiId}`, {
      as: manager,
      body: {},
    });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ['mfiId']]);
  }
});

test('the currency stays while local money is on (R23.1)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  done(await change(manager, { localMoney: true, localCurrency: 'INR' }));
  expect(refusal(await change(manager, { localCurrency: null }))).toBe('422 invalid_request');
  done(await change(manager, { localMoney: false, localCurrency: null }));
});

test('an institution turns to awaiting money once, for ever, and with an account to pay in by (R19.2, R25.1)', async () => {
  const { newLoan, back } = useLoans(world);
  const [manager, officer] = [
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI], role: 'officer' }),
  ];
  const loan = await newLoan({ status: 3, officer: manager });
  const repaid = await newLoan({ status: 6, officer: manager, form: { amount: 40 } });
  const turn = (body: object = {}) => change(manager, { collection: 'expected', ...body });
  expect(refusal(await change(officer, { collection: 'expected' }))).toBe('403 not_permitted');
  expect(refusal(await turn())).toBe('409 no_pay_in_account');
  const waiting = { approvedBy: null, approvedAt: null };
  await payInAccount(world, manager, waiting);
  await payInAccount(world, manager, { forPayIn: false });
  expect(refusal(await turn())).toBe('409 no_pay_in_account');
  await payInAccount(world, manager);
  expect(done(await change(manager, { collection: 'trust' })).collection).toBe('trust');
  expect(refusal(await turn({ payoutStepUp: false }))).toBe('409 step_up_needed_here');
  const before = (await heard(officer)).length;
  expect(done(await turn())).toMatchObject({ collection: 'expected', payoutStepUp: true, isPayoutStepUpFixed: true });
  expect((await heard(officer)).length - before).toBe(2);
  expect(done(await turn({ payDays: 5 }))).toMatchObject({ collection: 'expected', payDays: 5 });
  expect(refusal(await change(manager, { collection: 'trust' }))).toBe('409 one_way');
  expect(refusal(await change(manager, { payoutStepUp: false }))).toBe('409 step_up_needed_here');

  expect(done(await world.call('GET', '/api/mfi?name=ROI')).collection).toBe('expected');
  const credits = async (as?: Person) =>
    done(await world.call('GET', '/api/borrow/portfolio', { as: as as Person })).credits;
  expect(await credits(repaid.backers[0])).toMatchObject([{ mfiId: '3', amount: 40 }]);
  const [backer] = loan.backers as [Person];
  expect(done(await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as: backer })).awaitedAmount).toBe(0);
  expect(done(await back(loan, backer, 10)).order).toMatchObject({ amountDue: 10, payBy: '2026-02-05' });
});

test('ten requests at once turn it once, and move each credit once (R24.8)', async () => {
  const manager = await world.newPerson({ staffOf: [DCBS] });
  const { newLoan } = useLoans(world);
  const repaid = await newLoan({ status: 6, officer: manager, mfiId: DCBS, form: { amount: 40 } });
  await payInAccount(world, manager, { mfiId: DCBS });
  const send = { as: manager, body: { collection: 'expected' } };
  const url = `/api/mfi/moneySettings?mfiId=${DCBS}`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.call('PATCH', url, send)));
  for (const answer of answers) expect(done(answer).collection).toBe('expected');
  const { rows } = await sql`select from users where is_institution and first_name = 'DCBS'`.execute(world.db);
  expect(rows).toHaveLength(2);
  const { credits } = done(await world.call('GET', '/api/borrow/portfolio', { as: repaid.backers[0] as Person }));
  expect(credits).toMatchObject([{ mfiId: String(DCBS), amount: 40 }]);
});
