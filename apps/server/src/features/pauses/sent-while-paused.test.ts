import { expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';
import { finishPauses } from './pauses.jobs.ts';

const world = useWorld();
const { newLoan, find, withdraw, moveWithdrawal } = useLoans(world);

test('R4.4, R28.4: the months of a loan sent during a pause count from its sending once the pause is taken back', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const form = { place: 'Gosaba', monthsToRepay: 3 } as never;
  const [sent, kept] = [await newLoan({ status: 5, officer, form }), await newLoan({ status: 5, officer, form })];
  const days = async ({ id }: { id: string }) =>
    done(await find({ id }, officer)).schedule.map(({ dueOn }: { dueOn: string }) => dueOn);
  const before = await days(kept);
  world.now = new Date('2026-02-20T06:00:00.000Z');
  const body = { places: ['Gosaba'], months: 1, reason: 'The flood of March.' };
  const { id } = done(await world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, { as: officer, body }));
  await finishPauses(world.outside);
  const paused = await days(sent);
  done(await moveWithdrawal(done(await withdraw(sent)).id, officer, { state: 'sent', reference: 'B-1' }));
  expect(await days(sent)).toEqual(paused);
  done(await world.call('DELETE', `/api/mfi/pauses?mfiId=${ROI}&id=${id}`, { as: officer }));
  await finishPauses(world.outside);
  expect(await days(sent)).toEqual(['2026-03-20', '2026-04-20', '2026-05-20']);
  expect(await days(kept)).toEqual(before);
  world.now = NOW;
});

test('R4.4, R28.4: the months of a loan sent after a pause count from its sending, where that is later', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5, officer, form: { place: 'Kultali', monthsToRepay: 3 } as never });
  const days = async () => done(await find(loan, officer)).schedule.map(({ dueOn }: { dueOn: string }) => dueOn);
  world.now = new Date('2026-02-20T06:00:00.000Z');
  const body = { places: ['Kultali'], months: 1, reason: 'The flood of March.' };
  done(await world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, { as: officer, body }));
  await finishPauses(world.outside);
  const { id } = done(await withdraw(loan));
  world.now = new Date('2026-04-20T06:00:00.000Z');
  done(await moveWithdrawal(id, officer, { state: 'sent', reference: 'B-2' }));
  expect(await days()).toEqual(['2026-05-20', '2026-06-20', '2026-07-20']);
  world.now = NOW;
});
