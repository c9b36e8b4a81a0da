import { expect, test } from 'vitest';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, remove, decide, repay, pay, back } = useLoans(world);

const raw = async (url: string, as: Person | null) =>
  (await world.app.inject({ url, headers: as ? { authorization: `Bearer ${as.token}` } : {} })).body;

test('R13.2: a visitor sees the first name and an initial, and no address, phone or name of another', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun' });
  const loan = await newLoan({ owner, status: 6 });
  const seen = done(await find(loan));
  expect(seen.user).toEqual({ firstName: 'Rahima', lastName: 'K.' });
  expect(seen.userName).toBe('Rahima K.');
  expect(seen).toMatchObject({ approvedByName: null, isBackedByUser: false, isIgnored: false });
  const text = await raw(`/api/borrow/findOne?id=${loan.id}`, null);
  for (const secret of ['Khatun', 'example.org', '+880', 'Rahman']) expect(text).not.toContain(secret);
  expect(done(await find(loan, await world.newPerson())).user.lastName).toBe('Khatun');
});

test('R13.2: not even on the start page, for any caller', async () => {
  await newLoan();
  const [person] = await people(world, 1);
  for (const as of [null, person as Person]) {
    expect(await raw('/api/mfi/showcase?name=ROI', as)).not.toContain('Khatun');
  }
});

test('section 4: drafts, deleted and missing ones answer the same bytes to all but the owner', async () => {
  const [draft, deleted] = [await newLoan({ status: 1 }), await newLoan()];
  done(await remove(deleted, deleted.owner));
  const returned = await newLoan({ status: 3 });
  done(await decide('returnProposal', returned));
  const [stranger] = await people(world, 1);
  for (const as of [null, stranger as Person, draft.officer, returned.officer, returned.backers[0] as Person]) {
    const bodies = await Promise.all(
      [draft.id, deleted.id, returned.id, '987654321'].map((id) => raw(`/api/borrow/findOne?id=${id}`, as)),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] as string).status).toBe(404);
  }
  expect(done(await find(draft, draft.owner)).status).toBe(1);
});

test.each(['', '?id=', '?id=0', '?id=-1', '?id=abc', '?id=1e3', '?id=1&id=2', '?id=%00', '?id=9999999999999999'])(
  'an id that cannot be one is refused: findOne%s',
  async (query) => {
    expect(refusal(await world.call('GET', `/api/borrow/findOne${query}`))).toBe('422 invalid_request');
  },
);

test.each([
  ['the day the money is needed', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['today, when that day is over', '2025-06-15', ['2026-02-28', '2026-03-31', '2026-04-30']],
])('R8.2, R8.4: before the release the plan is a preview that begins on %s', async (_, startDate, days) => {
  const loan = await newLoan({ form: { monthsToRepay: 3, startDate } });
  const { schedule, repaymentState, daysLate } = done(await find(loan));
  expect(schedule.map(({ dueOn, amount, paidAmount }: any) => [dueOn, amount, paidAmount])).toEqual([
    [days[0], 33.33, 0],
    [days[1], 33.33, 0],
    [days[2], 33.34, 0],
  ]);
  expect({ repaymentState, daysLate }).toEqual({ repaymentState: null, daysLate: 0 });
});

test('R8.3, R10.7: payments fill the oldest instalment, and lateness begins after the days of grace', async () => {
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 4 } });
  await repay(loan, 30);
  const started = world.now;
  const at = async (day: string) => {
    world.now = new Date(`${day}T06:00:00.000Z`);
    const { schedule, repaymentState, daysLate } = done(await find(loan));
    return [schedule.map(({ state, paidAmount }: any) => `${state} ${paidAmount}`), repaymentState, daysLate];
  };
  expect(await at('2026-03-31')).toEqual([['paid 25', 'due 5', 'due 0', 'upcoming 0'], 'current', 0]);
  expect(await at('2026-04-03')).toEqual([['paid 25', 'due 5', 'due 0', 'upcoming 0'], 'current', 0]);
  expect(await at('2026-04-04')).toEqual([['paid 25', 'late 5', 'due 0', 'upcoming 0'], 'late', 4]);
  world.now = started;
});

test('R11.1: collected, funded, paid, waiting and outstanding are five different figures', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 99.99 } });
  await repay(loan, 10.01);
  done(await pay(loan, 5));
  expect(done(await find(loan))).toMatchObject({
    currentBalance: 99.99,
    collectedAmount: 99.99,
    fundedAmount: 99.99,
    paidAmount: 10.01,
    pendingAmount: 5,
    outstandingAmount: 89.98,
    remainingAmount: 0,
  });
});

test('the actions of an answer are those that the server lets this caller do', async () => {
  const actionsOf = async (loan: { id: string }, as: Person | null) =>
    done(await find(loan, as)).allowedActions.toSorted();
  const published = await newLoan();
  const [stranger] = (await people(world, 1)) as [Person];
  expect(await actionsOf(published, null)).toEqual(['share']);
  expect(await actionsOf(published, stranger)).toEqual([
    'ignore',
    'invest',
    'invite',
    'message',
    'seeBackers',
    'share',
  ]);
  expect(await actionsOf(published, published.owner)).toEqual([
    'assignToCampaign',
    'delete',
    'edit',
    'editGallery',
    'invite',
    'message',
    'postUpdate',
    'seeBackers',
    'share',
    'unpublish',
  ]);
  const whole = await newLoan({ status: 4 });
  expect(await actionsOf(whole, whole.officer)).not.toContain('releaseFunds');
  done(await decide('approveProposal', whole));
  expect(await actionsOf(whole, whole.officer)).toContain('releaseFunds');
  const funded = await newLoan({ status: 5 });
  expect(await actionsOf(funded, funded.owner)).toEqual([
    'answerPlan',
    'assignToCampaign',
    'cannotPay',
    'editGallery',
    'message',
    'postUpdate',
    'repay',
    'seeBackers',
    'withdraw',
  ]);
  done(await pay(funded, 100));
  expect(await actionsOf(funded, funded.owner)).not.toContain('repay');
  expect(refusal(await back(funded, stranger, 1))).toBe('409 wrong_status');
});

test('R1.4: the history tells only owner and staff the actors and the events, newest first, page by page', async () => {
  const loan = await newLoan({ status: 6 });
  const url = `/api/borrow/history?proposalId=${loan.id}`;
  const kinds = ['repaid', 'funds_released', 'backed', 'approved', 'created', 'payment_approved', 'payment_entered'];
  for (const as of [loan.owner, loan.officer]) {
    const events = done(await world.call('GET', url, { as }));
    expect(events.map((event: any) => event.kind)).toEqual(kinds);
    expect(events[0]).toMatchObject({ fromStatus: 5, toStatus: 6, actorName: 'Officer Rahman' });
    expect(events[2]).toMatchObject({ fromStatus: 2, toStatus: 4, actorName: null });
  }
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await world.call('GET', `${url}&limit=2&cursor=${cursor}`, { as: loan.owner });
    seen.push(...body.data.map((event: any) => event.kind));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(kinds);
  expect(refusal(await world.call('GET', url, { as: loan.backers[0] as Person }))).toBe('403 not_permitted');
  expect(refusal(await world.call('GET', url))).toBe('401 sign_in_required');
});
