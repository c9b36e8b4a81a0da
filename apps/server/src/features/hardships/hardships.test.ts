import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provenPerson, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { remindBorrowers } from '../repayments/loan-reminders.ts';
import { endUnanswered } from './hardships.jobs.ts';

const world = useWorld();
const { newLoan, find, repay } = useLoans(world);
const { heard, sentTo } = useBells(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
});
beforeEach(() => {
  world.now = NOW;
});

/** Words in the subject of the mail about a request. */
const CANNOT = 'cannot pay';
const SAID = { reason: 'crop_loss', monthly: 20, fromOn: '2026-05-31', note: 'The river took the field.' };
const say = (loan: Loan, body: object = SAID, as = loan.owner) =>
  world.call('POST', '/api/borrow/hardship', { as, body: { proposalId: loan.id, ...body } });
const takeBack = (loan: Loan, as = loan.owner) =>
  world.call('DELETE', `/api/borrow/hardship?proposalId=${loan.id}`, { as });
const refuse = (loan: Loan, as: Person = officers[0], body: object = { reason: 'Please pay half now.' }) =>
  world.call('PATCH', `/api/mfi/hardship?mfiId=${ROI}&proposalId=${loan.id}`, { as, body });
const said = (loan: Loan, as: Person = loan.owner) =>
  world.call('GET', `/api/borrow/hardships?proposalId=${loan.id}`, { as });
const propose = (loan: Loan, body: object, as: Person = officers[0]) =>
  world.call('POST', `/api/mfi/plan?mfiId=${ROI}&proposalId=${loan.id}`, {
    as,
    body: { reason: 'The flood.', ...body },
  });
const confirm = (loan: Loan, id: string) =>
  world.call('PATCH', `/api/mfi/plan?proposalId=${loan.id}&id=${id}`, { as: officers[1], body: { state: 'approved' } });
const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};
const queued = async (loan: Loan) => {
  const { cannotPay } = done(await world.call('GET', `/api/mfi/queues?mfiId=${ROI}`, { as: officers[0] }));
  return cannotPay.entries.find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
};
const reminders = async (loan: Loan) =>
  done(await world.call('GET', `/api/borrow/howToPay?proposalId=${loan.id}`, { as: loan.owner })).reminders;
/** $100 over a year, the first instalment due on 28 February. */
const running = () => newLoan({ status: 5, officer: officers[0] });

describe('R28.1: the borrower of a running loan says that they cannot pay', () => {
  test('a request ends in the moment that pays the loan back, and stays so when that is undone (T13, T14)', async () => {
    const loan = await running();
    done(await say(loan));
    const id = await repay(loan, 100);
    const state = async () => done(await said(loan)).map((row: { state: string }) => row.state);
    expect(await state()).toEqual(['ended']);
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: officers[1], body: { reason: 'The cheque bounced' } }));
    expect(await state()).toEqual(['ended']);
    expect(await queued(loan)).toBeUndefined();
  });

  test('a request ends in the moment that forgives the rest of the loan (T13)', async () => {
    const backer = await provenPerson(world);
    const loan = await newLoan({ status: 5, officer: officers[0], backers: [backer] });
    done(await say(loan));
    done(await world.call('POST', '/api/borrow/forgive', { as: backer, body: { proposalId: loan.id } }));
    expect(done(await said(loan))).toMatchObject([{ state: 'ended' }]);
  });

  test('staff read it and hear of it, in a queue; nobody else reads it', async () => {
    const loan = await running();
    expect(done(await say(loan))).toMatchObject({ ...SAID, state: 'open', localMonthly: null, closedAt: null });
    expect(done(await said(loan, officers[1]))).toMatchObject([SAID]);
    expect(await queued(loan)).toMatchObject({ amount: 100, waitingSince: NOW.toISOString() });
    await runJobs(world);
    expect(await heard(officers[1])).toContain('hardship_asked null');
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    for (const as of [loan.backers[0] as Person, elsewhere]) {
      expect(refusal(await said(loan, as))).toBe('403 not_permitted');
      expect(refusal(await say(loan, SAID, as))).toBe('403 not_permitted');
    }
    expect(refusal(await say(loan, SAID, officers[0]))).toBe('403 not_permitted');
  });

  test('said again it is changed, and staff hear once; taken back it ends', async () => {
    const loan = await running();
    const asked = async () => (await heard(officers[0])).filter((words) => words.startsWith('hardship_asked')).length;
    const before = await asked();
    const { id } = done(await say(loan));
    onDay('2026-02-05');
    expect(done(await say(loan, { ...SAID, monthly: 0, note: '' }))).toMatchObject({ id, monthly: 0, note: '' });
    expect(done(await said(loan))).toMatchObject([{ id, state: 'open', askedAt: NOW.toISOString() }]);
    await runJobs(world);
    expect((await asked()) - before).toBe(1);
    expect(done(await takeBack(loan))).toMatchObject({ state: 'taken_back' });
    expect(refusal(await takeBack(loan))).toBe('409 wrong_status');
    expect(await queued(loan)).toBeUndefined();
  });

  test('taken back and said again, a request is told to staff once a day', async () => {
    const loan = await running();
    const told = async () => {
      await runJobs(world);
      const rung = (await heard(officers[0])).filter((words) => words.startsWith('hardship_asked'));
      return {
        bells: rung.length,
        mails: (await sentTo(officers[0])).filter((words) => words.includes(CANNOT)).length,
      };
    };
    const before = await told();
    for (let round = 0; round < 5; round += 1) {
      done(await say(loan));
      done(await takeBack(loan));
    }
    done(await say(loan));
    expect(await told()).toEqual({ bells: before.bells + 1, mails: before.mails + 1 });
    expect(await queued(loan)).toMatchObject({ amount: 100 });
    done(await takeBack(loan));
    onDay('2026-02-05');
    done(await say(loan));
    expect(await told()).toEqual({ bells: before.bells + 2, mails: before.mails + 2 });
  });

  test('ten at once are one request', async () => {
    const loan = await running();
    await Promise.all(Array.from({ length: 10 }, () => say(loan)));
    expect(done(await said(loan))).toHaveLength(1);
  });

  test.each([
    ['no reason', { reason: undefined }, '422 invalid_request'],
    ['a reason that is none', { reason: 'greed' }, '422 invalid_request'],
    ['a day that is over', { fromOn: '2026-01-30' }, '422 invalid_request'],
    ['a day more than six months ahead', { fromOn: '2026-08-01' }, '422 invalid_request'],
    ['a note that is too long', { note: 'x'.repeat(501) }, '422 invalid_request'],
    ['less than nothing', { monthly: -1 }, '422 invalid_request'],
    ['more than is owed', { monthly: 100.01 }, '422 amount_above_outstanding'],
    [
      'other money than the loan’s',
      { monthly: undefined, localMonthly: { amount: '5.00', currency: 'BDT' } },
      '422 wrong_currency',
    ],
  ])('%s is refused', async (_, values, code) => {
    expect(refusal(await say(await running(), { ...SAID, ...values }))).toBe(code);
  });

  test('not before the money goes out, nor after all is repaid', async () => {
    expect(refusal(await say(await newLoan({ status: 4, officer: officers[0] })))).toBe('409 wrong_status');
    expect(refusal(await say(await newLoan({ status: 6, officer: officers[0] })))).toBe('409 wrong_status');
  });

  test('it ends with its loan', async () => {
    const loan = await running();
    done(await say(loan));
    await repay(loan, 100);
    await endUnanswered(world.outside);
    expect(done(await said(loan))).toMatchObject([{ state: 'ended' }]);
  });
});

describe('R28.1: reminders rest for 14 days, once in 90 days', () => {
  const rings = async (loan: Loan, day: string) => {
    onDay(day);
    const before = (await reminders(loan)).length;
    await remindBorrowers(world.outside);
    return (await reminders(loan)).length > before;
  };

  test('and go on afterwards', async () => {
    const loan = await running();
    onDay('2026-02-20');
    done(await say(loan));
    expect(await rings(loan, '2026-02-25')).toBe(false);
    expect(await rings(loan, '2026-02-28')).toBe(false);
    expect(await rings(loan, '2026-03-07')).toBe(true);
    done(await takeBack(loan));
    onDay('2026-03-10');
    done(await say(loan));
    expect(await rings(loan, '2026-03-14')).toBe(true);
  });

  test('taken back, they go on at once', async () => {
    const loan = await running();
    onDay('2026-02-20');
    done(await say(loan));
    done(await takeBack(loan));
    expect(await rings(loan, '2026-02-25')).toBe(true);
  });
});

describe('R28.1: a request that nobody answers for 30 days ends', () => {
  test('and owner and staff are told', async () => {
    const loan = await running();
    done(await say(loan));
    const end = NOW.getTime() + 30 * 86_400_000;
    world.now = new Date(end - 1);
    await endUnanswered(world.outside);
    expect(done(await said(loan))).toMatchObject([{ state: 'open' }]);
    world.now = new Date(end + 1);
    await endUnanswered(world.outside);
    await endUnanswered(world.outside);
    expect(done(await said(loan))).toMatchObject([{ state: 'ended' }]);
    await runJobs(world);
    expect((await heard(loan.owner)).filter((words) => words.startsWith('hardship_ended'))).toHaveLength(1);
    // The officers hear of other loans too.
    expect((await heard(officers[1])).join()).toContain('hardship_ended');
    expect(done(await say(loan)).state).toBe('open');
  });
});

describe('R28.2: staff answer', () => {
  test('with a no and its reason, which the borrower hears at once', async () => {
    const loan = await running();
    done(await say(loan));
    expect(refusal(await refuse(loan, loan.owner))).toBe('403 not_permitted');
    expect(refusal(await refuse(loan, officers[0], { reason: ' ' }))).toBe('422 invalid_request');
    expect(done(await refuse(loan))).toMatchObject({ state: 'refused', answer: 'Please pay half now.' });
    expect(refusal(await refuse(loan))).toBe('409 wrong_status');
    await runJobs(world);
    expect(await heard(loan.owner)).toContain('hardship_answered null');
  });

  test('a borrower who is staff of the office too hears of its no', async () => {
    const owner = await world.newPerson({ staffOf: [ROI] });
    const loan = await newLoan({ status: 5, officer: officers[0], owner });
    done(await say(loan));
    done(await refuse(loan));
    await runJobs(world);
    expect(await heard(owner)).toContain('hardship_answered null');
  });

  test('a plan that asks no more than was offered, and begins no earlier, is in force at once', async () => {
    const loan = await running();
    done(await say(loan));
    expect(done(await propose(loan, { months: 5, firstDueOn: '2026-05-31' }))).toMatchObject({ state: 'accepted' });
    expect(done(await said(loan))).toMatchObject([{ state: 'answered' }]);
    const schedule = done(await find(loan, loan.owner)).schedule as { dueOn: string; amount: number }[];
    expect(schedule.map(({ dueOn, amount }) => `${dueOn} ${amount}`)).toEqual([
      '2026-05-31 20',
      '2026-06-30 20',
      '2026-07-31 20',
      '2026-08-31 20',
      '2026-09-30 20',
    ]);
    await runJobs(world);
    expect(await heard(loan.owner)).toContain('hardship_answered null');
    expect(await heard(loan.backers[0] as Person)).toContain('plan_changed null');
  });

  test.each([
    ['asks a cent more', { months: 4, firstDueOn: '2026-05-31' }],
    ['begins a day earlier', { months: 5, firstDueOn: '2026-05-30' }],
  ])('a plan that %s waits for the borrower', async (_, plan) => {
    const loan = await running();
    done(await say(loan));
    expect(done(await propose(loan, plan))).toMatchObject({ state: 'approved' });
    expect(done(await said(loan))).toMatchObject([{ state: 'answered' }]);
  });

  test('R34.3: a plan longer than twice the original is in force when another confirms it; until then nothing is answered', async () => {
    const loan = await running();
    done(await say(loan, { ...SAID, monthly: 4 }));
    const { id, state } = done(await propose(loan, { months: 25, firstDueOn: '2026-05-31' }));
    expect(state).toBe('entered');
    expect(done(await said(loan))).toMatchObject([{ state: 'open' }]);
    expect(done(await confirm(loan, id))).toEqual({ id, state: 'accepted' });
    expect(done(await said(loan))).toMatchObject([{ state: 'answered' }]);
  });

  test('a long plan that asks no more than was offered is in force when it is confirmed on its first day', async () => {
    const loan = await running();
    done(await say(loan, { ...SAID, monthly: 4, fromOn: '2026-02-05' }));
    const { id } = done(await propose(loan, { months: 25, firstDueOn: '2026-02-05' }));
    onDay('2026-02-05');
    expect(done(await confirm(loan, id))).toEqual({ id, state: 'accepted' });
    expect(done(await said(loan))).toMatchObject([{ state: 'answered' }]);
    await runJobs(world);
    expect(await heard(loan.owner)).toContain('hardship_answered null');
  });

  test('a request that was taken back meanwhile brings no plan into force', async () => {
    const loan = await running();
    done(await say(loan, { ...SAID, monthly: 4 }));
    const { id } = done(await propose(loan, { months: 25, firstDueOn: '2026-05-31' }));
    done(await takeBack(loan));
    expect(done(await confirm(loan, id))).toEqual({ id, state: 'approved' });
  });

  test('R28.3: asked before the first missed day, the loan is on a changed plan, whenever staff answer', async () => {
    const loan = await running();
    onDay('2026-02-20');
    done(await say(loan));
    onDay('2026-03-10');
    done(await propose(loan, { months: 5, firstDueOn: '2026-05-31' }));
    await repay(loan, 100);
    expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 0, onChangedPlan: 1 });
  });

  test('R28.3: asked after a missed day that was paid for since, the loan is not on a changed plan', async () => {
    const loan = await running();
    onDay('2026-03-10');
    await repay(loan, 10);
    done(await say(loan));
    done(await propose(loan, { months: 5, firstDueOn: '2026-05-31' }));
    await repay(loan, 90);
    expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 0, onChangedPlan: 0 });
  });
});
