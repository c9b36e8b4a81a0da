import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, withdraw, decide, repay } = useLoans(world);

const get = (path: string, as: Person | null = null) => world.call('GET', `/api/mfi${path}`, { as });

test('R17.2: without a name it is ROI; an unknown one does not exist; all three are listed', async () => {
  expect(done(await get(''))).toMatchObject({ id: '3', name: 'ROI' });
  expect(done(await get('?name=DCBS'))).toMatchObject({ id: '1', name: 'DCBS' });
  expect(done(await get('?name=%20ROI%20'))).toMatchObject({ id: '3' });
  for (const name of ['Nobody', 'roi', "'--"]) expect(refusal(await get(`?name=${name}`))).toBe('404 not_found');
  expect(refusal(await get('?name=%00'))).toBe('422 invalid_request');
  expect(done(await get('/all')).map((mfi: any) => mfi.name)).toEqual(['DCBS', 'FATEN', 'ROI']);
});

test('R11.3: the boxes of the dashboard', async () => {
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const none = { count: 0, balance: 0, amount: 0, sums: { balance: [], amount: [] } };
  expect(done(await get('/stats', officer))).toEqual({ inProgress: none, active: none, repaid: none });
  for (const [status, amount] of [
    [1, 1000],
    [2, 10],
    [2, 20.5],
    [3, 100],
    [4, 200],
    [5, 300],
    [6, 400],
  ] as const) {
    await newLoan({ status, mfiId: DCBS, officer, form: { amount } });
  }
  await newLoan({ status: 3 });
  const dollars = (amount: string) => [{ amount, currency: 'USD' }];
  const box = (count: number, balance: string, amount: string) => ({
    count,
    balance: Number(balance),
    amount: Number(amount),
    sums: { balance: dollars(balance), amount: dollars(amount) },
  });
  const expected = {
    inProgress: box(2, '0.00', '30.50'),
    active: box(4, '940.00', '1000.00'),
    repaid: box(1, '400.00', '400.00'),
  };
  for (const query of ['', '?name=DCBS', '?mfiId=1', `?name=DCBS&mfiId=1&userId=${officer.id}`]) {
    expect(done(await get(`/stats${query}`, officer))).toEqual(expected);
  }
  expect(done(await get('/showcase?name=DCBS'))).toMatchObject({
    lent: 700,
    repaid: 400,
    borrowersCount: 2,
    backersCount: 4,
  });
});

test('T2: figures and queues are for the staff of that MFI', async () => {
  const officer = await world.newPerson({ staffOf: [DCBS] });
  for (const path of ['/stats', '/queues']) {
    for (const query of ['?name=ROI', '?mfiId=3', '?name=Nobody', '?name=DCBS&mfiId=3', '?mfiId=99']) {
      expect(refusal(await get(path + query, officer))).toBe('403 not_permitted');
    }
    expect(refusal(await get(path, await world.newPerson()))).toBe('403 not_permitted');
    expect(refusal(await get(path))).toBe('401 sign_in_required');
  }
});

test('the queues hold waiting work, oldest first, and let go of done work', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const queues = async () => {
    const answer = done(await get('/queues', officer));
    // Work with a page of its own is counted here and not listed.
    const lists = Object.entries(answer).filter(([, queue]: any) => Array.isArray(queue.entries));
    return Object.fromEntries(
      lists.map(([name, queue]: any) => [name, queue.entries.map((entry: any) => entry.proposalId)]),
    );
  };
  const start = await queues();
  const [first, second] = [await newLoan({ officer }), await newLoan({ officer, status: 4 })];
  const funded = await newLoan({ officer, status: 5 });
  const { id: withdrawalId } = done(await withdraw(funded));
  const { id: paymentId } = done(await pay(funded, 5));
  const all = done(await get('/queues', officer));
  expect(all.paymentsToApprove.entries.at(-1)).toMatchObject({
    proposalId: funded.id,
    paymentId,
    amount: 5,
    userName: 'Rahima Khatun',
  });
  expect(all.withdrawalsToSend.entries.at(-1)).toMatchObject({ proposalId: funded.id, withdrawalId, amount: 100 });
  expect(all.toApprove.count).toBe(all.toApprove.entries.length);
  expect(await queues()).toEqual({
    toApprove: [...start['toApprove'], first.id, second.id],
    toRelease: start['toRelease'],
    withdrawalsToSend: [funded.id],
    paymentsToApprove: [funded.id],
    cannotPay: start['cannotPay'],
    inDoubt: start['inDoubt'],
  });
  done(await decide('approveProposal', second));
  expect(await queues()).toMatchObject({ toApprove: [...start['toApprove'], first.id], toRelease: [second.id] });
  done(await decide('releaseFunds', second));
  expect(await queues()).toMatchObject({ toRelease: [] });
});

test('the showcase has four open proposals, newest first, and no closed one', async () => {
  await repay(await newLoan({ status: 5 }), 1);
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push((await newLoan({ status: index % 2 ? 3 : 2 })).id);
  const shown = async () => done(await get('/showcase')).proposals.map((card: any) => card.id);
  expect(await shown()).toEqual(made.slice(1).toReversed());
  const start = world.now;
  world.now = new Date('2027-01-01T00:00:00.000Z');
  expect(await shown()).toEqual([]);
  world.now = start;
});
