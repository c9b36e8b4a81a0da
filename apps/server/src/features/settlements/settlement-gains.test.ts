import { afterEach, expect, test } from 'vitest';
import { useLocalMoney } from '../../test/local-money.ts';
import { done, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { setRate, repayLocal } = useLocalMoney(world);

const at = (instant: string): void => {
  world.now = new Date(instant);
};
afterEach(() => {
  world.now = NOW;
});

type Event = { readonly event: string; readonly amount: number };
/** The gain of each month from January to April, in cents. */
async function gains(as: Person): Promise<number[]> {
  at('2026-05-02T06:00:00Z');
  const months = ['2026-01', '2026-02', '2026-03', '2026-04'].map(async (month) => {
    const { events } = done(await world.call('GET', `/api/mfi/settlement?mfiId=3&month=${month}`, { as }));
    const gain = (events as readonly Event[]).find(({ event }) => event === 'exchange_gain');
    return Math.round((gain?.amount ?? 0) * 100);
  });
  return Promise.all(months);
}

/** A payment of January 30, worth less than it was booked as, and its line of the day after, worth more, that is booked in February. */
async function linkedLater() {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const before = await gains(officer);
  at('2026-01-29T06:00:00Z');
  const loan = await newLoan({ status: 5, officer });
  at('2026-01-31T06:00:00Z');
  await setRate(126, '2026-01-30');
  await setRate(121, '2026-01-31');
  const desk = await openDesk(world, ROI, officer, 'BDT');
  const { id } = await repayLocal(loan, '1020.00', { paidOn: '2026-01-30' });
  at('2026-02-02T06:00:00Z');
  const { id: statementId } = done(await desk.handIn([{ dollars: 1020, text: 'Loan' }], { day: '260131' }));
  const [line] = await desk.lines(`&statementId=${statementId}`);
  const { results } = done(await desk.book([{ id: line?.id, target: { paymentId: id } }]));
  expect(results).toMatchObject([{ result: 'booked' }]);
  const payments = `/api/borrow/proposalPayments?proposalId=${loan.id}`;
  const reversal = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
  return {
    gain: async () => done(await world.call('GET', payments, { as: officer }))[0].gain,
    gainsOfIt: async () => (await gains(officer)).map((sum, month) => sum - (before[month] ?? 0)),
    undo: async () => done(await desk.undo(line?.id ?? '')),
    reverse: async () => {
      const as = await world.newPerson({ staffOf: [ROI] });
      done(await world.call('PATCH', reversal, { as, body: { reason: 'Bounced' } }));
    },
  };
}

test('a line of the month after counts there by how much it changed the gain, and so does its end (R22.2, R23.6)', async () => {
  const { undo, gain, gainsOfIt } = await linkedLater();
  expect(await gain()).toBe(0.09);
  expect(await gainsOfIt()).toEqual([-24, 33, 0, 0]);
  at('2026-03-02T06:00:00Z');
  await undo();
  expect(await gain()).toBe(-0.24);
  expect(await gainsOfIt()).toEqual([-24, 33, -33, 0]);
});

test('a payment with a later line that is taken back has no gain in all its months together (R22.8, R23.6)', async () => {
  const { undo, reverse, gainsOfIt } = await linkedLater();
  at('2026-03-02T06:00:00Z');
  await reverse();
  expect(await gainsOfIt()).toEqual([-24, 33, -9, 0]);
  at('2026-04-02T06:00:00Z');
  await undo();
  expect(await gainsOfIt()).toEqual([-24, 33, -9, 0]);
});
