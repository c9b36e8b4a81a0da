import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { finishPauses } from '../pauses/pauses.jobs.ts';
import { lookForDefaults } from './defaults.jobs.ts';

const world = useWorld();
const { newLoan, find, repay, pay, decidePayment, withdraw, moveWithdrawal, balance } = useLoans(world);
const { choose, emailOf, heard, onMorning } = useBells(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
});
beforeEach(() => {
  world.now = NOW;
});

const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};
/** $100 of two backers over a year, sent at once, the first instalment due on 28 February and late from 4 March on. */
async function sent(backers?: readonly Person[]): Promise<Loan> {
  const loan = await newLoan({ status: 5, officer: officers[0], backings: [60, 40], ...(backers && { backers }) });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-77' }));
  return loan;
}
const look = () => lookForDefaults(world.outside);
const query = (loan: Loan) => `mfiId=${ROI}&proposalId=${loan.id}`;
const answer = (loan: Loan, body: object, as: Person = officers[0]) =>
  world.call('POST', `/api/mfi/default?${query(loan)}`, { as, body });
const read = async (loan: Loan, as: Person = officers[0]) =>
  done(await world.call('GET', `/api/mfi/default?${query(loan)}`, { as }));
const enter = (loan: Loan, as: Person = officers[0]) =>
  world.call('POST', `/api/mfi/writeOff?${query(loan)}`, { as, body: { reason: 'The family has moved away.' } });
const confirm = (loan: Loan, as: Person = officers[1]) =>
  world.call('PATCH', `/api/mfi/writeOff?${query(loan)}`, { as, body: { state: 'approved' } });
const stateOf = async (loan: Loan) => done(await find(loan, loan.owner)).repaymentState;
const WHY = { reason: 'Nobody has heard of her since the flood.', cause: 'disaster' };

/** The mails that tell a backer of defaults, and of what came back after them. */
const mailsTo = async (person: Person) => {
  const email = await emailOf(person);
  return world.sent.filter(({ to, subject }) => to === email && /came back to you|in default/.test(subject));
};

/** A loan about which staff are asked on 31 August, 180 days after 4 March. */
async function inDoubt(): Promise<Loan> {
  const loan = await sent();
  onDay('2026-08-31');
  await look();
  return loan;
}
async function defaulted(): Promise<Loan> {
  const loan = await inDoubt();
  done(await answer(loan, WHY));
  return loan;
}
/** A loan that is written off on 1 October, 31 days after its default. */
async function writtenOff(): Promise<Loan> {
  const loan = await defaulted();
  onDay('2026-10-01');
  done(await enter(loan));
  done(await confirm(loan));
  return loan;
}

describe('R10.9, R29.1: the job asks the staff of a loan in doubt', () => {
  test('after 180 days without a payment while late, once, and they hear of it', async () => {
    const loan = await sent();
    onDay('2026-08-30');
    await look();
    expect((await read(loan)).asked).toBeNull();
    expect(refusal(await answer(loan, WHY))).toBe('409 wrong_status');
    onDay('2026-08-31');
    await look();
    await look();
    expect((await read(loan)).asked).toMatchObject({ putOffUntil: null, mayPutOff: true });
    await runJobs(world);
    expect((await heard(officers[1])).filter((words) => words.startsWith('default_asked'))).toHaveLength(1);
    expect(await stateOf(loan)).toBe('late');
  });

  test('of money that was sent alone', async () => {
    const loan = await newLoan({ status: 5, officer: officers[0] });
    onDay('2026-09-30');
    await look();
    expect((await read(loan)).asked).toBeNull();
    expect(await stateOf(loan)).toBe('late');
  });

  test('money that was sent and came back ends the question, and is no loss to be written off (R29.3)', async () => {
    const asked = await inDoubt();
    world.now = NOW;
    const inDefault = await defaulted();
    for (const loan of [asked, inDefault]) {
      const [{ id }] = done(
        await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: officers[0] }),
      );
      done(await moveWithdrawal(id, officers[0], { state: 'failed', reason: 'Account closed' }));
    }
    expect((await read(asked)).asked).toBeNull();
    expect(refusal(await answer(asked, WHY))).toBe('409 wrong_status');
    onDay('2026-10-05');
    await look();
    expect(await stateOf(asked)).toBe('late');
    expect(refusal(await enter(inDefault))).toBe('409 wrong_status');
    expect(done(await find(inDefault, officers[0])).allowedActions).not.toContain('writeOff');
  });

  test('a payment ends the question', async () => {
    const loan = await inDoubt();
    await repay(loan, 5);
    await look();
    expect(await read(loan)).toMatchObject({ asked: null, defaulted: null });
    expect(refusal(await answer(loan, WHY))).toBe('409 wrong_status');
  });

  test('a question that a payment has answered takes no answer before the job ends it (decision 127)', async () => {
    const loan = await inDoubt();
    await repay(loan, 5);
    expect((await read(loan)).asked).toBeNull();
    expect(refusal(await answer(loan, WHY))).toBe('409 wrong_status');
    expect(refusal(await answer(loan, { reason: 'She pays again.', later: true }))).toBe('409 wrong_status');
    expect(await stateOf(loan)).toBe('late');
  });

  test('the question stands in a queue of the office', async () => {
    const loan = await inDoubt();
    const { inDoubt: queue } = done(await world.call('GET', `/api/mfi/queues?mfiId=${ROI}`, { as: officers[0] }));
    expect(queue.entries.map(({ proposalId }: { proposalId: string }) => proposalId)).toContain(loan.id);
  });
});

describe('R29.1: staff declare a default, or put it off', () => {
  test('declared with a cause it stands, the status stays, and borrower and backers hear once', async () => {
    const loan = await inDoubt();
    const at = world.now.toISOString();
    expect(done(await answer(loan, WHY))).toEqual({ repaymentState: 'defaulted', defaultedAt: at });
    expect(done(await find(loan))).toMatchObject({ status: 5, repaymentState: 'defaulted', defaultedAt: at });
    expect((await read(loan)).defaulted).toMatchObject(WHY);
    expect(refusal(await answer(loan, WHY))).toBe('409 wrong_status');
    await runJobs(world);
    for (const person of [loan.owner, ...loan.backers]) {
      expect((await heard(person)).filter((words) => words === 'loan_defaulted null')).toHaveLength(1);
    }
  });

  test('put off it is asked again after 30 days, twice at most, and defaults by itself 30 days later', async () => {
    const loan = await inDoubt();
    const later = { reason: 'Her son promised to pay.', later: true };
    expect(done(await answer(loan, later))).toEqual({ repaymentState: 'late', defaultedAt: null });
    expect((await read(loan)).asked).toMatchObject({ putOffUntil: '2026-09-30T06:30:00.000Z', mayPutOff: true });
    onDay('2026-10-05');
    done(await answer(loan, later));
    expect(refusal(await answer(loan, later))).toBe('409 wrong_status');
    expect(refusal(await answer(loan, { later: true })), 'told before the missing reason').toBe('409 wrong_status');
    onDay('2026-12-03');
    await look();
    expect(await stateOf(loan)).toBe('late');
    onDay('2026-12-04');
    await look();
    expect(await read(loan)).toMatchObject({ asked: null, defaulted: { cause: 'unknown', reason: null } });
    expect(await stateOf(loan)).toBe('defaulted');
  });

  test.each([
    ['neither answer', { reason: 'x' }],
    ['both answers', { ...WHY, later: true }],
    ['no reason', { cause: 'fraud' }],
    ['a cause that nobody may give', { reason: 'x', cause: 'unknown' }],
  ])('%s is refused', async (_, body) => {
    expect(refusal(await answer(await inDoubt(), body))).toBe('422 invalid_request');
  });

  test('the owner, backers and other offices neither answer nor read it', async () => {
    const loan = await inDoubt();
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    for (const as of [loan.owner, loan.backers[0] as Person, elsewhere]) {
      expect(refusal(await answer(loan, WHY, as))).toBe('403 not_permitted');
      expect(refusal(await world.call('GET', `/api/mfi/default?${query(loan)}`, { as }))).toBe('403 not_permitted');
    }
  });

  test('staff decide nothing about a default or a write-off of their own loan (security T22)', async () => {
    const owner = await world.newPerson({ staffOf: [ROI] });
    const loan = await newLoan({ status: 5, officer: officers[0], owner });
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-77' }));
    onDay('2026-08-31');
    await look();
    expect(refusal(await answer(loan, WHY, owner))).toBe('403 not_permitted');
    done(await answer(loan, WHY));
    onDay('2026-10-01');
    expect(refusal(await enter(loan, owner))).toBe('403 second_person_needed');
    done(await enter(loan));
    expect(refusal(await confirm(loan, owner))).toBe('403 second_person_needed');
  });
});

describe('R29.2: money after a default', () => {
  test('is shared as before and told as a recovery, and all of it ends the loan', async () => {
    const loan = await defaulted();
    await repay(loan, 10);
    await runJobs(world);
    expect(await heard(loan.backers[0] as Person)).toContain('recovered 6');
    expect(await heard(loan.owner)).toContain('payment_approved 10');
    expect(await stateOf(loan)).toBe('defaulted');
    await repay(loan, 90);
    const page = done(await find(loan));
    expect(page).toMatchObject({ status: 6, repaymentState: null, repaidAfterDefault: true });
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: loan.backers[0] as Person }));
    expect(rows.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['recovered', 'recovered', 'backing']);
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('R27.2: defaults of one day, and what comes then, are told by each bell, and by one mail in the morning', async () => {
    const backers = await people(world, 2);
    const loans = [await sent(backers), await sent(backers)];
    onDay('2026-08-31');
    await look();
    for (const loan of loans) done(await answer(loan, WHY));
    const [backer, silent] = backers as [Person, Person];
    await choose(silent, 'recovered', { inApp: false });
    for (const loan of loans) await repay(loan, 10);
    await repay(loans[0] as Loan, 5);
    await runJobs(world);
    const told = (await heard(backer)).filter((words) => words.startsWith('recovered'));
    expect(told.toSorted()).toEqual(['recovered 3', 'recovered 6', 'recovered 6']);
    expect([await mailsTo(backer), await mailsTo(silent)]).toEqual([[], []]);
    await onMorning('2026-09-01');
    const subjects = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject).toSorted();
    expect(await subjects(backer)).toEqual([
      '$15 of 2 loans that are in default came back to you',
      expect.stringContaining('2 loans that you back are in default'),
    ]);
    expect(await subjects(silent)).toContain('$10 of 2 loans that are in default came back to you');
    const recovered = (await mailsTo(backer)).find(({ subject }) => subject.includes('came back'));
    expect(recovered?.text).toMatch(/: \$9\n.+: \$6/);
    expect((await heard(backer)).filter((words) => words.startsWith('loan_defaulted'))).toHaveLength(2);
    await onMorning('2026-09-02');
    expect(await mailsTo(backer)).toHaveLength(2);
  });

  test('R27.2: the mail of the morning leaves out a payment that was taken back, and a default that is over', async () => {
    const [loan, repaid] = [await sent(), await sent()];
    onDay('2026-08-31');
    await look();
    for (const one of [loan, repaid]) done(await answer(one, WHY));
    const id = await repay(loan, 10);
    await repay(loan, 5);
    await repay(repaid, 100);
    await runJobs(world);
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: officers[1], body: { reason: 'Bounced' } }));
    await onMorning('2026-09-01');
    const subjects = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject).toSorted();
    expect(await subjects(loan.backers[0] as Person)).toEqual([
      expect.stringContaining('$3 of'),
      expect.stringContaining('is in default'),
    ]);
    expect(await subjects(repaid.backers[0] as Person)).toEqual([expect.stringContaining('$60 of')]);
  });

  test('T14: taken back after the loan was repaid, it is in default again', async () => {
    const loan = await defaulted();
    const id = await repay(loan, 100);
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: officers[1], body: { reason: 'Bounced' } }));
    expect(done(await find(loan))).toMatchObject({ status: 5, repaymentState: 'defaulted', repaidAfterDefault: false });
  });

  test('R26.3: a person with a default is not shown as on time', async () => {
    const loan = await newLoan({ status: 6, officer: officers[0] });
    expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 1 });
    const { id } = loan.owner;
    const other = await newLoan({ status: 5, officer: officers[0], owner: loan.owner });
    await world.db
      .updateTable('proposals')
      .set({ defaultedAt: NOW })
      .where('ownerId', '=', id)
      .where('status', '=', 5)
      .execute();
    expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 0, active: 1 });
    await world.db
      .updateTable('proposals')
      .set({ defaultedAt: null })
      .where('id', '=', Number(other.id) as never)
      .execute();
  });

  test('a new plan changes the days, and not the default', async () => {
    const loan = await defaulted();
    const body = { months: 6, firstDueOn: '2026-10-31', reason: 'She is back.' };
    const { id } = done(await world.call('POST', `/api/mfi/plan?${query(loan)}`, { as: officers[0], body }));
    const path = `/api/borrow/plan?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: loan.owner, body: { state: 'accepted' } }));
    expect(done(await find(loan))).toMatchObject({ repaymentState: 'defaulted', daysLate: 0 });
  });
});

describe('R29.3: a write-off by two people', () => {
  test('not before 30 days after the default, and not by one', async () => {
    const loan = await defaulted();
    onDay('2026-09-29');
    expect(refusal(await enter(loan))).toBe('409 wrong_status');
    onDay('2026-09-30');
    expect(refusal(await confirm(loan))).toBe('409 wrong_status');
    expect(done(await enter(loan))).toEqual({ state: 'entered' });
    expect(refusal(await enter(loan))).toBe('409 wrong_status');
    expect(refusal(await confirm(loan, officers[0]))).toBe('403 second_person_needed');
    expect(done(await confirm(loan))).toEqual({ state: 'approved', lost: 100 });
    expect(refusal(await confirm(loan, officers[0]))).toBe('403 second_person_needed');
    expect(refusal(await confirm(loan))).toBe('409 wrong_status');
    await runJobs(world);
    expect(await heard(loan.backers[0] as Person)).toContain('written_off 60');
  });

  test('every claim is lost, the status stays, and the portfolio says so', async () => {
    const loan = await writtenOff();
    const [first] = loan.backers as [Person];
    expect(done(await find(loan))).toMatchObject({
      status: 5,
      closedReason: 'written_off',
      repaymentState: 'defaulted',
    });
    expect(await balance('claim', { loan, user: first })).toBe(0);
    expect(await balance('lost', { loan, user: first })).toBe(6000);
    const portfolio = done(await world.call('GET', '/api/borrow/portfolio', { as: first }));
    expect(portfolio).toMatchObject({ lent: 60, stillOut: 0, lost: 60, cameBack: 0 });
    const [row] = done(await world.call('GET', '/api/borrow/portfolio/loans', { as: first }));
    expect(row).toMatchObject({ stillOut: 0, lost: 60 });
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: first }));
    expect(rows[0]).toMatchObject({ purpose: 'written_off', credit: 0, givenUp: 60 });
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('a collection sheet expects it no more (R22.5, R29.3)', async () => {
    const sheet = async () => {
      const { body } = await world.call('GET', `/api/mfi/collectionSheet?mfiId=${ROI}`, { as: officers[0] });
      const row = body.data.find(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
      return { asked: row && row.due + row.overdue, sum: Number(body.sums[0]?.amount ?? 0) };
    };
    const loan = await defaulted();
    onDay('2026-10-01');
    const before = await sheet();
    expect(before.asked).toBeGreaterThan(50);
    done(await enter(loan));
    done(await confirm(loan));
    const after = await sheet();
    expect(after.asked).toBeUndefined();
    expect(before.sum - after.sum).toBeCloseTo(before.asked, 6);
  });

  test('a recovery is shared over what each lost, and all of it repays the loan', async () => {
    const loan = await writtenOff();
    const [first, second] = loan.backers as [Person, Person];
    await repay(loan, 10);
    expect(await balance('lost', { loan, user: first })).toBe(5400);
    expect(await balance('wallet', { user: second })).toBe(400);
    await repay(loan, 90);
    const page = done(await find(loan));
    expect(page).toMatchObject({ status: 6, closedReason: 'written_off', repaidAfterDefault: true });
    expect(await balance('lost', { loan, user: first })).toBe(0);
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('a pause tells the backers, since what is recovered is theirs (R28.4)', async () => {
    const loan = await writtenOff();
    await world.db
      .updateTable('proposals')
      .set({ place: 'Sonakhali' })
      .where('id', '=', Number(loan.id) as never)
      .execute();
    const body = { places: ['Sonakhali'], months: 2, reason: 'The flood of October.' };
    done(await world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, { as: officers[0], body }));
    await finishPauses(world.outside);
    await runJobs(world);
    expect(await heard(loan.backers[0] as Person)).toContainEqual(expect.stringMatching(/^loan_paused/));
  });

  test('R30.3: not while a payment waits', async () => {
    const loan = await defaulted();
    onDay('2026-10-01');
    const { id } = done(await pay(loan, 1));
    expect(refusal(await enter(loan))).toBe('409 payment_pending');
    done(await decidePayment('rejectPayment', loan, id));
    done(await enter(loan));
    const again = done(await pay(loan, 1));
    expect(refusal(await confirm(loan))).toBe('409 payment_pending');
    done(await decidePayment('rejectPayment', loan, again.id));
    done(await confirm(loan));
  });

  test('R34.3: an entry stands for 30 days, and then ends, for who would confirm it also before the job', async () => {
    const loan = await defaulted();
    const mayConfirm = async () => (await read(loan, officers[1])).writeOff?.mayConfirm;
    onDay('2026-10-01');
    done(await enter(loan));
    onDay('2026-10-31');
    expect([refusal(await confirm(loan)), await mayConfirm()]).toEqual(['409 wrong_status', false]);
    expect(refusal(await confirm(loan, officers[0]))).toBe('403 second_person_needed');
    await look();
    expect(done(await enter(loan))).toEqual({ state: 'entered' });
    world.now = new Date(Date.parse('2026-11-30T06:30:00.000Z') - 1);
    await look();
    expect(await mayConfirm()).toBe(true);
    done(await confirm(loan));
  });

  test('ten confirmations at once are one', async () => {
    const loan = await defaulted();
    onDay('2026-10-01');
    done(await enter(loan));
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(loan)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance('lost', { loan, user: loan.backers[0] as Person })).toBe(6000);
  });
});

describe('R24.9: the audit names each disagreement about a loan in default and written off', () => {
  let loan: Loan;
  beforeAll(async () => {
    world.now = NOW;
    loan = await writtenOff();
  });
  const found = async (text: string): Promise<string[]> => {
    let seen: string[] = [];
    const undo = new Error('undone');
    const work = world.db.transaction().execute(async (tx) => {
      await sql.raw(text).execute(tx);
      seen = (await listViolations(tx)).map(({ violation }) => violation);
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    return seen;
  };
  test('sound books have none', async () => expect(await found('select')).toEqual([]));
  test.each([
    [
      'something is lost before the write-off, or claimed after it',
      () => `update accounts set balance_cents = 1 where kind = 'claim' and proposal_id = ${loan.id}`,
    ],
    [
      'a write-off is not what its journal moved',
      () => `update write_offs set amount_cents = amount_cents + 1 where proposal_id = ${loan.id}`,
    ],
    [
      'a loan is written off without its write-off, or the other way round',
      () => `update proposals set written_off_at = null where id = ${loan.id}`,
    ],
    [
      'a loan is in default without its default, or the other way round',
      () => `update loan_defaults set state = 'ended', cause = null where proposal_id = ${loan.id}`,
    ],
    [
      'what is forgiven is not what backers gave up',
      () => `insert into forgivings (proposal_id, user_id, amount_cents, says_who, forgiven_at, before)
        values (${loan.id}, ${loan.owner.id}, 1, false, now(), '[]')`,
    ],
    [
      'a forgiving is not what its journal moved',
      () => `insert into forgivings (proposal_id, user_id, amount_cents, says_who, forgiven_at, before)
        values (${loan.id}, ${loan.owner.id}, 1, false, now(), '[]')`,
    ],
  ])('%s', async (violation, plant) => {
    expect(await found(plant())).toContain(violation);
  });
});
