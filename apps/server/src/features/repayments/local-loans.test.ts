import { vectorOf } from '@sathi/domain/test/money-stories.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, create, edit, find, back, decide, decidePayment, pay, withdraw, moveWithdrawal } = useLoans(world);

type Vector = {
  readonly payments: readonly {
    readonly local: number;
    readonly dayRateMicros: number;
    readonly cents: number;
    readonly overLocal: number;
    readonly repaidCents: number;
  }[];
  readonly plan: readonly { readonly local: number }[];
};

const DAY_MS = 86_400_000;
const taka = (minor: number | string) => ({
  amount: typeof minor === 'string' ? minor : (minor / 100).toFixed(2),
  currency: 'BDT',
});

/** From that day on; the first one, of the vectors, is 122.35. */
async function setRate(perUsd: number, validFrom = '2026-01-25'): Promise<void> {
  const { id } = await world.newPerson();
  const by = { enteredBy: id, enteredAt: world.now, decidedBy: id, decidedAt: world.now, state: 'approved' as const };
  const rate = { mfiId: ROI, currency: 'BDT' as const, validFrom, source: 'Bangladesh Bank', reason: '', ...by };
  const rateMillionths = Math.round(perUsd * 1_000_000) as never;
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, rateMillionths })
    .execute();
}
const setLocalMoney = (localMoney: boolean) =>
  world.db.updateTable('mfis').set({ localMoney, localCurrency: 'BDT' }).where('id', '=', ROI).execute();

const enterLocal = (loan: Loan, minor: number | string, facts: object = {}) =>
  pay(loan, undefined, { body: { proposalId: loan.id, localAmount: taka(minor), ...facts } });
async function repayLocal(loan: Loan, minor: number | string, facts: object = {}) {
  const entered = done(await enterLocal(loan, minor, facts));
  return done(await decidePayment('approvePayment', loan, entered.id));
}
const page = async (loan: Pick<Loan, 'id'>, as: Person | null) => done(await find(loan, as));

beforeEach(async () => {
  await setLocalMoney(true);
  await setRate(122.35);
});
afterEach(async () => {
  world.now = NOW;
  await setLocalMoney(false);
  await world.db.deleteFrom('moneyRates').execute();
});

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

describe('R23.5: paying by the local plan', () => {
  test('each payment is worth what vector V14 says, and the last of them ends the loan', async () => {
    const vector = vectorOf<Vector>('V14');
    const loan = await newLoan({ status: 5 });
    for (const [index, payment] of vector.payments.entries()) {
      const paidOn = new Date(NOW.getTime() + (index + 1) * DAY_MS).toISOString().slice(0, 10);
      world.now = new Date(NOW.getTime() + (index + 2) * DAY_MS);
      await setRate(payment.dayRateMicros / 1_000_000, paidOn);
      const minor = payment.local - payment.overLocal;
      if (payment.overLocal > 0) {
        const refused = await enterLocal(loan, payment.local, { paidOn });
        expect(refusal(refused)).toBe('422 amount_above_outstanding');
        expect(refused.body.detail).toContain('BDT 1,025.00');
      }
      const paid = await repayLocal(loan, minor, { paidOn });
      const gain = Math.floor((minor * 1_000_000) / payment.dayRateMicros) - payment.cents;
      expect(paid).toMatchObject({ amount: payment.cents / 100, local: taka(minor), gain: gain / 100 });
      expect((await page(loan, loan.owner)).paidAmount).toBe(payment.repaidCents / 100);
    }
    const read = await page(loan, loan.owner);
    expect(read).toMatchObject({ status: 6, outstandingAmount: 0, localOutstanding: taka('0.00') });
    expect(read.schedule.map(({ local }: any) => local)).toEqual(
      vector.plan.map(({ local }) => ({ amount: taka(local).amount, paid: taka(local).amount })),
    );
  });

  test('halves make a whole, one after another and both at once', async () => {
    const loan = await newLoan({ status: 5 });
    const [first, second] = [await enterLocal(loan, '510.00'), await enterLocal(loan, '510.00')];
    expect([done(first).amount, done(second).amount]).toEqual([4.16, 4.17]);
    done(await decidePayment('approvePayment', loan, done(second).id));
    expect((await page(loan, loan.owner)).schedule[0].local).toEqual({ amount: '1020.00', paid: '510.00' });
    done(await decidePayment('approvePayment', loan, done(first).id));
    expect((await page(loan, loan.owner)).schedule[0]).toMatchObject({ state: 'paid', paidAmount: 8.33 });
  });

  test('less than a cent is refused, and a rate is not waited for (R23.2)', async () => {
    const loan = await newLoan({ status: 5 });
    expect(refusal(await enterLocal(loan, '1.00'))).toBe('422 amount_not_positive');
    await world.db.deleteFrom('moneyRates').execute();
    expect(await repayLocal(loan, '1020.00')).toMatchObject({ amount: 8.33, gain: null });
  });

  test('dollars count as the least local money of that worth, so that all of them pay all (R23.8)', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = done(await pay(loan, 4.16));
    done(await decidePayment('approvePayment', loan, id));
    const read = await page(loan, loan.owner);
    expect(read.schedule[0].local.paid).toBe('509.39');
    const rest = done(await pay(loan, 95.84));
    done(await decidePayment('approvePayment', loan, rest.id));
    expect(await page(loan, loan.owner)).toMatchObject({ status: 6, localOutstanding: taka('0.00') });
  });

  test('a payment that is taken back opens its local money again', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = await repayLocal(loan, '1530.00');
    const other = await world.newPerson({ staffOf: [ROI] });
    const address = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', address, { as: other, body: { reason: 'Bounced' } }));
    expect((await page(loan, loan.owner)).localOutstanding).toEqual(taka('12245.00'));
  });

  test('ten payments at once share the plan without a cent more than it (R18.5)', async () => {
    const loan = await newLoan({ status: 5 });
    const answers = await Promise.all(Array.from({ length: 13 }, () => enterLocal(loan, '1020.00')));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(12);
    const sum = taken.reduce((cents, answer) => cents + Math.round(done(answer).amount * 100), 0);
    // The last instalment asks for 5 taka more.
    expect(sum).toBe(11 * 833 + 832);
  });
});

test('the next payment asks for its open local money, whatever the rate is today (R23.4)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '510.00');
  await world.db.deleteFrom('moneyRates').execute();
  const asked = done(await world.call('GET', `/api/borrow/howToPay?proposalId=${loan.id}`, { as: loan.owner }));
  expect(asked).toMatchObject({ amountDue: 4.17, local: taka('510.00') });
});

test('a collection sheet asks for the open local money until its day, whatever the rate is today (R22.5, R23.4)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '510.00');
  await world.db.deleteFrom('moneyRates').execute();
  const sheet = async (date: string) => {
    const rows = done(
      await world.call('GET', `/api/mfi/collectionSheet?mfiId=${ROI}&date=${date}`, { as: loan.officer }),
    );
    return rows.find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
  };
  const [first, second] = (await page(loan, loan.owner)).schedule;
  expect(await sheet(first.dueOn)).toMatchObject({ due: 4.17, local: taka('510.00') });
  const both = 510 + Number(second.local.amount);
  expect((await sheet(second.dueOn)).local).toEqual(taka(both.toFixed(2)));
});

test('the gain of each month is a sum of its documents, for managers (R23.6)', async () => {
  const loan = await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 40 * DAY_MS);
  await setRate(122.35, '2026-03-01');
  await setRate(126, '2026-03-05');
  await repayLocal(loan, '1020.00');
  await repayLocal(loan, '1020.00', { paidOn: '2026-03-04' });
  const as = await world.newPerson({ staffOf: [ROI] });
  const file = await world.call('GET', `/api/mfi/export?mfiId=${ROI}&what=gains`, { as });
  const [head, march] = file.body.split('\r\n') as string[];
  expect(head).toContain('"month","currency","document","count","local","booked_usd","gain_usd"');
  expect(march).toBe('"2026-03","BDT","payment",2,2040,16.66,-0.24');
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
