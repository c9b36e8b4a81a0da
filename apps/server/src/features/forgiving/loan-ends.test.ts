import type { UserId } from '@sathi/domain/ids.ts';
import { END_STORIES } from '@sathi/domain/test/loan-end-stories.ts';
import { stepsOf, type VectorStep } from '@sathi/domain/test/money-stories.ts';
import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { ServerEndBook } from '../../test/server-end-book.ts';
import type { Office } from '../../test/server-book.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();

let office: Office;
beforeAll(async () => {
  // A session lasts a year, and these stories nearly as long.
  world.now = new Date('2026-11-22T06:00:00.000Z');
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

test.each(Object.keys(END_STORIES))(
  'the server gives each step of vector %s to the cent (R22.9, R29.3, R30.1)',
  async (name) => {
    const book = new ServerEndBook(world, office);
    await book.begin();
    const left = [...stepsOf(name)];
    await END_STORIES[name]?.(book, async () => {
      const { balances, proposals } = left.shift() as VectorStep;
      expect(await book.state()).toEqual({ balances, proposals });
      expect(await listViolations(world.db)).toEqual([]);
    });
    expect(left).toEqual([]);
  },
);
