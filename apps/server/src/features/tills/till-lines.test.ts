import { beforeAll, expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { useTills } from '../../test/tills.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { open, results, change, cash, find } = useTills(world, 'USD');

let officers: readonly [Person, Person];
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  desk = await openDesk(world, ROI, officers[0]);
});

test('a till holds its float and what was received, until a line brings it to a bank (R21.8, R21.12)', async () => {
  const [officer, other] = officers;
  const till = await open(officer, '5.00');
  const accountId = String((await find(till)).accountId);
  const balanceOf = async () => {
    const { accounts } = done(await world.call('GET', '/api/mfi/position?mfiId=3', { as: other }));
    return accounts.find((account: { accountId: string }) => account.accountId === accountId)?.balance;
  };
  expect(await balanceOf()).toBe('5.00');
  await results(till, [await cash(await newLoan({ status: 5 }), 1, '10.00')]);
  done(await change(till, 'closed', officer, '15.00'));
  expect(await balanceOf()).toBe('5.00');

  expect(
    (
      await desk.handIn(
        [
          { dollars: 15, text: 'Cash', id: 'CASH1' },
          { dollars: 15, text: 'Cash', id: 'CASH2' },
        ],
        { day: '260131' },
      )
    ).status,
  ).toBe(201);
  const [first, second] = [...(await desk.lines('&q=CASH1')), ...(await desk.lines('&q=CASH2'))];
  const book = async (id: string | undefined) =>
    (await desk.book([{ id, target: { tillId: till.id } }])).body.data.results[0];
  expect(await book(first?.id)).toMatchObject({ result: 'wrong_status' });
  done(await change(till, 'received', other, '15.00'));
  expect(await balanceOf()).toBe('15.00');
  expect(await book(first?.id)).toMatchObject({ result: 'booked', effects: { amount: 0 } });
  expect(await balanceOf()).toBe('0.00');
  // One line brings it, and taken back it may be another.
  expect(await book(second?.id)).toMatchObject({ result: 'wrong_status' });
  expect((await desk.undo(String(first?.id))).status).toBe(200);
  expect(await balanceOf()).toBe('15.00');
  // Its id may come as a number, as every other.
  const asNumber = { id: Number(second?.id), target: { tillId: Number(till.id) } };
  expect(done(await desk.book([asNumber])).results).toMatchObject([{ result: 'booked' }]);
});

test('R11.3: the queues of the office count its open lines, and its tills that another has to receive', async () => {
  const [officer, other] = officers;
  const counted = async () => {
    const { linesToMatch, tillsToReceive } = done(await world.call('GET', '/api/mfi/queues?mfiId=3', { as: other }));
    return [linesToMatch.count, tillsToReceive.count];
  };
  const [lines, tills] = await counted();
  const till = await open(officer, '5.00', '2026-01-28');
  expect(await counted()).toEqual([lines, tills]);
  done(await change(till, 'closed', officer, '5.00'));
  expect(await counted()).toEqual([lines, tills + 1]);
  done(await change(till, 'received', other, '5.00'));
  expect((await desk.handIn([{ dollars: 5, text: 'Cash', id: 'CASH9' }], { day: '260131' })).status).toBe(201);
  expect(await counted()).toEqual([lines + 1, tills]);
  const [line] = await desk.lines('&q=CASH9');
  const booked = done(await desk.book([{ id: line?.id, target: { tillId: till.id } }])).results;
  expect(booked).toMatchObject([{ result: 'booked' }]);
  expect(await counted()).toEqual([lines, tills]);
});

test('a line that names a handed over till, of its sum and within three days, is in the books (R21.7)', async () => {
  const [officer, other] = officers;
  const till = await open(officer, '0.00', '2026-01-30');
  await results(till, [await cash(await newLoan({ status: 5 }), 1, '10.00')]);
  done(await change(till, 'closed', officer, '10.00'));
  const text = `Deposit ROI-${till.number}`;
  expect((await desk.handIn([{ dollars: 10, text, id: 'DEPOSIT' }])).status).toBe(201);
  const line = async () => (await desk.lines('&q=DEPOSIT'))[0];
  expect(await line()).not.toMatchObject({ match: { rule: 'in_books' } });
  done(await change(till, 'received', other, '10.00'));
  const target = { tillId: till.id };
  const match = { how: 'automatic', rule: 'in_books', target, preview: { amount: 0, settled: [], toCredit: 0 } };
  expect(await line()).toMatchObject({ state: 'open', match });
  const { results: booked } = (await desk.book([{ id: (await line())?.id }])).body.data;
  expect(booked).toMatchObject([{ result: 'booked', effects: { amount: 0 } }]);
  expect((await desk.handIn([{ dollars: 10, text, id: 'TWICE' }])).status).toBe(201);
  expect((await desk.lines('&q=TWICE'))[0]?.match).not.toMatchObject({ rule: 'in_books' });
});
