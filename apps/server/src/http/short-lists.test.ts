import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);

test('T20: a list that is short by nature has pages all the same', async () => {
  const ids: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages += 1) {
    const { body } = await world.call('GET', `/api/mfi/all?limit=1&cursor=${cursor}`);
    expect(body.data).toHaveLength(1);
    ids.push(body.data[0].id);
    cursor = body.nextCursor;
  }
  expect(cursor).toBeNull();
  const whole = await world.call('GET', '/api/mfi/all');
  expect(ids).toEqual(whole.body.data.map(({ id }: { id: string }) => id));
  expect(whole.body.nextCursor).toBeNull();
});

test('T20: a limit outside 1 to 50 and a cursor of another list are refused', async () => {
  const loan = await newLoan({ status: 5 });
  done(await withdraw(loan));
  const other = Buffer.from('["album",null,1]').toString('base64url');
  for (const url of [
    '/api/mfi/all?',
    `/api/borrow/withdrawals?proposalId=${loan.id}&`,
    `/api/borrow/galleryImages?proposalId=${loan.id}&`,
  ]) {
    expect((await world.call('GET', `${url}limit=50`, { as: loan.owner })).status, url).toBe(200);
    for (const wrong of ['limit=0', 'limit=51', 'limit=x', 'cursor=nonsense']) {
      expect((await world.call('GET', url + wrong, { as: loan.owner })).status, url + wrong).toBe(422);
    }
  }
  expect((await world.call('GET', `/api/mfi/all?cursor=${other}`)).status).toBe(422);
});
