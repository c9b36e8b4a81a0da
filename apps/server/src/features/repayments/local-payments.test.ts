import { vectorOf } from '@sathi/domain/test/money-stories.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';

const world = useWorld();
const { newLoan, decidePayment, pay } = useLoans(world);
const { setRate, enterLocal, repayLocal, page } = useLocalMoney(world);

afterEach(() => {
  world.now = NOW;
});

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
