import { afterEach, expect, test } from 'vitest';
import { rateAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, find } = useLoans(world);

const sheet = (as: Person, query = '') => world.call('GET', `/api/mfi/collectionSheet?mfiId=3${query}`, { as });
const assign = (loan: Loan, body: object, as: Person = loan.officer) =>
  world.call('PATCH', `/api/mfi/loans?proposalId=${loan.id}`, { as, body });
const rowOf = (answer: { body: any }, loan: Loan) =>
  answer.body.data.find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);

afterEach(async () => {
  world.now = NOW;
  await world.db.updateTable('mfis').set({ localCurrency: null }).where('id', '=', ROI).execute();
});

test('a sheet tells what is due until its day and what is overdue, by officer and area (R22.5)', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 12 } });
  const other = await newLoan({ status: 5, form: { amount: 24 } });
  expect(done(await assign(loan, { officerId: loan.officer.id, area: ' Gosaba  market ' }))).toEqual({
    id: loan.id,
    officerId: String(loan.officer.id),
    area: 'Gosaba market',
  });
  expect(done(await assign(loan, { area: 'Gosaba' }))).toMatchObject({ officerId: String(loan.officer.id) });
  expect(rowOf(await sheet(loan.officer), loan)).toBeUndefined();

  world.now = new Date('2026-03-25T08:00:00Z');
  done(await pay(loan, 0.25));
  const [first, second] = ['2026-03-25', '2026-03-31'];
  expect(rowOf(await sheet(loan.officer, `&date=${first}`), loan)).toMatchObject({
    loanReference: expect.stringMatching(/^RF\d{2}2\d{7}$/),
    borrower: 'Rahima Khatun',
    area: 'Gosaba',
    due: 0,
    overdue: 1,
    waiting: 0.25,
    local: { amount: '1.00', currency: 'USD' },
  });
  expect(rowOf(await sheet(loan.officer, `&date=${second}`), loan)).toMatchObject({ due: 1, overdue: 1 });

  const own = await sheet(loan.officer, `&date=${first}&officerId=${loan.officer.id}`);
  expect(own.body).toMatchObject({ data: [{ proposalId: loan.id }], sums: [{ currency: 'USD', amount: '1.00' }] });
  const there = await sheet(loan.officer, `&date=${first}&area=gosaba`);
  expect([rowOf(there, loan) !== undefined, rowOf(there, other)]).toEqual([true, undefined]);
  expect(refusal(await assign(loan, {}))).toBe('422 invalid_request');
});

test('R22.5: the officer and the area of a loan stand on its page for the staff alone', async () => {
  const loan = await newLoan({ status: 5 });
  const leaver = await world.newPerson({ staffOf: [ROI] });
  const officerId = String(leaver.id);
  expect(done(await find(loan, loan.officer))).toMatchObject({ officerId: null, area: null });
  done(await assign(loan, { officerId, area: 'Gosaba' }));
  expect(done(await find(loan, loan.officer))).toMatchObject({ officerId, area: 'Gosaba' });
  for (const as of [loan.owner, loan.backers[0] as Person, null]) {
    expect(done(await find(loan, as))).toMatchObject({ officerId: null, area: null });
  }
  await world.db.deleteFrom('mfiStaff').where('userId', '=', leaver.id).execute();
  expect(done(await find(loan, loan.officer))).toMatchObject({ officerId: null, area: 'Gosaba' });
});

test('a sheet asks in the money of the institution, and in none with a rate that is too old (R23.2)', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 12 } });
  world.now = new Date('2026-03-25T08:00:00Z');
  const inr = { localCurrency: 'INR', localUnitMinor: 100 as never } as const;
  await world.db.updateTable('mfis').set(inr).where('id', '=', ROI).execute();
  expect(rowOf(await sheet(loan.officer), loan)).toMatchObject({ overdue: 1, local: null });
  await rateAtRoi(world, loan.officer, '2026-03-20', 83_350_000);
  expect(rowOf(await sheet(loan.officer), loan)).toMatchObject({ local: { amount: '84.00', currency: 'INR' } });
});

test('a sheet is a CSV file in which nobody plants a formula', async () => {
  const owner = await world.newPerson({ firstName: '=HYPERLINK("x")', lastName: 'Khatun' });
  const loan = await newLoan({ status: 5, owner, form: { amount: 12 } });
  world.now = new Date('2026-03-25T08:00:00Z');
  const file = await sheet(loan.officer, '&format=csv');
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain(`"'=HYPERLINK(""x"") Khatun"`);
  expect(file.body).toMatch(/"loan_reference","borrower"/);
});
