import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { erasePerson } from '../own-data/closing.repository.ts';

const world = useWorld();
const { newLoan, repay } = useLoans(world);

const PROMISE = { way: 'call', outcome: 'promised', promisedOn: '2026-03-20', note: 'After the market day.' };
const record = (loan: Loan, body: object = PROMISE, as = loan.officer) =>
  world.call('POST', `/api/mfi/contact?mfiId=${ROI}&proposalId=${loan.id}`, { as, body });
const contactsOf = (loan: Loan, as = loan.officer) =>
  world.call('GET', `/api/mfi/contacts?mfiId=${ROI}&proposalId=${loan.id}`, { as });
/** The row of the loan in the queue of its office. */
async function lateRow(loan: Loan) {
  const { late } = done(await world.call('GET', `/api/mfi/portfolio?mfiId=${ROI}`, { as: loan.officer }));
  return late.entries.find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
}
const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};

let officer: Person;
beforeEach(async () => {
  world.now = NOW;
  officer = await world.newPerson({ firstName: 'Nadia', lastName: 'Karim', staffOf: [ROI] });
});
/** Due on 28 February. */
const running = () => newLoan({ status: 5, officer });

describe('R27.3: staff record how they were in touch with a borrower', () => {
  test('with way, outcome, promised day and a note, newest first', async () => {
    const loan = await running();
    onDay('2026-03-10');
    done(await record(loan, { way: 'visit', outcome: 'unreachable' }));
    onDay('2026-03-12');
    expect(done(await record(loan))).toMatchObject(PROMISE);
    expect(done(await contactsOf(loan))).toMatchObject([
      { ...PROMISE, byName: 'Nadia Karim', at: '2026-03-12T06:30:00.000Z' },
      { way: 'visit', outcome: 'unreachable', promisedOn: null, note: '' },
    ]);
  });

  test('the borrower, backers and staff of another institution neither read nor write it', async () => {
    const loan = await running();
    done(await record(loan));
    const [backer] = loan.backers as [Person];
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    for (const as of [loan.owner, backer, elsewhere]) {
      expect(refusal(await record(loan, PROMISE, as))).toBe('403 not_permitted');
      expect(refusal(await contactsOf(loan, as))).toBe('403 not_permitted');
    }
    const page = await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as: loan.owner });
    expect(JSON.stringify(page.body)).not.toContain('market day');
  });

  test.each([
    ['a promise without a day', { promisedOn: undefined }],
    ['a promise for a day that is over', { promisedOn: '2026-03-09' }],
    ['a day without a promise', { outcome: 'hardship' }],
    ['a note that is too long', { note: 'x'.repeat(501) }],
    ['an outcome that is none', { outcome: 'paid' }],
  ])('%s is refused', async (_, values) => {
    const loan = await running();
    onDay('2026-03-10');
    expect(refusal(await record(loan, { ...PROMISE, ...values }))).toBe('422 invalid_request');
    expect(done(await contactsOf(loan))).toEqual([]);
  });

  test('not before the money goes out, and not after all is repaid, when it stays to be read', async () => {
    const open = await newLoan({ status: 4, officer });
    expect(refusal(await record(open))).toBe('409 wrong_status');
    const loan = await running();
    done(await record(loan));
    await repay(loan, 100);
    expect(refusal(await record(loan))).toBe('409 wrong_status');
    expect(done(await contactsOf(loan))).toHaveLength(1);
  });
});

describe('R27.3: the queue of late loans says whom to call, what was said last and the next step', () => {
  test('from the first contact to a promise that is not kept', async () => {
    const loan = await running();
    done(await record(loan, { way: 'message', outcome: 'other' }));
    onDay('2026-03-10');
    expect(await lateRow(loan)).toMatchObject({
      phone: loan.owner.phone,
      daysLate: 10,
      nextStep: 'first_contact',
      lastContact: { way: 'message', outcome: 'other' },
    });
    done(await record(loan));
    expect(await lateRow(loan)).toMatchObject({
      nextStep: 'await_promise',
      lastContact: { way: 'call', outcome: 'promised', promisedOn: '2026-03-20' },
    });
    onDay('2026-03-20');
    expect((await lateRow(loan)).nextStep).toBe('await_promise');
    onDay('2026-03-21');
    expect((await lateRow(loan)).nextStep).toBe('promise_broken');
    done(await record(loan, { way: 'visit', outcome: 'hardship' }));
    expect((await lateRow(loan)).nextStep).toBe('find_way');
  });

  test('the longest late first, and of them the largest', async () => {
    const small = await newLoan({ status: 5, officer, form: { amount: 50 } });
    const large = await running();
    onDay('2026-03-10');
    const { late } = done(await world.call('GET', `/api/mfi/portfolio?mfiId=${ROI}`, { as: officer }));
    const order = late.entries.map(({ proposalId }: { proposalId: string }) => proposalId);
    expect(order.indexOf(large.id)).toBeLessThan(order.indexOf(small.id));
    const rank = ({ daysLate, amount }: { daysLate: number; amount: number }) => daysLate * 1e9 + amount;
    expect(late.entries.map(rank)).toEqual(
      late.entries.map(rank).toSorted((one: number, other: number) => other - one),
    );
  });
});

test('a former member with a running loan has no phone in the office, on no list (R13.4, R27.3)', async () => {
  const loan = await running();
  onDay('2026-03-31');
  await world.db.insertInto('payoutStops').values({ userId: loan.owner.id, stoppedAt: world.now }).execute();
  const { id: userId, subject } = loan.owner;
  await transaction(world.db, (tx) => erasePerson(tx, { userId, subject }, world.now));
  expect(await lateRow(loan)).toMatchObject({ userName: 'Former member', phone: '' });
  const ask = async (path: string) => done(await world.call('GET', `/api/mfi/${path}?mfiId=${ROI}`, { as: officer }));
  const row = (await ask('collectionSheet')).find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
  expect(row).toMatchObject({ borrower: 'Former member', phone: '' });
  expect(await ask('payouts/stopped')).toMatchObject([{ personId: String(userId), phone: '' }]);
});
