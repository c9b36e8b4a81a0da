import { expect, test } from 'vitest';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, decide, find, back, setStatus, balance, history, remove, pay, create } = useLoans(world);

const setMfi = (values: { releaseOnApproval?: boolean; approveBeforeBacking?: boolean; fundingDays?: number }) =>
  world.db.updateTable('mfis').set(values).where('id', '=', DCBS).execute();
const told = async (loan: { id: string }, kind: string) => {
  const events = await world.db
    .selectFrom('proposalEvents')
    .selectAll()
    .where('proposalId', '=', Number(loan.id) as never)
    .execute();
  const event = events.findLast((row) => row.kind === kind);
  return world.db.selectFrom('outbox').selectAll().where('dedupeKey', '=', `proposal_event:${event?.id}`).execute();
};

test.each([2, 3, 4] as const)('R2.1, R2.2: staff approve in status %i, once, and people are told', async (status) => {
  const loan = await newLoan({ status });
  expect(done(await decide('approveProposal', loan))).toEqual({ id: loan.id, status, isMFIApproved: true });
  expect(done(await find(loan))).toMatchObject({ isMFIApproved: true, approvedAt: world.now.toISOString() });
  const again = await decide('approveProposal', loan);
  expect(refusal(again)).toBe('409 already_approved');
  expect(again.body.detail).toBe('already approved');
  expect((await history(loan)).filter((kind) => kind === 'approved')).toHaveLength(1);
  expect(await told(loan, 'approved')).toHaveLength(1);
});

test('R2.1: a draft does not exist for staff, and a repaid loan is past approval', async () => {
  expect(refusal(await decide('approveProposal', await newLoan({ status: 1 })))).toBe('404 not_found');
  expect(refusal(await decide('approveProposal', await newLoan({ status: 6 })))).toBe('409 wrong_status');
});

test('security T2: staff act for one of their own MFIs, and it is the proposal’s', async () => {
  const loan = await newLoan({ status: 4 });
  const other = await world.newPerson({ staffOf: [DCBS] });
  const both = await world.newPerson({ staffOf: [DCBS, ROI] });
  for (const what of ['approveProposal', 'releaseFunds', 'returnProposal'] as const) {
    expect(refusal(await decide(what, loan, { as: other, mfiId: DCBS }))).toBe('403 not_permitted');
    expect(refusal(await decide(what, loan, { as: other, mfiId: ROI }))).toBe('403 not_permitted');
    expect(refusal(await decide(what, loan, { as: both, mfiId: DCBS }))).toBe('403 not_permitted');
    expect(refusal(await decide(what, loan, { as: loan.backers[0] as Person }))).toBe('403 not_permitted');
    expect(refusal(await decide(what, loan, { as: loan.owner }))).toBe('403 not_permitted');
  }
  expect((await decide('approveProposal', loan, { as: both })).status).toBe(200);
});

test('security T22: staff cannot decide over a loan of their own', async () => {
  const owner = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner, status: 4 });
  for (const what of ['approveProposal', 'releaseFunds', 'returnProposal'] as const) {
    expect(refusal(await decide(what, loan, { as: owner }))).toBe('403 not_permitted');
  }
});

test('T11, R3.1: releasing needs status 4 and the approval, and makes the plan of repayment', async () => {
  const loan = await newLoan({ status: 4 });
  expect(refusal(await decide('releaseFunds', loan))).toBe('409 not_approved');
  done(await decide('approveProposal', loan));
  expect(done(await decide('releaseFunds', loan))).toEqual({ id: loan.id, status: 5, isMFIApproved: true });
  const found = done(await find(loan));
  expect(found).toMatchObject({ fundedAmount: 100, fundedAt: world.now.toISOString(), outstandingAmount: 100 });
  expect(found.schedule).toHaveLength(12);
  // R8.1, R8.2: eleven of 8.33 and one of 8.37, from 31 January, clamped to the ends of months.
  expect(found.schedule.map(({ amount }: any) => amount)).toEqual([...Array(11).fill(8.33), 8.37]);
  expect(found.schedule.slice(0, 3).map(({ dueOn }: any) => dueOn)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  expect(await told(loan, 'funds_released')).toHaveLength(1);
  expect(refusal(await decide('releaseFunds', loan))).toBe('409 wrong_status');
  for (const status of [2, 3] as const) {
    const early = await newLoan({ status, isApproved: true });
    expect(refusal(await decide('releaseFunds', early))).toBe('409 wrong_status');
  }
});

test.each([2, 3, 4] as const)(
  'T10, R2.5: staff return a proposal in status %i, and all money goes back',
  async (status) => {
    const loan = await newLoan({ status, isApproved: true });
    expect(done(await decide('returnProposal', loan))).toEqual({ id: loan.id, status: 1, isMFIApproved: false });
    expect(await balance('escrow', { loan })).toBe(0);
    expect(await balance('owed', { loan })).toBe(0);
    for (const user of loan.backers) expect(await balance('world', { user })).toBe(0);
    expect(done(await find(loan, loan.owner))).toMatchObject({
      status: 1,
      currentBalance: 0,
      backersCount: 0,
      fundingDeadline: null,
      isMFIApproved: false,
      closedReason: 'returned',
      returnReason: 'needs_detail',
      returnNote: 'Which market?',
    });
    expect(refusal(await find(loan, loan.officer))).toBe('404 not_found');
    const rows = await world.db
      .selectFrom('investments')
      .selectAll()
      .where('proposalId', '=', Number(loan.id) as never)
      .execute();
    expect(rows.map((row) => row.releasedAt)).toEqual(rows.map(() => world.now));
    const [job] = await told(loan, 'returned');
    expect((job as any).payload.backers).toHaveLength(status === 2 ? 0 : 1);
  },
);

test('T10: a funded or repaid loan cannot be returned, and a reason is needed', async () => {
  for (const status of [5, 6] as const) {
    expect(refusal(await decide('returnProposal', await newLoan({ status })))).toBe('409 wrong_status');
  }
  const loan = await newLoan({ status: 3 });
  for (const body of [
    {},
    { reason: 'because' },
    { reason: 'other', note: 'x'.repeat(1001) },
    { reason: 'other', extra: 1 },
  ]) {
    expect(refusal(await decide('returnProposal', loan, { body }))).toBe('422 invalid_request');
  }
});

test('T2 after T10: publishing again forgets why it came back, and 30 days of waiting begin anew', async () => {
  const loan = await newLoan({ status: 4, isApproved: true });
  done(await decide('returnProposal', loan));
  done(await setStatus(loan, loan.owner, 2));
  expect(done(await find(loan, loan.owner))).toMatchObject({
    closedReason: null,
    returnReason: null,
    returnNote: null,
  });
  const row = await world.db
    .selectFrom('proposals')
    .select('backedAt')
    .where('id', '=', Number(loan.id) as never)
    .executeTakeFirst();
  expect(row?.backedAt).toBeNull();
  expect((await back(loan, loan.backers[0] as Person, 100)).status).toBe(201);
});

test('a returned proposal without backers may be deleted', async () => {
  const loan = await newLoan({ status: 3 });
  done(await decide('returnProposal', loan));
  expect((await remove(loan, loan.owner)).status).toBe(200);
});

test('R2.3: without the setting a loan is backed unchecked; with it the check comes first', async () => {
  const loan = await newLoan({ mfiId: DCBS });
  const [backer] = await people(world, 1);
  await setMfi({ approveBeforeBacking: true });
  const early = await back(loan, backer as Person, 10);
  expect(refusal(early)).toBe('409 not_yet_checked');
  expect(done(await find(loan, backer)).allowedActions).not.toContain('invest');
  done(await decide('approveProposal', loan, { mfiId: DCBS }));
  expect(done(await find(loan, backer)).allowedActions).toContain('invest');
  expect((await back(loan, backer as Person, 10)).status).toBe(201);
  await setMfi({ approveBeforeBacking: false });
});

test('R3.3: where the MFI has set it, approving a complete proposal releases the money at once', async () => {
  await setMfi({ releaseOnApproval: true });
  const loan = await newLoan({ mfiId: DCBS, status: 4 });
  expect(done(await decide('approveProposal', loan, { mfiId: DCBS })).status).toBe(5);
  expect((await history(loan)).slice(-2)).toEqual(['approved', 'funds_released']);
  expect((await pay(loan, 10)).status).toBe(201);
  await setMfi({ releaseOnApproval: false });
});

test('R3.3: so does completing an approved one, and the last backer’s answer says so', async () => {
  await setMfi({ releaseOnApproval: true });
  const loan = await newLoan({ mfiId: DCBS, isApproved: true });
  const [first, last] = await people(world, 2);
  expect(done(await back(loan, first as Person, 60)).proposal.status).toBe(3);
  expect(done(await back(loan, last as Person, 40)).proposal).toEqual({
    status: 5,
    currentBalance: 100,
    remainingAmount: 0,
  });
  expect(done(await find(loan))).toMatchObject({ status: 5, fundedAmount: 100 });
  expect((await history(loan)).slice(-2)).toEqual(['backed', 'funds_released']);
  await setMfi({ releaseOnApproval: false });
});

test('R5.1: the days to collect are the MFI’s own', async () => {
  await setMfi({ fundingDays: 7 });
  const owner = await world.newPerson();
  const { id } = done(await create(owner, { mfiId: DCBS }));
  // 31 January in Dhaka plus 7 days.
  expect(done(await find({ id })).fundingDeadline).toMatch(/^2026-02-07T(17:59:59\.999|18:00:00\.000)Z$/);
  await setMfi({ fundingDays: 30 });
});
