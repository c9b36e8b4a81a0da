import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, decide, find } = useLoans(world);
let officer: Person;

beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  await world.db.updateTable('mfis').set({ releaseOnApproval: true }).where('id', '=', ROI).execute();
});

test.each([
  ['nothing', null],
  ['the proposal', ({ id }: Loan) => ({ kind: 'proposal', id })],
  ['its owner', ({ owner }: Loan) => ({ kind: 'person', id: owner.id })],
])('R20.5, R34.7: with %s frozen the last dollar releases a loan only where nothing is', async (_, frozen) => {
  const loan = await newLoan({ status: 4, officer });
  const [backer] = loan.backers as [Person];
  await receiveAtRoi(world, officer, backer, 9000);
  done(await decide('approveProposal', loan));
  if (frozen !== null) {
    const body = { reason: 'We are looking into the documents.', ...frozen(loan) };
    done(await world.call('POST', `/api/mfi/freezes?mfiId=${ROI}`, { as: officer, body }));
  }
  const { settled } = await receiveAtRoi(world, officer, backer, 1000);
  expect(settled).toMatchObject([{ amountCents: 1000 }]);
  expect(done(await find(loan, officer)).status).toBe(frozen === null ? 5 : 4);
});
