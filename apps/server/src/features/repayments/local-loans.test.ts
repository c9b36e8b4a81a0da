import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';

const world = useWorld();
const { newLoan, create, edit, back, decide, withdraw, moveWithdrawal } = useLoans(world);
const { setRate, setLocalMoney, repayLocal, page } = useLocalMoney(world);

afterEach(() => {
  world.now = NOW;
});
const DAY_MS = 86_400_000;

describe('R23.3: asking in local money', () => {
  const ask = async (fields: object) => create(await world.newPerson(), { mfiId: String(ROI), ...fields });
  const local = { amount: undefined, localAmount: taka('12235.00') };

  test('a borrower asks in it, and the dollars follow from the rate of the day', async () => {
    const owner = await world.newPerson();
    const asked = done(await create(owner, { mfiId: String(ROI), ...local }));
    expect(asked).toMatchObject({ amount: 100, localAmount: taka('12235.00') });
    expect(await page(asked, owner)).toMatchObject({ amount: 100, localAmount: taka('12235.00'), local: null });
    expect(await page(asked, null)).toMatchObject({ amount: 100, localAmount: null });
    // Rounded down to the cent.
    const less = done(await edit(asked, owner, { localAmount: taka('12234.99') }));
    expect(less).toMatchObject({ amount: 99.99, localAmount: taka('12234.99') });
    expect(done(await edit(asked, owner, { amount: 90 }))).toMatchObject({ amount: 90, localAmount: null });
    expect(await page(asked, owner)).toMatchObject({ amount: 90, localAmount: null });
  });

  test.each([
    ['both sums', { localAmount: taka('12235.00') }, '422 invalid_request'],
    ['no sum', { amount: undefined }, '422 invalid_request'],
    ['less than a dollar', { ...local, localAmount: taka('122.34') }, '422 invalid_request'],
    ['another currency', { ...local, localAmount: { amount: '12235.00', currency: 'INR' } }, '422 wrong_currency'],
  ])('a proposal with %s is refused', async (_, fields, code) => {
    expect(refusal(await ask(fields))).toBe(code);
  });

  test('limits are told in it before a sum is typed, and in the refusal beside it (R23.7)', async () => {
    const manager = await world.newPerson({ staffOf: [ROI] });
    const URL = `/api/mfi/loanLimits?mfiId=${ROI}`;
    const set = async (body: object) => done(await world.call('PATCH', URL, { as: manager, body }));
    await set({ minimum: 10, firstLoan: 200 });
    const owner = await world.newPerson();
    const bounds = { minimum: taka('1223.50'), maximum: taka('24470.00') };
    expect(done(await world.call('GET', URL, { as: owner })).local).toEqual(bounds);
    const asked = (amount: string) =>
      create(owner, { mfiId: String(ROI), amount: undefined, localAmount: taka(amount) });
    const above = await asked('24475.00');
    expect(refusal(above)).toBe('422 amount_above_limit');
    expect(above.body).toMatchObject({
      detail: expect.stringContaining('A first loan at ROI can be up to BDT 24,470.00.'),
      errors: [{ path: 'amount' }],
      maximumAmount: 200,
    });
    const below = await asked('1223.49');
    expect(below.body).toMatchObject({ detail: 'The smallest loan at ROI is BDT 1,223.50.', minimumAmount: 10 });
    done(await asked('24470.00'));
    const inDollars = await create(owner, { mfiId: String(ROI), amount: 201 });
    expect(inDollars.body.detail).toContain('up to $200.');
    world.now = new Date(NOW.getTime() + 40 * DAY_MS);
    expect(done(await world.call('GET', URL, { as: owner })).local).toBe(null);
    await set({ minimum: null, firstLoan: null });
  });

  test('an institution without local money, and a day without a rate, refuse it', async () => {
    world.now = new Date(NOW.getTime() + 40 * DAY_MS);
    expect(refusal(await ask(local))).toBe('409 rate_too_old');
    await setLocalMoney(false);
    expect(refusal(await ask(local))).toBe('422 local_money_off');
    expect(done(await ask({}))).toMatchObject({ amount: 100, localAmount: null });
  });
});

describe('R23.4: the release fixes the rate', () => {
  test('the payout and each instalment are local money for life, for owner and staff alone', async () => {
    const loan = await newLoan({ status: 5 });
    await setRate(130, '2026-02-01');
    const [backer] = loan.backers as [Person];
    const read = await page(loan, loan.owner);
    const fixed = { currency: 'BDT', amount: '12235.00', rate: '122.35', rateOn: '2026-01-25' };
    expect(read).toMatchObject({ local: fixed, localOutstanding: taka('12245.00') });
    expect(read.schedule[0].local).toEqual({ amount: '1020.00', paid: '0.00' });
    expect(read.schedule[11].local).toEqual({ amount: '1025.00', paid: '0.00' });
    expect((await page(loan, loan.officer)).local).toEqual(fixed);
    expect(await page(loan, backer)).toMatchObject({ local: null, localOutstanding: null, localAmount: null });
    expect((await page(loan, backer)).schedule[0].local).toBeNull();
  });

  test('no money is released on a day without a rate; what would go out by itself waits for the office', async () => {
    const loan = await newLoan({ status: 4, isApproved: true });
    await world.db.updateTable('mfis').set({ releaseOnApproval: true }).where('id', '=', ROI).execute();
    const waiting = await newLoan({ status: 3, isApproved: true });
    await world.db.deleteFrom('moneyRates').execute();
    expect(refusal(await decide('releaseFunds', loan))).toBe('409 rate_too_old');
    const answer = done(await back(waiting, await world.newPerson(), 60));
    expect(answer.proposal.status).toBe(4);
    expect((await page(waiting, null)).status).toBe(4);
    await setRate(122.35);
    expect(done(await decide('releaseFunds', waiting)).status).toBe(5);
    await world.db.updateTable('mfis').set({ releaseOnApproval: false }).where('id', '=', ROI).execute();
  });

  test('a loan released before stays in dollars (R23.1)', async () => {
    await setLocalMoney(false);
    const loan = await newLoan({ status: 5 });
    await setLocalMoney(true);
    expect(await page(loan, loan.owner)).toMatchObject({ local: null, localOutstanding: null });
  });

  test('the withdrawal names the local sum, and its rate leaves staff nothing to say', async () => {
    const loan = await newLoan({ status: 5 });
    const asked = done(await withdraw(loan));
    expect(asked).toMatchObject({ amount: 100, local: taka('12235.00') });
    const sent = { state: 'sent', reference: 'TX-1' };
    expect(refusal(await moveWithdrawal(asked.id, loan.officer, { ...sent, localAmount: taka('1.00') }))).toBe(
      '422 invalid_request',
    );
    expect(done(await moveWithdrawal(asked.id, loan.officer, sent)).local).toEqual(taka('12235.00'));
  });

  const paidMinorOf = async (id: string) =>
    (
      await world.db
        .selectFrom('withdrawals')
        .select('paidMinor')
        .where('id', '=', Number(id) as never)
        .executeTakeFirstOrThrow()
    ).paidMinor;

  test('an account in its money pays the sum of its release without a rate of the day (R25.3)', async () => {
    const loan = await newLoan({ status: 5 });
    const asked = done(await withdraw(loan));
    await world.db.deleteFrom('moneyRates').execute();
    const { accountId } = await openDesk(world, ROI, loan.officer, 'BDT');
    const third = await openDesk(world, ROI, loan.officer, 'USD');
    await sql`update money_accounts set currency = 'INR' where id = ${third.accountId}`.execute(world.db);
    const sent = { state: 'sent', reference: 'TX-3', accountId };
    const send = (body: object) => moveWithdrawal(asked.id, loan.officer, body);
    expect(refusal(await send({ ...sent, accountId: third.accountId }))).toBe('422 wrong_currency');
    done(await send(sent));
    expect(await paidMinorOf(asked.id)).toBe(1_223_500);
  });

  test('an account pays what staff say they sent for a loan in dollars (R25.3)', async () => {
    await setLocalMoney(false);
    const loan = await newLoan({ status: 5 });
    const asked = done(await withdraw(loan));
    const { accountId } = await openDesk(world, ROI, loan.officer, 'BDT');
    const sent = { state: 'sent', reference: 'TX-4', accountId, localAmount: taka('12200.00') };
    done(await moveWithdrawal(asked.id, loan.officer, sent));
    expect(await paidMinorOf(asked.id)).toBe(1_220_000);
  });

  test('a sum of nothing is not taken as sent, with or without an account (R25.3)', async () => {
    await setLocalMoney(false);
    const loan = await newLoan({ status: 5 });
    const asked = done(await withdraw(loan));
    const { accountId } = await openDesk(world, ROI, loan.officer, 'BDT');
    const sent = { state: 'sent', reference: 'TX-5', localAmount: taka('0.00') };
    for (const body of [sent, { ...sent, accountId }]) {
      const answer = await moveWithdrawal(asked.id, loan.officer, body);
      expect([refusal(answer), answer.body.errors]).toMatchObject([
        '422 amount_not_positive',
        [{ path: 'localAmount' }],
      ]);
    }
  });

  test('staff say what they sent for a loan in dollars', async () => {
    await setLocalMoney(false);
    const loan = await newLoan({ status: 5 });
    const asked = done(await withdraw(loan));
    const sent = { state: 'sent', reference: 'TX-2', localAmount: { amount: '8391.75', currency: 'INR' } };
    expect(refusal(await moveWithdrawal(asked.id, loan.officer, sent))).toBe('422 wrong_currency');
    const right = { ...sent, localAmount: taka('12200.00') };
    expect(done(await moveWithdrawal(asked.id, loan.officer, right)).local).toEqual(taka('12200.00'));
  });
});

test('the audit names a loan whose local plan and dollars disagree (R24.6)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '1020.00');
  const seen = async (text: string) => {
    let violations: string[] = [];
    const undo = new Error('undone');
    const work = world.db.transaction().execute(async (tx) => {
      await sql.raw(text).execute(tx);
      violations = (await listViolations(tx)).map(({ violation }) => violation);
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    return violations;
  };
  const disagree = 'the local plan and the dollars of a loan disagree on whether it is paid';
  expect(await seen(`update payments set counted_minor = 1224500 where proposal_id = ${loan.id}`)).toContain(disagree);
  expect(
    await seen(`update proposals set repaid_cents = funded_cents, repaid_at = now() where id = ${loan.id}`),
  ).toContain(disagree);
  expect(await seen(`update payments set counted_minor = null where proposal_id = ${loan.id}`)).toContain(
    'a payment counts for nothing in the plan of its loan',
  );
});
