import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney } from '../../test/expected.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find, pay, withdraw, moveWithdrawal } = useLoans(world);
let officer: Person;
let desk: Awaited<ReturnType<typeof openDesk>>;

beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  desk = await openDesk(world, ROI, officer, 'BDT');
  await world.db.updateTable('mfis').set({ localMoney: true, localCurrency: 'BDT' }).where('id', '=', ROI).execute();
  await setRate('2026-01-25', 122_350_000);
});

async function setRate(validFrom: '2026-01-25' | '2026-01-31', perUsd: number, mfiId = ROI): Promise<void> {
  const by = { enteredBy: officer.id, enteredAt: NOW, decidedBy: officer.id, decidedAt: NOW };
  const rate = { mfiId, currency: 'BDT' as const, validFrom, source: 'Bank', reason: '', ...by };
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, state: 'approved', rateMillionths: perUsd as never })
    .execute();
}

/** A loan of $100, released at 122.35 by the advance of its institution. */
async function localLoan(): Promise<Loan> {
  const loan = await newLoan({ status: 4, isApproved: true });
  const as = await world.newPerson({ staffOf: [ROI] });
  const address = `/api/mfi/releaseFunds?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('POST', address, { as, body: { advance: true } }));
  return loan;
}
/** A loan that was released in dollars, before its institution used local money. */
async function dollarLoan(): Promise<Loan> {
  const settings = (localMoney: boolean) => world.db.updateTable('mfis').set({ localMoney }).where('id', '=', ROI);
  await settings(false).execute();
  const loan = await localLoan();
  await settings(true).execute();
  return loan;
}
const referenceOf = async (loan: Loan): Promise<string> => done(await find(loan, loan.owner)).loanReference;
const paymentsOf = async (loan: Loan) =>
  (await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: officer })).body.data;
async function oneLine(local: number, text: string, day = '260131', isReversal = false) {
  const id = `L${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
  expect((await desk.handIn([{ dollars: local, text, id, isReversal }], { day })).status).toBe(201);
  const [line] = await desk.lines(`&q=${id}`);
  return line as NonNullable<typeof line> & { readonly match: any };
}
const bookedOf = async (id: string) => (await desk.book([{ id }])).body.data.results[0];

test('a line in the money of a loan pays by its local plan (R23.5)', async () => {
  const loan = await localLoan();
  const reference = await referenceOf(loan);
  const half = await oneLine(510, reference);
  expect(half.match).toMatchObject({ how: 'automatic', rule: 'reference', preview: { amount: 4.16 } });
  expect(await bookedOf(half.id)).toMatchObject({ result: 'booked', effects: { amount: 4.16 } });
  const other = await oneLine(510, reference);
  expect(other.match).toMatchObject({ preview: { amount: 4.17 } });
  expect(await bookedOf(other.id)).toMatchObject({ result: 'booked', effects: { amount: 4.17 } });
  const { schedule } = done(await find(loan, officer));
  expect(schedule[0]).toMatchObject({ state: 'paid', local: { amount: '1020.00', paid: '1020.00' } });
});

test('a line in another money than the institution’s is worth a sum that was asked to the paisa (R7.2, R23.9)', async () => {
  const loan = await dollarLoan();
  const settings = (localCurrency: 'BDT' | 'INR', localUnitMinor: number) =>
    world.db.updateTable('mfis').set({ localCurrency, localUnitMinor: localUnitMinor as never });
  await settings('INR', 100_000).where('id', '=', ROI).execute();
  // Whole thousands would have asked 2000.00 for the instalment of $8.33.
  const line = await oneLine(2_000, await referenceOf(loan));
  expect(line.match).toMatchObject({ preview: { amount: 16.34 } });
  await settings('BDT', 100).where('id', '=', ROI).execute();
});

test('local money above the plan is credit of the owner, at the rate of its day (R22.4)', async () => {
  const loan = await localLoan();
  const line = await oneLine(12_345, await referenceOf(loan));
  const effects = { amount: 100.81, toCredit: 0.81 };
  expect(line.match).toMatchObject({ how: 'suggested', rule: 'above_outstanding', preview: effects });
  expect(await bookedOf(line.id)).toMatchObject({ result: 'booked', effects });
  expect(done(await find(loan, officer))).toMatchObject({ status: 6, localOutstanding: { amount: '0.00' } });
  const { rows } = await sql<{ minor: number }>`
    select amount_minor::int as minor from line_parts where line_id = ${Number(line.id)} order by id`.execute(world.db);
  expect(rows.map(({ minor }) => minor)).toEqual([1_224_500, 10_000]);
});

test('an overpaid loan with a rate of its own waits for no other where the rest is given back (R23.2, R22.4)', async () => {
  const bdt = { localMoney: true, localCurrency: 'BDT' } as const;
  await world.db.updateTable('mfis').set(bdt).where('id', '=', DCBS).execute();
  await setRate('2026-01-25', 122_350_000, DCBS);
  const loan = await newLoan({ status: 5, mfiId: DCBS });
  await world.db.deleteFrom('moneyRates').where('mfiId', '=', DCBS).execute();
  const staff = await world.newPerson({ staffOf: [DCBS] });
  const trusting = await openDesk(world, DCBS, staff, 'BDT');
  await trusting.handIn([{ dollars: 12_246, text: done(await find(loan, loan.owner)).loanReference }]);
  const [line] = await trusting.lines();
  const booked = async (more: object) => (await trusting.book([{ id: line?.id, ...more }])).body.data.results[0];
  expect((await booked({})).result).toBe('target_needed');
  expect(await booked({ restAs: 'returned' })).toMatchObject({
    result: 'booked',
    effects: { amount: 100, toCredit: 0 },
  });
  expect(done(await find(loan, staff))).toMatchObject({ status: 6, localOutstanding: { amount: '0.00' } });
  const { rows } = await sql<{ minor: number }>`
    select amount_minor::int as minor from line_parts where line_id = ${Number(line?.id)} order by id`.execute(
    world.db,
  );
  expect(rows.map(({ minor }) => minor)).toEqual([1_224_500, 100]);
});

test('a line approves the payment that waits for it in the same money', async () => {
  const loan = await localLoan();
  const localAmount = { amount: '1020.00', currency: 'BDT' };
  done(await pay(loan, undefined, { body: { proposalId: loan.id, localAmount } }));
  const line = await oneLine(1020, await referenceOf(loan));
  expect(await bookedOf(line.id)).toMatchObject({ result: 'booked', effects: { amount: 8.33 } });
  expect(done(await find(loan, officer))).toMatchObject({ paidAmount: 8.33, pendingAmount: 0 });
});

test.each([false, true])(
  'the gain of a payment is of the value day of its line, and of the day said once taken back (R22.2, R23.6), approved before: %s',
  async (isApproved) => {
    const loan = await localLoan();
    const reference = await referenceOf(loan);
    const body = { proposalId: loan.id, localAmount: { amount: '1020.00', currency: 'BDT' }, paidOn: '2026-01-31' };
    await setRate('2026-01-31', 100_000_000);
    const { id } = done(await pay(loan, undefined, { body }));
    const address = `/api/borrow/approvePayment?proposalId=${loan.id}&id=${id}`;
    if (isApproved) done(await world.call('PATCH', address, { as: officer }));
    const [before] = await paymentsOf(loan);
    expect(before).toMatchObject({ amount: 8.33, gain: 1.87 });
    const line = await oneLine(1020, isApproved ? 'Rahima' : reference, '260130');
    const target = isApproved ? { target: { paymentId: id } } : {};
    expect((await desk.book([{ id: line.id, ...target }])).body.data.results[0].result).toBe('booked');
    expect((await paymentsOf(loan))[0]).toMatchObject({ paidOn: '2026-01-30', gain: 0 });
    done(await desk.undo(line.id));
    expect((await paymentsOf(loan))[0]).toMatchObject({ paidOn: '2026-01-31', gain: 1.87 });
    await world.db.deleteFrom('moneyRates').where('validFrom', '=', '2026-01-31').execute();
  },
);

test('a payment that was counted anew by a new plan counts for as much once its line is taken back (R21.9, R23.8)', async () => {
  const unit = (localUnitMinor: number) =>
    world.db
      .updateTable('mfis')
      .set({ localUnitMinor: localUnitMinor as never })
      .where('id', '=', ROI);
  await unit(10_000).execute();
  const loan = await localLoan();
  const enter = async (amount: string) =>
    done(await pay(loan, undefined, { body: { proposalId: loan.id, localAmount: { amount, currency: 'BDT' } } }));
  expect((await enter('1100.00')).amount).toBe(8.33);
  const plan = { months: 24, firstDueOn: '2026-05-31', reason: 'The flood.' };
  const address = (path: string) => `/api/${path}/plan?proposalId=${loan.id}`;
  const { id } = done(await world.call('POST', address('mfi'), { as: officer, body: plan }));
  const accepted = { as: loan.owner, body: { state: 'accepted' } };
  done(await world.call('PATCH', `${address('borrow')}&id=${id}`, accepted));
  await unit(100).execute();
  const counted = async () => {
    const { rows } = await sql<{ minor: number }>`
      select counted_minor::int as minor from payments
      where proposal_id = ${Number(loan.id)} and state = 'pending'`.execute(world.db);
    return rows.map(({ minor }) => minor);
  };
  expect(await counted()).toEqual([120_145]);
  const line = await oneLine(1100, await referenceOf(loan));
  expect((await bookedOf(line.id)).result).toBe('booked');
  done(await desk.undo(line.id));
  expect(await counted()).toEqual([120_145]);
  expect((await enter('600.00')).amount).toBe(4.16);
});

test('a line sends the local money that a loan fixed at its release, and no other sum (R25.3, R25.4)', async () => {
  const loan = await localLoan();
  const other = await world.newPerson({ staffOf: [ROI] });
  const { id } = done(await withdraw(loan));
  const item = { kind: 'withdrawal', id };
  const batch = done(
    await world.call('POST', desk.at('batches'), { as: officer, body: { accountId: desk.accountId, items: [item] } }),
  );
  const change = async (body: object) => {
    await proveNow(world, other);
    done(await world.call('PATCH', desk.at('batches', `&id=${batch.id}`), { as: other, body }));
  };
  await change({ state: 'approved' });
  const requests = done(await world.call('GET', desk.at('payouts'), { as: officer }));
  const { reference } = requests.find(
    (row: { kind: string; id: string }) => row.kind === 'withdrawal' && row.id === id,
  );
  // The batch says the sum of the request no more.
  await change({ remove: [{ ...item, reason: 'The name differs' }] });
  const less = await oneLine(-12_000, reference);
  const named = { target: { reference } };
  expect((await desk.book([{ id: less.id, ...named }])).body.data.results[0].result).toBe('target_needed');
  const right = await oneLine(-12_235, reference);
  expect((await desk.book([{ id: right.id, ...named }])).body.data.results[0].result).toBe('booked');
});

test('a withdrawal in dollars that was sent by hand without an account is linked with its local debit, and comes back by it (R25.4)', async () => {
  const [loan, other] = [await dollarLoan(), await world.newPerson({ staffOf: [ROI] })];
  const { id } = done(await withdraw(loan));
  const item = { kind: 'withdrawal', id };
  const body = { accountId: desk.accountId, items: [item] };
  const batch = done(await world.call('POST', desk.at('batches'), { as: officer, body }));
  const change = async (step: object) => {
    await proveNow(world, other);
    done(await world.call('PATCH', desk.at('batches', `&id=${batch.id}`), { as: other, body: step }));
  };
  await change({ state: 'approved' });
  const requests = done(await world.call('GET', desk.at('payouts'), { as: officer }));
  const { reference } = requests.find((row: { id: string; kind: string }) => row.kind === item.kind && row.id === id);
  await change({ remove: [{ ...item, reason: 'The bank was closed' }] });
  await proveNow(world, other);
  done(await moveWithdrawal(id, other, { state: 'sent', reference: 'Cheque 7' }));
  const named = { target: { reference } };
  const booked = async (line: { readonly id: string }) =>
    (await desk.book([{ id: line.id, ...named }])).body.data.results[0];
  const nothing = { amount: 0, settled: [], toCredit: 0 };
  expect((await booked(await oneLine(12_000, 'RETURNED', '260131'))).result).toBe('target_needed');
  const debit = await oneLine(-12_000, 'CHEQUE 7');
  expect(await booked(debit)).toMatchObject({ result: 'booked', effects: nothing });
  expect((await booked(await oneLine(-12_000, 'CHEQUE 7 AGAIN'))).result).toBe('wrong_status');
  done(await desk.undo(debit.id));
  expect(await booked(debit)).toMatchObject({ result: 'booked', effects: nothing });
  expect((await booked(await oneLine(12_000.5, 'RETURNED MORE'))).result).toBe('target_needed');
  expect(await booked(await oneLine(12_000, 'RETURNED'))).toMatchObject({ result: 'booked', effects: { amount: 100 } });
});

test('a receipt that bounces at an account in local money shows the dollars that booking it moves (R20.8)', async () => {
  const loan = await newLoan({ officer });
  const { order } = done(await back(loan, await world.newPerson(), 10));
  const line = await oneLine(1_223.5, order.reference);
  await bookedOf(line.id);
  const bounced = await oneLine(-1_223.5, `RETURNED ${order.reference}`, '260131', true);
  expect(bounced.match).toMatchObject({ rule: 'bounced', preview: { amount: -10 } });
  const as = await world.newPerson({ staffOf: [ROI] });
  const [booked] = (await desk.book([{ id: bounced.id }], as)).body.data.results;
  expect(booked).toMatchObject({ result: 'booked', effects: { amount: -10, settled: [], toCredit: 0 } });
});
