import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { endPlans } from './plans.jobs.ts';

const world = useWorld();
const { newLoan, find, repay, pay, decidePayment, withdraw, moveWithdrawal, balance } = useLoans(world);
const { choose, emailOf, heard, onMorning, sentTo } = useBells(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
});
beforeEach(() => {
  world.now = NOW;
});

const NEW = { months: 6, firstDueOn: '2026-05-31', reason: 'The flood took the first harvest.' };
const enter = (loan: Loan, body: object = NEW, as: Person = officers[0]) =>
  world.call('POST', `/api/mfi/plan?mfiId=${ROI}&proposalId=${loan.id}`, { as, body });
const confirm = (loan: Loan, id: string, as: Person) =>
  world.call('PATCH', `/api/mfi/plan?proposalId=${loan.id}&id=${id}`, { as, body: { state: 'approved' } });
const answer = (loan: Loan, id: string, state: string, as = loan.owner) =>
  world.call('PATCH', `/api/borrow/plan?proposalId=${loan.id}&id=${id}`, { as, body: { state } });
const changesOf = (loan: Loan, as: Person) => world.call('GET', `/api/borrow/plans?proposalId=${loan.id}`, { as });
const planOf = async (loan: Loan) =>
  done(await find(loan, loan.owner)).schedule.map(
    ({ dueOn, amount }: { dueOn: string; amount: number }) => `${dueOn} ${amount}`,
  );
const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};
/** $100 over a year, from 28 February on. */
const running = () => newLoan({ status: 5, officer: officers[0] });
async function accepted(loan: Loan, body: object = NEW) {
  const { id } = done(await enter(loan, body));
  return done(await answer(loan, id, 'accepted'));
}

describe('R28.2: a new plan comes into force when its borrower accepts it', () => {
  test('paid instalments stay, the outstanding is split again, and the old plan is kept', async () => {
    const loan = await running();
    await repay(loan, 10);
    const { id, state } = done(await enter(loan));
    expect(state).toBe('approved');
    expect(await planOf(loan)).toHaveLength(12);
    expect(done(await answer(loan, id, 'accepted'))).toEqual({ id, state: 'accepted' });
    expect(await planOf(loan)).toEqual([
      '2026-02-28 8.33',
      '2026-03-31 1.67',
      '2026-05-31 15',
      '2026-06-30 15',
      '2026-07-31 15',
      '2026-08-31 15',
      '2026-09-30 15',
      '2026-10-31 15',
    ]);
    const [change] = done(await changesOf(loan, loan.backers[0] as Person));
    expect(change).toMatchObject({ state: 'accepted', months: 6, reason: NEW.reason });
    expect(change.before).toHaveLength(12);
    expect(change.before[0]).toEqual({ dueOn: '2026-02-28', amount: 8.33, local: null });
  });

  test('refused, the old plan stays; backers never read of it', async () => {
    const loan = await running();
    const { id } = done(await enter(loan));
    done(await answer(loan, id, 'refused'));
    expect(await planOf(loan)).toHaveLength(12);
    expect(done(await changesOf(loan, loan.backers[0] as Person))).toEqual([]);
    expect(done(await changesOf(loan, loan.owner))).toMatchObject([{ state: 'refused' }]);
    expect(refusal(await answer(loan, id, 'accepted'))).toBe('409 wrong_status');
    expect((await enter(loan)).status).toBe(201);
  });

  test('a payment that waits stays, fills the new plan when it is approved, and the loan ends repaid', async () => {
    const loan = await running();
    const { id } = done(await pay(loan, 20));
    await accepted(loan, { ...NEW, months: 2 });
    expect(await planOf(loan)).toEqual(['2026-05-31 50', '2026-06-30 50']);
    done(await decidePayment('approvePayment', loan, id));
    const [first] = done(await find(loan, loan.owner)).schedule;
    expect(first).toMatchObject({ amount: 50, paidAmount: 20 });
    await repay(loan, 80);
    expect(done(await find(loan)).status).toBe(6);
    expect(await balance('claim', { loan, user: loan.backers[0] as Person })).toBe(0);
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('R28.3: lateness counts from the plan in force', async () => {
    const loan = await running();
    onDay('2026-03-10');
    expect(done(await find(loan)).repaymentState).toBe('late');
    await accepted(loan, { ...NEW, firstDueOn: '2026-03-31' });
    expect(done(await find(loan)).repaymentState).toBe('current');
    onDay('2026-04-04');
    expect(done(await find(loan)).repaymentState).toBe('late');
  });

  test.each([
    ['before a day was missed', '2026-02-20', { repaid: 1, onTime: 0, onChangedPlan: 1 }],
    ['after a day was missed', '2026-03-10', { repaid: 1, onTime: 0, onChangedPlan: 0 }],
  ])('R28.3: a loan repaid on a plan that was changed %s is not said to be on time', async (_, day, counted) => {
    const loan = await running();
    onDay(day);
    await accepted(loan, { ...NEW, firstDueOn: '2026-04-30' });
    await repay(loan, 100);
    expect(done(await find(loan)).trackRecord).toMatchObject(counted);
  });

  test('R28.3: a loan that was late once and caught up before its plan changed is not said to be on a changed plan', async () => {
    const loan = await running();
    onDay('2026-03-10');
    await repay(loan, 10);
    await accepted(loan, { ...NEW, firstDueOn: '2026-04-30' });
    await repay(loan, 90);
    expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 0, onChangedPlan: 0 });
  });

  test('money that is sent later moves no agreed day (R4.4)', async () => {
    const loan = await running();
    await accepted(loan);
    const agreed = await planOf(loan);
    expect(agreed).toHaveLength(6);
    onDay('2026-06-15');
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-77' }));
    expect(await planOf(loan)).toEqual(agreed);
  });
});

describe('R28.2, R34.3: who may propose, confirm and answer', () => {
  test('a plan longer than twice the original waits for other staff, then for the borrower', async () => {
    const loan = await running();
    const { id, state } = done(await enter(loan, { ...NEW, months: 25 }));
    expect(state).toBe('entered');
    expect(refusal(await answer(loan, id, 'accepted'))).toBe('409 wrong_status');
    expect(refusal(await confirm(loan, id, officers[0]))).toBe('403 second_person_needed');
    expect(refusal(await confirm(loan, id, loan.owner))).toBe('403 not_permitted');
    expect(done(await confirm(loan, id, officers[1]))).toEqual({ id, state: 'approved' });
    expect(refusal(await confirm(loan, id, officers[1]))).toBe('409 wrong_status');
    done(await answer(loan, id, 'accepted'));
    expect(await planOf(loan)).toHaveLength(25);
  });

  test('an officer neither confirms a long plan nor is asked to where another manager is there (R34.4)', async () => {
    const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
    const loan = await running();
    const { id } = done(await enter(loan, { ...NEW, months: 25 }));
    await runJobs(world);
    expect(await heard(officer)).not.toContain('to_confirm null');
    expect(await heard(officers[1])).toContain('to_confirm null');
    const awaitsAnother = async (as: Person) => done(await changesOf(loan, as))[0].awaitsAnother;
    expect([await awaitsAnother(officer), await awaitsAnother(officers[1])]).toEqual([true, false]);
    expect(refusal(await confirm(loan, id, officer))).toBe('403 not_permitted');
    done(await confirm(loan, id, officers[1]));
  });

  test('the borrower alone answers, and one plan is open at a time', async () => {
    const loan = await running();
    const { id } = done(await enter(loan));
    expect(refusal(await enter(loan))).toBe('409 wrong_status');
    const wrong = { ...NEW, months: 'many', firstDueOn: '2020-01-31' };
    expect(refusal(await enter(loan, wrong)), 'told before the wrong values').toBe('409 wrong_status');
    for (const as of [officers[0], loan.backers[0] as Person]) {
      expect(refusal(await answer(loan, id, 'accepted', as))).toBe('403 not_permitted');
    }
    expect(refusal(await enter(loan, NEW, loan.owner))).toBe('403 not_permitted');
    expect(refusal(await changesOf(loan, await world.newPerson()))).toBe('403 not_permitted');
  });

  test('staff propose and confirm no plan of their own loan (security T22)', async () => {
    const owner = await world.newPerson({ staffOf: [ROI] });
    const loan = await newLoan({ status: 5, officer: officers[0], owner });
    expect(refusal(await enter(loan, NEW, owner))).toBe('403 second_person_needed');
    const { id } = done(await enter(loan, { ...NEW, months: 25 }));
    expect(refusal(await confirm(loan, id, owner))).toBe('403 second_person_needed');
  });

  test('ten answers at once are one', async () => {
    const loan = await running();
    const { id } = done(await enter(loan));
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(loan, id, 'accepted')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await planOf(loan)).toHaveLength(6);
  });

  test.each([
    ['no month', { months: 0 }],
    ['61 months', { months: 61 }],
    ['a first day that is over', { firstDueOn: '2026-01-30' }],
    ['a first day more than six months ahead', { firstDueOn: '2026-08-01' }],
    ['no reason', { reason: ' ' }],
  ])('a plan with %s is refused', async (_, values) => {
    const loan = await running();
    expect(refusal(await enter(loan, { ...NEW, ...values }))).toBe('422 invalid_request');
  });

  test('a loan that is not released, or repaid, has no new plan', async () => {
    expect(refusal(await enter(await newLoan({ status: 4, officer: officers[0] })))).toBe('409 wrong_status');
    expect(refusal(await enter(await newLoan({ status: 6, officer: officers[0] })))).toBe('409 wrong_status');
  });
});

test('R27.2: a backer of two loans whose plans change on one day reads one mail with both and their reasons', async () => {
  const backers = await people(world, 1);
  const backer = backers[0] as Person;
  const loanOf = (title: string) =>
    newLoan({ status: 5, officer: officers[0], backers, backings: [100], form: { title } });
  const [loom, kiln, mill] = [await loanOf('A loom'), await loanOf('A kiln'), await loanOf('A mill')];
  const email = await emailOf(backer);
  const mails = () => world.sent.filter(({ to, subject }) => to === email && subject.includes('new plan'));
  await accepted(loom, { ...NEW, reason: 'The flood.' });
  await accepted(kiln, { ...NEW, reason: 'The fire.' });
  await runJobs(world);
  expect(mails()).toEqual([]);
  expect((await heard(backer)).filter((words) => words.startsWith('plan_changed'))).toHaveLength(2);
  await onMorning('2026-02-01');
  await onMorning('2026-02-02');
  expect(mails().map(({ subject }) => subject)).toEqual([
    '2 loans that you back have new plans of repayment. You need do nothing',
  ]);
  expect(mails()[0]?.text).toMatch(/A loom: The flood\.\nA kiln: The fire\./);
  expect(mails()[0]?.text).toMatch(/A loom: http.+\n\nA kiln: http/);
  expect((await heard(backer)).filter((words) => words.startsWith('plan_changed'))).toHaveLength(2);
  await accepted(mill);
  await onMorning('2026-02-03');
  expect(mails().map(({ subject }) => subject)).toContain('“A mill” has a new plan of repayment. You need do nothing');
});

test('R27.2: a backer who wants no mail of new plans gets none in the morning either', async () => {
  const loan = await running();
  const [backer] = loan.backers as [Person];
  await choose(backer, 'plan_changed', { email: false });
  await accepted(loan);
  await onMorning('2026-02-01');
  expect(await sentTo(backer)).not.toContainEqual(expect.stringContaining('new plan'));
});

describe('R28.2: a plan that is not in force after 14 days ends', () => {
  const END = NOW.getTime() + 14 * 86_400_000;

  test('and the old plan stays', async () => {
    const loan = await running();
    const { id } = done(await enter(loan));
    world.now = new Date(END - 1);
    await endPlans(world.outside);
    expect(done(await changesOf(loan, loan.owner))).toMatchObject([{ state: 'approved' }]);
    world.now = new Date(END + 1);
    await endPlans(world.outside);
    expect(done(await changesOf(loan, loan.owner))).toMatchObject([{ state: 'ended' }]);
    expect(refusal(await answer(loan, id, 'accepted'))).toBe('409 wrong_status');
    expect(await planOf(loan)).toHaveLength(12);
  });

  test('or its first day is over: accepted then it would be late at once', async () => {
    const [offered, long] = [await running(), await running()];
    const soon = { ...NEW, firstDueOn: '2026-02-03' };
    const [{ id }, { id: longId }] = [
      done(await enter(offered, soon)),
      done(await enter(long, { ...soon, months: 25 })),
    ];
    onDay('2026-02-03');
    await endPlans(world.outside);
    expect(done(await changesOf(offered, offered.owner))).toMatchObject([{ state: 'approved' }]);
    // It is the fourth there already.
    world.now = new Date('2026-02-03T18:30:00.000Z');
    expect(refusal(await answer(offered, id, 'accepted'))).toBe('409 wrong_status');
    expect(refusal(await confirm(long, longId, officers[1]))).toBe('409 wrong_status');
    await endPlans(world.outside);
    expect(done(await changesOf(offered, offered.owner))).toMatchObject([{ state: 'ended' }]);
    expect(await planOf(offered)).toHaveLength(12);
    done(await enter(offered));
  });

  test('and is neither confirmed nor accepted then, although the job has not ended it yet', async () => {
    const [offered, long] = [await running(), await running()];
    const [{ id }, { id: longId }] = [done(await enter(offered)), done(await enter(long, { ...NEW, months: 25 }))];
    world.now = new Date(END + 1);
    for (const state of ['accepted', 'refused'])
      expect(refusal(await answer(offered, id, state)), state).toBe('409 wrong_status');
    expect(refusal(await confirm(long, longId, officers[0]))).toBe('403 second_person_needed');
    expect(refusal(await confirm(long, longId, officers[1]))).toBe('409 wrong_status');
    expect(await planOf(offered)).toHaveLength(12);
    world.now = new Date(END);
    done(await confirm(long, longId, officers[1]));
    done(await answer(long, longId, 'accepted'));
    done(await answer(offered, id, 'accepted'));
  });
});

test('R27.2, R28.2: the borrower hears of the offer, staff of the answer, and backers once of the change with its reason', async () => {
  const loan = await running();
  const [backer] = loan.backers as [Person];
  const { id } = done(await enter(loan));
  await runJobs(world);
  const told = async (person: Person) => (await heard(person)).filter((words) => words.startsWith('plan'));
  expect(await told(loan.owner)).toEqual(['plan_offered null']);
  expect(await told(backer)).toEqual([]);
  done(await answer(loan, id, 'accepted'));
  await runJobs(world);
  expect((await told(officers[1]))[0]).toBe('plan_answered null');
  expect(await told(backer)).toEqual(['plan_changed null']);
  await onMorning('2026-02-01');
  expect(await sentTo(backer)).toContainEqual(expect.stringContaining('new plan'));
});

test('R27.2, R28.2: staff who back the loan as persons hear of the answer and of the change', async () => {
  const loan = await newLoan({ status: 5, officer: officers[0], backers: [await world.newPerson({ staffOf: [ROI] })] });
  const [backer] = loan.backers as [Person];
  const { id } = done(await enter(loan));
  done(await answer(loan, id, 'accepted'));
  await runJobs(world);
  const told = (await heard(backer)).filter((words) => words.startsWith('plan'));
  expect(told.toSorted()).toEqual(['plan_answered null', 'plan_changed null']);
});
