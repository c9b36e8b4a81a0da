import { beforeEach, expect, test } from 'vitest';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type OpenTill, useTills } from '../../test/tills.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { open, results, change, find, cash, sum } = useTills(world, 'USD');

let officer: Person;
let other: Person;
let third: Person;
beforeEach(async () => {
  officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  other = await world.newPerson({ staffOf: [ROI] });
  third = await world.newPerson({ staffOf: [ROI] });
});

/** The till of a round whose phone was without a network when a manager closed it, and the till of the next day. */
async function twoTills(inOld: (till: OpenTill) => Promise<number>): Promise<{ old: OpenTill; next: OpenTill }> {
  const old = await open(officer, '0.00');
  const held = await inOld(old);
  done(await change(old, 'closed', other, `${held}.00`, 'He is on an island'));
  return { old, next: await open(officer, '0.00', '2026-02-01') };
}
const payments = async (loan: Loan) =>
  done(await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.officer })) as any[];

test('R22.5 cash that its closed till did not get goes into the next one, under the receipt that was given', async () => {
  const loan = await newLoan({ status: 5 });
  const { old, next } = await twoTills(async (till) => {
    await results(till, [await cash(loan, 1, '5.00')]);
    return 5;
  });
  done(await change(old, 'received', third, '5.00'));
  const late = await cash(loan, 3, '4.00');
  expect((await results(old, [late]))[0]).toMatchObject({ result: 'till_closed' });
  expect(await find(old)).toMatchObject({ missing: [], later: [] });

  const own = await cash(loan, 3, '2.00', { clientId: 'own' });
  const answers = await results(next, [own, { ...late, numberedBy: old.id }]);
  expect(answers.map(({ result, receipt }) => [result, receipt?.number])).toEqual([
    ['taken', `ROI-${next.number}-003`],
    ['taken', `ROI-${old.number}-003`],
  ]);
  expect((await results(next, [{ ...late, numberedBy: old.id }]))[0]).toEqual(answers[1]);
  expect((await results(old, [late]))[0]).toEqual(answers[1]);
  expect(await find(old)).toMatchObject({ missing: [2], later: [{ number: 3, till: next.number }] });
  expect(await find(next)).toMatchObject({ missing: [1, 2], expected: { amount: '6.00' }, later: [] });
  expect((await find(next)).entries.map(({ numberedBy }: any) => numberedBy)).toEqual([
    null,
    { id: old.id, number: old.number },
  ]);

  done(await change(next, 'closed', officer, '6.00'));
  expect(done(await change(next, 'received', other, '6.00'))).toMatchObject({ approved: 2, left: [] });
  const counted = (await payments(loan)).map(({ amount, state, paidOn }) => `${amount} ${state} ${paidOn}`);
  expect(counted.toSorted()).toEqual([2, 4, 5].map((amount) => `${amount} approved 2026-01-31`));
  expect(done(await world.call('GET', `/api/receipts/${answers[1].receipt.code}`))).toMatchObject({
    number: `ROI-${old.number}-003`,
    state: 'confirmed',
    paidOn: '2026-01-31',
  });
});

test('R22.6 late cash names a closed till of its own officer and a number that nobody used there', async () => {
  const loan = await newLoan({ status: 5 });
  const { old, next } = await twoTills(async (till) => {
    await results(till, [await cash(loan, 1, '5.00')]);
    return 5;
  });
  const strange = await open(other, '0.00');
  const named = async (number: number, numberedBy: string, clientId: string) =>
    cash(loan, number, '1.00', { clientId, numberedBy });
  const entries = [
    await named(1, old.id, 'used'),
    await named(2, strange.id, 'strange'),
    await named(2, '999999', 'unknown'),
    await named(2, next.id, 'same'),
  ];
  const answers = await results(next, entries);
  expect(answers.map(({ result }) => result)).toEqual(['number_used', 'not_permitted', 'not_found', 'taken']);
  expect((await find(next)).mayClose).toBe(false);
  const openOfOwn = await open(officer, '0.00', '2026-02-02');
  const [refused] = await results(openOfOwn, [await named(9, next.id, 'open')]);
  expect(refused.result).toBe('wrong_status');

  // Entered anew under the next number of its new till, and handed back.
  const again = await results(next, [
    await cash(loan, 3, '1.00', { clientId: 'used' }),
    { clientId: 'strange', number: 2, numberedBy: old.id, returned: { signedBy: 'Rahima' } },
    { clientId: 'unknown', number: 4, returned: { signedBy: 'Rahima' } },
  ]);
  expect(again.map(({ result }) => result)).toEqual(['taken', 'taken', 'taken']);
  expect(await find(old)).toMatchObject({ missing: [], later: [{ number: 2, till: next.number }] });
  expect((await find(next)).mayClose).toBe(true);
});

test('R22.5 refused late cash of a number holds the till until it is settled, whatever the till numbers itself', async () => {
  const loan = await newLoan({ status: 5 });
  const { old, next } = await twoTills(async () => 0);
  const wrong = { ...(await cash(loan, 1, '1.00')), loanReference: 'RF00 2000 0000', numberedBy: old.id };
  const own = await cash(loan, 1, '2.00', { clientId: 'own' });
  const answers = await results(next, [wrong, own]);
  expect(answers.map(({ result }) => result)).toEqual(['unknown_reference', 'taken']);
  expect((await find(next)).mayClose).toBe(false);
  expect(refusal(await change(next, 'closed', officer, '2.00'))).toBe('409 wrong_status');
  const { clientId } = wrong;
  expect((await results(next, [await cash(loan, 1, '1.00', { clientId, numberedBy: old.id })]))[0].result).toBe(
    'taken',
  );
  expect((await find(next)).mayClose).toBe(true);
});

test('R22.5 late cash that two tills get at once is taken once', async () => {
  const loan = await newLoan({ status: 5 });
  const { old, next } = await twoTills(async () => 0);
  const another = await open(officer, '0.00', '2026-02-02');
  const late = { ...(await cash(loan, 1, '3.00')), numberedBy: old.id };
  const answers = (await Promise.all([next, another, next, another].map((till) => results(till, [late])))).flat();
  expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1);
  expect((await payments(loan)).length).toBe(1);
});

test('R22.10 late cash of a backer is collected on the day it was given and booked with its new till', async () => {
  await expectMoney(world, ROI);
  const loan = await newLoan({ form: { amount: 40 } });
  const backer = await world.newPerson();
  const body = { proposalId: loan.id, amount: 15 };
  const { order } = done(await world.call('POST', '/api/borrow/backProposal', { as: backer, body }));
  const { old, next } = await twoTills(async () => 0);
  const receipt = { personReference: order.reference, localAmount: sum('15.00'), paidOn: '2026-01-31' };
  const [taken] = await results(next, [{ clientId: 'late', number: 1, numberedBy: old.id, ...receipt }]);
  expect(taken).toMatchObject({ result: 'taken', receipt: { number: `ROI-${old.number}-001` } });
  done(await change(next, 'closed', officer, '15.00'));
  done(await change(next, 'received', other, '15.00'));
  const [booked] = done(await world.call('GET', '/api/money/receipts', { as: backer })) as any[];
  expect(booked).toMatchObject({ amount: 15, receivedOn: '2026-01-31', state: 'booked', toCredit: 0 });
});
