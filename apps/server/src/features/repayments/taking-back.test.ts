import { expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { runJobs } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, decidePayment, find, balance } = useLoans(world);
const { heard } = useBells(world);

const payments = (loan: { id: string }, as: Person) =>
  world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as });
const takeBack = (loan: Parameters<typeof decidePayment>[1], id: string, as: Person) =>
  decidePayment('takeBackPayment', loan, id, { as });

test('R10.1: who entered a payment takes it back while it waits, and it counts nowhere', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await pay(loan, 30));
  expect(done(await takeBack(loan, id, loan.owner))).toMatchObject({
    id,
    state: 'rejected',
    reason: 'withdrawn',
    mayTakeBack: false,
    decidedAt: world.now.toISOString(),
    proposal: { status: 5, outstandingAmount: 100 },
  });
  expect(await balance('suspense', { loan })).toBe(0);
  expect(await balance('world', { user: loan.owner })).toBe(0);
  expect(done(await find(loan))).toMatchObject({ pendingAmount: 0, outstandingAmount: 100 });
  expect(refusal(await takeBack(loan, id, loan.owner))).toBe('409 already_decided');
});

test('R10.1: the reason of a rejected payment is for the owner and staff, not for backers', async () => {
  const loan = await newLoan({ status: 5 });
  done(await decidePayment('rejectPayment', loan, done(await pay(loan, 10)).id));
  const readers = [loan.owner, loan.officer, loan.backers[0] as Person];
  const reasons = await Promise.all(readers.map(async (as) => done(await payments(loan, as))[0].reason));
  expect(reasons).toEqual(['No money came', 'No money came', null]);
});

test('R22.1: the own reference of a payment that was taken back is free again', async () => {
  const loan = await newLoan({ status: 5 });
  const body = { proposalId: loan.id, amount: 10, channel: 'bank', reference: 'TRX 4711' };
  const enter = () => world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body });
  const { id } = done(await enter());
  expect(refusal(await enter())).toBe('409 reference_used');
  done(await takeBack(loan, id, loan.owner));
  expect((await enter()).status).toBe(201);
});

test('R10.1: only who entered it takes a payment back: not the owner what staff entered, nor staff the owner’s', async () => {
  const loan = await newLoan({ status: 5 });
  const own = done(await pay(loan, 10));
  const ofStaff = done(await pay(loan, 20, { as: loan.officer }));
  expect([own.mayTakeBack, ofStaff.mayTakeBack]).toEqual([true, true]);
  const rows = async (as: Person) =>
    done(await payments(loan, as)).map(({ id, mayTakeBack }: { id: string; mayTakeBack: boolean }) => [
      id,
      mayTakeBack,
    ]);
  expect(await rows(loan.owner)).toEqual([
    [ofStaff.id, false],
    [own.id, true],
  ]);
  expect(await rows(loan.backers[0] as Person)).toEqual([
    [ofStaff.id, false],
    [own.id, false],
  ]);
  expect(refusal(await takeBack(loan, ofStaff.id, loan.owner))).toBe('403 not_permitted');
  expect(refusal(await takeBack(loan, own.id, loan.officer))).toBe('403 not_permitted');
  expect(refusal(await takeBack(loan, '987654321', loan.officer))).toBe('404 not_found');
  expect(refusal(await takeBack(loan, '987654321', loan.backers[0] as Person))).toBe('403 not_permitted');
  expect(done(await takeBack(loan, ofStaff.id, loan.officer))).toMatchObject({
    state: 'rejected',
    reason: 'withdrawn',
  });
});

test('R10.1: an approved payment is taken back by nobody who entered it, and nobody is told that money is missing', async () => {
  const loan = await newLoan({ status: 5 });
  const approved = done(await pay(loan, 10)).id;
  done(await decidePayment('approvePayment', loan, approved));
  expect(refusal(await takeBack(loan, approved, loan.owner))).toBe('409 already_approved');
  done(await takeBack(loan, done(await pay(loan, 5)).id, loan.owner));
  await runJobs(world);
  expect(await heard(loan.owner)).toContain('payment_approved 10');
  expect((await heard(loan.owner)).join()).not.toContain('payment_rejected');
});
