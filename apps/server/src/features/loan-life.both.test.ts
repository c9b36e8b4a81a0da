import { expect, test } from 'vitest';
import { type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();

const dollars = (answer: { body: any }) => answer.body.data;

test('a loan goes from draft to repaid, and every cent is where the rules say (T1–T13, R9.4)', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima' });
  const staff = await world.newPerson({ firstName: 'Officer', staffOf: [ROI] });
  const backers = await Promise.all(['A', 'B', 'C'].map((firstName) => world.newPerson({ firstName })));

  const created = await world.call('POST', '/api/borrow', {
    as: owner,
    body: {
      title: 'A sewing machine',
      description: 'To sew school uniforms',
      amount: 99.99,
      status: 1,
      startDate: '2026-03-01',
      monthsToRepay: 12,
    },
  });
  expect(created.status).toBe(201);
  const id = dollars(created).id;
  expect((await world.call('GET', `/api/borrow/findOne?id=${id}`)).status).toBe(404);
  expect(
    (await world.call('PATCH', `/api/borrow/update?id=${id}`, { as: owner, body: { id, status: 2 } })).status,
  ).toBe(200);

  const amounts = [25, 50, 24.99];
  for (const [index, backer] of backers.entries()) {
    const backed = await world.call('POST', '/api/borrow/backProposal', {
      as: backer,
      body: { userId: String(backer.id), proposalId: id, amount: amounts[index] },
    });
    expect(backed.status).toBe(201);
    expect(dollars(backed).proposal.status).toBe(index === 2 ? 4 : 3);
  }

  const asStaff = (path: string, body?: object) =>
    world.call('POST', `/api/mfi/${path}?mfiId=3&proposalId=${id}`, { as: staff, body });
  expect((await asStaff('releaseFunds')).body.code).toBe('not_approved');
  expect((await asStaff('approveProposal')).status).toBe(200);
  expect(await asStaff('approveProposal')).toMatchObject({
    status: 409,
    body: { code: 'already_approved', detail: 'already approved' },
  });
  expect((await asStaff('releaseFunds')).body.data.status).toBe(5);

  const asked = await world.call('POST', '/api/borrow/withdraw', {
    as: owner,
    body: { proposalId: id, method: 'bank', accountName: 'Rahima', accountNumber: '1234567890' },
  });
  expect(asked).toMatchObject({ status: 201, body: { data: { state: 'requested', accountNumber: '••••7890' } } });
  const step = (as: Person, body: object) =>
    world.call('PATCH', `/api/borrow/withdrawal?id=${dollars(asked).id}`, { as, body });
  expect((await step(staff, { state: 'sent', reference: 'TRX-1' })).status).toBe(200);
  expect((await step(owner, { state: 'confirmed' })).body.data.state).toBe('confirmed');

  for (const amount of [8.33, 8.33, 8.33, 75]) {
    const paid = await world.call('POST', '/api/borrow/proposalPayment', {
      as: owner,
      body: { proposalId: id, amount },
    });
    expect(paid.status).toBe(201);
    const url = `/api/borrow/approvePayment?proposalId=${id}&id=${dollars(paid).id}`;
    expect((await world.call('PATCH', url, { as: staff })).status).toBe(200);
    expect((await world.call('PATCH', url, { as: staff })).body.code).toBe('already_approved');
  }

  const found = dollars(await world.call('GET', `/api/borrow/findOne?id=${id}`, { as: owner }));
  expect(found).toMatchObject({ status: 6, paidAmount: 99.99, outstandingAmount: 0, currentBalance: 99.99 });
  const seen = await world.call('GET', `/api/borrow/transactions?proposalId=${id}`, { as: backers[0] as Person });
  expect(dollars(seen).map((row: any) => row.amount)).toEqual([18.76, 2.08, 2.08, 2.08, 25]);
  const stats = await world.call('GET', '/api/borrow/userStats', { as: backers[1] as Person });
  expect(dollars(stats)).toMatchObject({
    funded: { amount: 0 },
    paid: 0,
    active: { amount: 50 },
    pasive: { amount: 50 },
  });
});
