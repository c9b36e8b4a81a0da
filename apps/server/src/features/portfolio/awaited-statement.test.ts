import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);

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

test('the statement tells what lapsed, and what the institution took over before the release (R20.3, R20.5)', async () => {
  const me = await world.newPerson();
  await receiveAtRoi(world, officers[0], me, 400);
  const [lapsing, advanced] = [await newLoan({ form: { amount: 40 } }), await newLoan({ form: { amount: 20 } })];
  done(await back(lapsing, me, 10));
  const rowsOf = async () => done(await world.call('GET', '/api/borrow/statement', { as: me })).rows as object[];
  expect(await rowsOf()).toHaveLength(2);
  done(await back(advanced, me, 20));
  done(await decide('approveProposal', advanced, { as: officers[0] }));
  done(await decide('releaseFunds', advanced, { as: officers[1], body: { advance: true } }));
  expect((await rowsOf())[0]).toMatchObject({
    purpose: 'taken_over',
    proposalId: advanced.id,
    outside: 0,
    credit: 0,
    givenUp: 20,
  });
  world.now = new Date(NOW.getTime() + 20 * 86_400_000);
  expect(await lapseBackings(world.db, world.outside.now)).toBeGreaterThan(0);
  const rows = await rowsOf();
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatchObject({ purpose: 'lapsed', proposalId: lapsing.id, outside: 0, credit: 0, givenUp: 6 });
  const { body } = await world.call('GET', '/api/borrow/statement.csv', { as: me });
  expect(body).toContain(`"Ended without payment",${lapsing.id},"A sewing machine",0,0,0,"USD",6`);
});
