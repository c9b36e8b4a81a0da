import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, decide, find, balance } = useLoans(world);

let officers: readonly [Person, Person];
let loans: Loan[];
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  const form = { amount: 40 };
  // Funded before the institution awaited money.
  loans = [
    await newLoan({ status: 5, form, officer: officers[0] }),
    await newLoan({ status: 5, form, officer: officers[0] }),
  ];
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

test.each([
  ['is waiting to be released again', false],
  ['was released again', true],
])('R21.9, R31.3: a return is not taken back once the release was undone and the loan %s', async (_, isReleased) => {
  const loan = loans[Number(isReleased)] as Loan;
  const desk = await openDesk(world, ROI, officers[0]);
  const { id } = done(await withdraw(loan));
  const { data } = (await world.call('GET', `/api/mfi/payouts?mfiId=${ROI}`, { as: officers[0] })).body;
  const { reference } = data.find((row: { kind: string; id: string }) => row.kind === 'withdrawal' && row.id === id);
  done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-1' }));
  await desk.handIn([{ dollars: 40, text: reference }]);
  const [line] = await desk.lines();
  expect((await desk.book([{ id: line?.id, target: { reference } }])).body.data.results[0].result).toBe('booked');
  const path = `/api/mfi/undoRelease?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('POST', path, { as: officers[0], body: { reason: 'She does not need it yet.' } }));
  done(await world.call('PATCH', path, { as: officers[1], body: { state: 'approved' } }));
  world.now = new Date(NOW.getTime() + 60_000);
  if (isReleased) done(await decide('releaseFunds', loan));
  expect((await desk.undo(line?.id ?? '')).body.code).toBe('too_late');
  expect(done(await find(loan, loan.owner)).status).toBe(isReleased ? 5 : 4);
  expect(await balance('escrow', { loan })).toBe(4000);
  expect(await listViolations(world.db)).toEqual([]);
});
