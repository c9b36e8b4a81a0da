import type { UserId } from '@sathi/domain/ids.ts';
import { STORIES, stepsOf, type VectorStep } from '@sathi/domain/test/money-stories.ts';
import { beforeAll, expect, test } from 'vitest';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { type Office, ServerBook } from '../../test/server-book.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();

let office: Office;
beforeAll(async () => {
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  await expectMoney(world, ROI);
  const { houseId, fundId } = await world.db
    .selectFrom('mfis')
    .select(['houseId', 'fundId'])
    .where('id', '=', ROI)
    .executeTakeFirstOrThrow();
  const institution = { house: houseId as UserId, fund: fundId as UserId };
  office = { officers, institution, accountId: await payInAccount(world, officers[0]) };
});

test.each(Object.keys(STORIES))('the server gives each step of vector %s to the cent (R20)', async (name) => {
  const book = new ServerBook(world, office);
  await book.begin();
  const left = [...stepsOf(name)];
  await STORIES[name]?.(book, async () => {
    const { balances, proposals } = left.shift() as VectorStep;
    expect(await book.state()).toEqual({ balances, proposals });
  });
  expect(left).toEqual([]);
});
