import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, people, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';

const world = useWorld();
const loans = useLoans(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
});

test('R24.9: of what is lost the house takes nothing over, and a backer whose money is taken back stands below zero', async () => {
  const [first, second] = (await people(world, 2)) as [Person, Person];
  const loan = await loans.newLoan({ officer: officers[0], form: { amount: 60 } });
  done(await loans.back(loan, first, 30));
  done(await loans.back(loan, second, 30));
  const { id } = await receiveAtRoi(world, officers[0], first, 3000);
  await receiveAtRoi(world, officers[0], second, 3000);
  await loans.decide('approveProposal', loan, { as: officers[0] });
  done(await loans.decide('releaseFunds', loan, { as: officers[1] }));
  const withdrawal = done(await loans.withdraw(loan));
  done(await loans.moveWithdrawal(withdrawal.id, officers[1], { state: 'sent', reference: 'Slip' }));
  const query = `proposalId=${loan.id}`;
  world.now = new Date('2026-10-01T06:30:00.000Z');
  await lookForDefaults(world.outside);
  const why = { reason: 'Gone', cause: 'fraud' };
  done(await world.call('POST', `/api/mfi/default?${query}`, { as: officers[0], body: why }));
  world.now = new Date('2026-11-01T06:30:00.000Z');
  done(await world.call('POST', `/api/mfi/writeOff?${query}`, { as: officers[0], body: { reason: 'Gone' } }));
  done(await world.call('PATCH', `/api/mfi/writeOff?${query}`, { as: officers[1], body: { state: 'approved' } }));

  await takeBackAtRoi(world, officers[1], first, id);
  expect(await loans.balance('lost', { loan, user: first })).toBe(3000);
  const { credits } = done(await world.call('GET', '/api/borrow/portfolio', { as: first }));
  expect(credits).toMatchObject([{ mfiId: String(ROI), amount: -30 }]);
  await loans.repay(loan, 60);
  expect(done(await loans.find(loan)).status).toBe(6);
  const after = done(await world.call('GET', '/api/borrow/portfolio', { as: first }));
  expect(after.credits).toEqual([]);
  expect(await listViolations(world.db)).toEqual([]);
});
