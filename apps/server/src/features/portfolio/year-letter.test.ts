import { expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import type { Person } from '../../test/world.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';

const world = useWorld();
const { newLoan, decide, repay, back, edit, setStatus, withdraw, moveWithdrawal } = useLoans(world);

const letter = async (as: Person, year?: number) =>
  done(await world.call('GET', `/api/borrow/yearLetter${year ? `?year=${year}` : ''}`, { as }));
const at = (instant: string): void => {
  world.now = new Date(instant);
};

test('a letter tells a backer what was lent, came back and is still out, year by year', async () => {
  world.now = NOW;
  const [first, second] = [await world.newPerson(), await world.newPerson()];
  const loan = await newLoan({ status: 5, backings: [60, 40], backers: [first, second] });
  at('2026-05-01T00:00:00Z');
  await repay(loan, 50);
  at('2027-02-01T00:00:00Z');
  await repay(loan, 30);
  const other = await newLoan();
  done(await back(other, first, 20));
  expect(await letter(first, 2026)).toMatchObject({
    from: '2026-01-01',
    to: '2026-12-31',
    years: [2027, 2026],
    openingCredit: 0,
    closingCredit: 30,
    paidIn: 60,
    lent: [{ proposalId: loan.id, mfiName: 'ROI', lent: 60, cameBack: 30, forgiven: 0, lost: 0, stillOut: 30 }],
    borrowed: [],
  });
  expect(await letter(first)).toMatchObject({
    year: 2027,
    to: '2027-02-01',
    openingCredit: 30,
    closingCredit: 28,
    lent: [
      { proposalId: loan.id, lent: 0, cameBack: 18, stillOut: 12 },
      { proposalId: other.id, lent: 20, cameBack: 0, stillOut: 20 },
    ],
  });
  expect((await letter(second, 2025)).lent).toEqual([]);
});

test('a letter tells a borrower what was sent, repaid and is still owed', async () => {
  world.now = NOW;
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  at('2026-02-02T06:00:00Z');
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX 1' }));
  at('2026-06-01T00:00:00Z');
  await repay(loan, 25);
  at('2027-01-01T00:00:00Z');
  await repay(loan, 10);
  const own = { proposalId: loan.id, mfiName: 'ROI' };
  expect(await letter(loan.owner, 2026)).toMatchObject({
    lent: [],
    borrowed: [{ ...own, received: 100, repaid: 25, outstanding: 75 }],
  });
  expect((await letter(loan.owner)).borrowed).toEqual([
    expect.objectContaining({ ...own, received: 0, repaid: 10, outstanding: 65 }),
  ]);
});

test('a letter counts what was given back with its loan as not lent, and a year that is none is refused', async () => {
  world.now = NOW;
  const backer = await world.newPerson();
  const loan = await newLoan({ status: 3, backers: [backer] });
  const body = { reason: 'needs_detail', note: 'Which market?' };
  done(await world.call('POST', `/api/mfi/returnProposal?mfiId=3&proposalId=${loan.id}`, { as: loan.officer, body }));
  expect((await letter(backer)).lent).toEqual([]);
  expect(refusal(await world.call('GET', '/api/borrow/yearLetter?year=12', { as: backer }))).toBe(
    '422 invalid_request',
  );
});

test('R5.3: a letter counts a backing of an earlier year that ended as ended in this one, and what was lent anew as lent', async () => {
  at('2026-12-20T06:30:00Z');
  const backer = await world.newPerson();
  const loan = await newLoan({ status: 3, form: { startDate: '2027-03-01' }, backers: [backer], backings: [25] });
  const sums = { lent: 0, cameBack: 0, ended: 0, forgiven: 0, lost: 0, stillOut: 0 };
  const before = [{ ...sums, proposalId: loan.id, lent: 25, stillOut: 25 }];
  at('2027-01-10T06:30:00Z');
  expect((await letter(backer, 2026)).lent).toMatchObject(before);
  done(await decide('returnProposal', loan));
  expect((await letter(backer, 2027)).lent).toMatchObject([{ ...sums, ended: 25 }]);
  done(await edit(loan, loan.owner, { startDate: '2027-04-01' }));
  done(await setStatus(loan, loan.owner, 2));
  done(await back(loan, backer, 60));
  expect((await letter(backer, 2027)).lent).toMatchObject([{ ...sums, lent: 60, ended: 25, stillOut: 60 }]);
  expect((await letter(backer, 2026)).lent).toMatchObject(before);
});

test('R31.1: a letter counts a backing of an earlier year that its backer took back as ended in this one', async () => {
  at('2026-12-31T23:30:00Z');
  const backer = await world.newPerson();
  const loan = await newLoan({ status: 3, form: { startDate: '2027-03-01' }, backers: [backer], backings: [25] });
  at('2027-01-01T00:10:00Z');
  const investment = await world.db
    .selectFrom('investments')
    .select('id')
    .where('investorId', '=', backer.id)
    .executeTakeFirstOrThrow();
  const body = { proposalId: loan.id, id: String(investment.id) };
  done(await world.call('POST', '/api/borrow/cancelBacking', { as: backer, body }));
  expect((await letter(backer, 2027)).lent).toMatchObject([{ lent: 0, ended: 25, cameBack: 0, stillOut: 0 }]);
  expect((await letter(backer, 2026)).lent).toMatchObject([{ lent: 25, ended: 0, stillOut: 25 }]);
});

test('R30.1: a letter counts a cent that a forgiving frees as money that came back, and as nothing that its reader gave up', async () => {
  world.now = NOW;
  const loan = await newLoan({ status: 5, form: { amount: 15 }, backings: [5, 5, 5] });
  await repay(loan, 1.25);
  const [first, giver] = loan.backers as [Person, Person];
  await proveNow(world, giver);
  done(await world.call('POST', '/api/borrow/forgive', { as: giver, body: { proposalId: loan.id } }));
  const sums = { lent: 5, lost: 0 };
  expect((await letter(first)).lent).toMatchObject([{ ...sums, cameBack: 0.42, forgiven: 0, stillOut: 4.58 }]);
  expect((await letter(giver)).lent).toMatchObject([{ ...sums, cameBack: 0.41, forgiven: 4.59, stillOut: 0 }]);
});

test('R9.5, R29.3: a letter counts no freed cent as lost, and what is recovered as lost no more', async () => {
  world.now = NOW;
  const loan = await newLoan({ status: 5, form: { amount: 15 }, backings: [5, 5, 5] });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX 2' }));
  await repay(loan, 1.24);
  const other = await world.newPerson({ staffOf: [ROI] });
  const query = `proposalId=${loan.id}`;
  at('2026-11-01T06:30:00Z');
  await lookForDefaults(world.outside);
  const body = { reason: 'Gone', cause: 'fraud' };
  done(await world.call('POST', `/api/mfi/default?${query}`, { as: loan.officer, body }));
  at('2027-01-10T06:30:00Z');
  done(await world.call('POST', `/api/mfi/writeOff?${query}`, { as: loan.officer, body: { reason: 'Gone' } }));
  done(await world.call('PATCH', `/api/mfi/writeOff?${query}`, { as: other, body: { state: 'approved' } }));
  const cents = (dollars: number) => Math.round(dollars * 100);
  /** The cents that each backer lost in the year of the write-off: with what came back they are what was out before. */
  const sums = () =>
    Promise.all(
      loan.backers.map(async (as) => {
        const [before] = (await letter(as, 2026)).lent;
        const [{ cameBack, lost, stillOut }] = (await letter(as, 2027)).lent;
        expect([cents(cameBack + lost), stillOut]).toEqual([cents(before.stillOut), 0]);
        return cents(lost);
      }),
    );
  const total = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);
  expect(total(await sums())).toBe(1376);
  await repay(loan, 3);
  // A cent that does not divide waits in the rounding account (R22.9).
  expect(total(await sums())).toBe(1077);
});
