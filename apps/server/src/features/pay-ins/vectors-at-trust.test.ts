import { stepsOf, type VectorStep } from '@sathi/domain/test/money-stories.ts';
import { expect, test } from 'vitest';
import { expectMoney } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { ServerBook } from '../../test/server-book.ts';
import { DCBS, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, repay } = useLoans(world);

test('an institution at trust awaits nothing: each step of vector V1 on the server (R19.1)', async () => {
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  const book = new ServerBook(world, { officers, institution: {}, accountId: '' });
  const left = stepsOf('V1').map(({ balances, proposals }) => ({ balances, proposals }));
  const step = async () => expect(await book.state()).toEqual(left.shift());
  await book.begin();
  await book.publish('1', 'o', 10_000);
  await book.back('1', 'a', 2500);
  await book.back('1', 'b', 7500);
  await step();
  expect(await book.release('1')).toBe(true);
  await book.send('1');
  await book.pay('1', 833);
  await step();
  await book.publish('2', 'o', 4000);
  await book.back('2', 'a', 1000);
  await book.close('2');
  await step();
  expect(left).toEqual([]);
});

test('an institution that turns takes over the credit that came from it: each step of vector V13 on the server (R24.8)', async () => {
  type Moved = VectorStep & { readonly moved: number };
  const [before, after] = stepsOf('V13') as readonly VectorStep[] as readonly [VectorStep, Moved];
  const backer = await world.newPerson();
  const loan = await newLoan({ status: 5, form: { amount: 40 }, backers: [backer] });
  await repay(loan, 22);
  const elsewhere = await newLoan({ mfiId: DCBS, form: { amount: 30 } });
  done(await back(elsewhere, backer, 6));
  const credits = async () => {
    const { credits: held } = done(await world.call('GET', '/api/borrow/portfolio', { as: backer }));
    return held.map(({ mfiId, amount }: { mfiId: string | null; amount: number }) => [mfiId, amount * 100]);
  };
  expect(await credits()).toEqual([[null, before.balances['wallet:a']]]);
  await expectMoney(world, ROI);
  expect(await credits()).toEqual([[String(ROI), after.balances['wallet:a:m']]]);
  expect(after.balances['wallet:a:m']).toBe(after.moved);
  expect(after.balances['wallet:a']).toBeUndefined();
});
