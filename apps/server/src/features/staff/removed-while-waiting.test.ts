import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import type { Tx } from '../../db/db.ts';
import { expectMoney, rateAtRoi } from '../../test/expected.ts';
import { useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { useTills } from '../../test/tills.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { lockLine } from '../statements/lines.repository.ts';
import { lockTill } from '../tills/tills.repository.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { open, cash, find } = useTills(world);
let manager: Person;

beforeAll(async () => {
  manager = await world.newPerson({ staffOf: [ROI, DCBS] });
  await expectMoney(world, DCBS);
  await rateAtRoi(world, manager, '2026-01-20', 83_350_000);
});

/** Sends a change of `officer`, who is removed while it waits for the lock of its object: it was read before, as staff. */
async function sendWhileRemoved(officer: Person, lock: (tx: Tx) => Promise<unknown>, url: string, payload: object) {
  const app = await createApp(world.outside);
  let removed: Promise<unknown> = Promise.resolve();
  app.addHook('preHandler', async () => {
    const isLocked = Promise.withResolvers<void>();
    removed = world.db.transaction().execute(async (tx) => {
      await lock(tx);
      isLocked.resolve();
      await tx.deleteFrom('mfiStaff').where('userId', '=', officer.id).execute();
    });
    await isLocked.promise;
  });
  const headers = { authorization: `Bearer ${officer.token}` };
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  await removed;
  await app.close();
  return answer.json().data.results.map(({ result }: { result: string }) => result) as string[];
}

test('R2.1: staff who were removed while a line waited for its lock do not book it', async () => {
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const desk = await openDesk(world, DCBS, manager);
  const loan = await newLoan({ officer: manager, mfiId: DCBS });
  const { order } = (await back(loan, await world.newPerson(), 15)).body.data;
  await desk.handIn([{ dollars: 15, text: order.reference }]);
  const [line] = await desk.lines();
  const id = line?.id ?? '';
  const lock = (tx: Tx) => lockLine(tx, DCBS, Number(id) as never);
  const results = await sendWhileRemoved(officer, lock, desk.at('lines/book'), { lines: [{ id }] });
  expect(results).toEqual(['wrong_status']);
  expect((await desk.lines()).map(({ state }) => state)).toEqual(['open']);
});

test('R2.1: an officer who was removed while an entry waited for the lock of its till has not taken it', async () => {
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const till = await open(officer);
  const loan = await newLoan({ status: 5 });
  const entries = [await cash(loan, 1, '500.00')];
  const lock = (tx: Tx) => lockTill(tx, ROI, Number(till.id) as never);
  const results = await sendWhileRemoved(officer, lock, `/api/mfi/tills/entries?mfiId=${ROI}&id=${till.id}`, {
    entries,
  });
  expect(results).toEqual(['not_permitted']);
  expect(await find(till, manager)).toMatchObject({ expected: { amount: '500.00' } });
});
