import { afterEach, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const loans = useLoans(world);
const { newLoan, decidePayment } = loans;
const { enterLocal, repayLocal, page, setLocalMoney } = useLocalMoney(world);
const { bell, choose, emailOf, sentTo } = useBells(world);

const read = async (as: Person, address: string) => done(await world.call('GET', address, { as }));
const ofLoan = (what: string, { id }: Loan) => `/api/borrow/${what}?proposalId=${id}`;
const USD = (amount: string) => ({ amount, currency: 'USD' });

afterEach(() => {
  world.now = NOW;
});

test('owner and staff read what was paid and waits of a loan in its money, backers in dollars (R23.7)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '1020.00');
  done(await enterLocal(loan, '510.00'));
  const inLoan = { localPaid: taka('1020.00'), localPending: taka('510.00'), localOutstanding: taka('11225.00') };
  for (const as of [loan.owner, loan.officer]) {
    expect(await page(loan, as)).toMatchObject(inLoan);
    const moved = await read(as, ofLoan('transactions', loan));
    expect(moved.map(({ purpose, local }: any) => [purpose, local])).toEqual([
      ['repayment', taka('1020.00')],
      ['backing', null],
    ]);
    const events = await read(as, ofLoan('history', loan));
    const ofPayments = events.filter(({ kind }: any) => kind.startsWith('payment_'));
    expect(ofPayments.map(({ kind, local }: any) => `${kind} ${local.amount}`).toSorted()).toEqual([
      'payment_approved 1020.00',
      'payment_entered 1020.00',
      'payment_entered 510.00',
    ]);
  }
  const [backer] = loan.backers as [Person];
  expect(await page(loan, backer)).toMatchObject({ localPaid: null, localPending: null, localOutstanding: null });
  const moved = await read(backer, ofLoan('transactions', loan));
  expect(moved.map(({ local }: any) => local)).toEqual([null, null]);
});

test('the list of payments has the money of the loan for owner and staff, and dollars for backers (R23.7)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '1020.00');
  const sumsFor = async (as: Person) =>
    (await read(as, ofLoan('proposalPayments', loan))).map(({ amount, local }: any) => [amount, local]);
  for (const as of [loan.owner, loan.officer]) expect(await sumsFor(as)).toEqual([[8.33, taka('1020.00')]]);
  expect(await sumsFor(loan.backers[0] as Person)).toEqual([[8.33, null]]);
});

test('the calendar names what an instalment asks for in the money of the loan, to backers dollars (R23.7)', async () => {
  const loan = await newLoan({ status: 5 });
  await repayLocal(loan, '1020.00');
  await repayLocal(loan, '510.00');
  const firstTwo = async (as: Person) => {
    const headers = { authorization: `Bearer ${as.token}` };
    const { body } = await world.app.inject({
      method: 'GET',
      url: `/api/borrow/calendar.ics?proposalId=${loan.id}`,
      headers,
    });
    return [...body.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*): A sewing machine/gm)]
      .slice(0, 2)
      .map(([, sum = '']) => sum.replaceAll('\\,', ','));
  };
  expect(await firstTwo(loan.owner)).toEqual(['Pay BDT 1,020.00', 'Pay BDT 510.00']);
  expect(await firstTwo(loan.officer)).toEqual(['BDT 1,020.00 expected', 'BDT 510.00 expected']);
  expect(await firstTwo(loan.backers[0] as Person)).toEqual(['$8.33 expected', '$4.17 expected']);
});

test('sums over several loans keep each money by itself, local money first (R23.7)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const owner = await world.newPerson();
  await setLocalMoney(false);
  await newLoan({ status: 5, officer, owner, form: { amount: 12 } });
  await setLocalMoney(true);
  const loan = await newLoan({ status: 5, officer, owner });
  await repayLocal(loan, '1020.00');
  expect((await read(owner, '/api/borrow/userStats')).sums).toEqual({
    funded: [taka('12235.00'), USD('12.00')],
    paid: [taka('1020.00'), USD('0.00')],
  });
  const { active } = await read(officer, '/api/mfi/stats?mfiId=3');
  for (const sums of [active.sums.amount, active.sums.balance]) {
    expect(sums.map(({ currency }: any) => currency)).toEqual(['BDT', 'USD']);
  }
  const { sums } = await read(officer, '/api/mfi/portfolio?mfiId=3');
  expect(sums.map(({ currency }: any) => currency)).toEqual(['BDT', 'USD']);
  const { loans: known } = await read(officer, `/api/mfi/person?mfiId=3&id=${owner.id}`);
  expect(known.map(({ local, localOutstanding }: any) => [local, localOutstanding])).toEqual([
    [taka('12235.00'), taka('11225.00')],
    [null, null],
  ]);
});

test('the files of the office have the local sums of loans and payments, beside their dollars (R23.7)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5, officer });
  await repayLocal(loan, '1020.00');
  const rowOf = async (what: string, begin: string) => {
    const file = await world.call('GET', `/api/mfi/export?mfiId=3&what=${what}`, { as: officer });
    return String(file.body)
      .split(/\r?\n/)
      .find((row) => row.startsWith(begin));
  };
  expect(await rowOf('loans', `${loan.id},`)).toMatch(/,12235,11225,"BDT","no"$/);
  const [payment] = await read(officer, ofLoan('proposalPayments', loan));
  expect(await rowOf('payments', `${payment.id},`)).toMatch(/,1020,"BDT","no","","",""$/);
});

test('the sheet of a round tells what waits of a local loan in its money (R22.5, R23.7)', async () => {
  const loan = await newLoan({ status: 5 });
  world.now = new Date('2026-03-25T08:00:00Z');
  done(await enterLocal(loan, '510.00', { paidOn: '2026-02-01' }));
  const sheet = await read(loan.officer, '/api/mfi/collectionSheet?mfiId=3&date=2026-03-31');
  const row = sheet.find(({ proposalId }: any) => proposalId === loan.id);
  expect(row).toMatchObject({ waiting: 4.16, localWaiting: taka('510.00') });
});

test('bell, mail and SMS name the local sum to owner and staff, and dollars to backers (R23.7)', async () => {
  world.sent.length = 0;
  const loan = await newLoan({ status: 5 });
  await runJobs(world);
  const [backer] = loan.backers as [Person];
  const textsTo = async (person: Person) => {
    const email = await emailOf(person);
    return world.sent.filter(({ to }) => to === email).map(({ text }) => text);
  };
  expect(await textsTo(loan.owner)).toContainEqual(expect.stringContaining('has released BDT 12,235.00'));
  for (const text of await textsTo(backer)) expect(text).not.toContain('BDT');
  await choose(loan.officer, 'payment_entered', { sms: true });
  await choose(loan.owner, 'payment_approved', { sms: true });
  const { id } = done(await enterLocal(loan, '1020.00'));
  await runJobs(world);
  done(await decidePayment('approvePayment', loan, id));
  await runJobs(world);
  expect(await sentTo(loan.officer)).toContain('sms Sathi: A payment of BDT 1,020.00 waits for your approval.');
  expect(await sentTo(loan.owner)).toContain('sms Sathi: Your payment of BDT 1,020.00 was received.');
  expect(await textsTo(loan.owner)).toContainEqual(expect.stringContaining('BDT 11,225.00 are left to repay.'));
  for (const text of await textsTo(backer)) expect(text).not.toContain('BDT');
  const told = async (person: Person, kind: string) =>
    (await bell(person)).data.find((row: { kind: string }) => row.kind === kind).local;
  expect(await told(loan.owner, 'payment_approved')).toEqual(taka('1020.00'));
  expect(await told(loan.officer, 'payment_entered')).toEqual(taka('1020.00'));
  expect(await told(backer, 'payment_approved')).toBeNull();
});
