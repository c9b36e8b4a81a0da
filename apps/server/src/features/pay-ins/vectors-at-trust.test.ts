import { stepsOf } from '@sathi/domain/test/money-stories.ts';
import { expect, test } from 'vitest';
import { ServerBook } from '../../test/server-book.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();

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
