import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  await expectMoney(world, ROI);
});

test('the statement tells what was paid in, what it paid and what a bank took back, to the cent (R20.6, R20.8)', async () => {
  const loan = await newLoan();
  const me = await world.newPerson();
  done(await back(loan, me, 10));
  const { id } = await receiveAtRoi(world, officers[0], me, 1250);
  await takeBackAtRoi(world, officers[1], me, id);

  const { rows, ...totals } = done(await world.call('GET', '/api/borrow/statement', { as: me }));
  expect(totals).toMatchObject({ openingCredit: 0, closingCredit: 0, paidIn: 12.5, paidOut: 12.5 });
  const read = rows.map(({ purpose, proposalId, title, outside, credit, creditAfter }: Record<string, unknown>) => [
    purpose,
    proposalId,
    title,
    outside,
    credit,
    creditAfter,
  ]);
  expect(read).toEqual([
    ['reversed', null, 'ROI', 12.5, -12.5, 0],
    ['reversed', loan.id, 'A sewing machine', 0, 10, 12.5],
    ['settled', loan.id, 'A sewing machine', 0, -10, 2.5],
    ['received', null, 'ROI', -12.5, 12.5, 12.5],
  ]);
  const file = await world.call('GET', '/api/borrow/statement.csv', { as: me });
  expect(file.body).toContain('"Taken back","","ROI",12.5,-12.5');
});
