import { expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';
import { deleteOutdated } from './retention.jobs.ts';

const world = useWorld();
const { newLoan, find, repay, withdraw, moveWithdrawal } = useLoans(world);

const at = (day: string) => new Date(`${day}T06:30:00.000Z`);
const onDay = (day: string) => void (world.now = at(day));
const keep = ({ id, owner }: Loan, isKept: boolean) =>
  world.call('POST', '/api/users/repaidLoans/keep', { as: owner, body: { proposalId: id, keep: isKept } });
const listed = async ({ owner }: Loan) => done(await world.call('GET', '/api/users/repaidLoans', { as: owner }));

const sendMoney = async (loan: Loan) =>
  done(await moveWithdrawal(done(await withdraw(loan)).id, loan.officer, { state: 'sent', reference: 'B-77' }));

/** Loans of one owner that are written off on 1 October, the first with a place; the last one runs on. */
async function writtenOff(count: number): Promise<Loan[]> {
  const first = await newLoan({ status: 5, form: { place: 'Satkhira' } as object });
  const loans = [first];
  while (loans.length < count) loans.push(await newLoan({ status: 5, owner: first.owner, officer: first.officer }));
  const running = await newLoan({ status: 5, owner: first.owner, officer: first.officer });
  for (const loan of loans) await sendMoney(loan);
  onDay('2026-08-31');
  await lookForDefaults(world.outside);
  const other = await world.newPerson({ staffOf: [ROI] });
  const why = { reason: 'The family has moved away.', cause: 'borrower' };
  const call = (method: 'POST' | 'PATCH', what: string, loan: Loan, body: object) =>
    world.call(method, `/api/mfi/${what}?mfiId=${ROI}&proposalId=${loan.id}`, {
      as: method === 'POST' ? loan.officer : other,
      body,
    });
  for (const loan of loans) {
    onDay('2026-08-31');
    done(await call('POST', 'default', loan, why));
    onDay('2026-10-01');
    done(await call('POST', 'writeOff', loan, { reason: why.reason }));
    done(await call('PATCH', 'writeOff', loan, { state: 'approved' }));
  }
  return [...loans, running];
}

test('a year after its write-off a loan keeps its sums, its place and a letter of its owner (R13.6)', async () => {
  const [goes, stays, running] = (await writtenOff(2)) as [Loan, Loan, Loan];
  expect(await listed(goes)).toMatchObject([
    { id: stays.id, repaidAt: null, writtenOffAt: at('2026-10-01').toISOString(), staysPublic: false },
    { id: goes.id },
  ]);
  done(await keep(stays, true));
  expect(refusal(await keep(running, true))).toBe('409 wrong_status');
  expect((await deleteOutdated(world.db, at('2027-09-30'))).reducedLoans).toBe(0);
  expect((await deleteOutdated(world.db, at('2027-10-02'))).reducedLoans).toBe(1);
  for (const as of [null, goes.owner, goes.officer])
    expect(done(await find(goes, as))).toMatchObject({
      title: 'Former loan',
      description: '[removed]',
      place: 'Satkhira',
      closedReason: 'written_off',
      amount: 100,
    });
  expect(done(await find(goes, goes.officer)).userName).toMatch(/^\S\.$/);
  for (const loan of [stays, running]) expect(done(await find(loan))).toMatchObject({ title: 'A sewing machine' });
  expect(refusal(await keep(goes, true))).toBe('409 wrong_status');
  await repay(goes, 100);
  expect(done(await find(goes))).toMatchObject({ status: 6, title: 'Former loan' });
});
