import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { countFigures } from '../loan-figures/loan-figures.service.ts';

const world = useWorld();
const { newLoan, back, decide, find, repay, setStatus, withdraw, moveWithdrawal } = useLoans(world);
const { heard } = useBells(world);

const URL = `/api/mfi/moneySettings?mfiId=${ROI}`;
const FIRST = {
  fundingDays: 30,
  firstDueAfterMonths: 1,
  lateGraceDays: 3,
  approveBeforeBacking: false,
  releaseOnApproval: false,
};
const set = (as: Person, body: object) => world.call('PATCH', URL, { as, body });

afterEach(async () => {
  world.now = NOW;
  done(await set(await world.newPerson({ staffOf: [ROI] }), FIRST));
});

test('a manager sets how loans go, and all staff hear once (R2.3, R3.3, R5.1, R8.2, R10.7)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  expect(done(await world.call('GET', URL, { as: manager }))).toMatchObject(FIRST);
  const body = {
    fundingDays: 90,
    firstDueAfterMonths: 2,
    lateGraceDays: 0,
    approveBeforeBacking: true,
    releaseOnApproval: true,
  };
  for (let times = 0; times < 2; times += 1) expect(done(await set(manager, body))).toMatchObject(body);
  expect(await heard(officer)).toEqual(['settings_changed null']);
  expect(refusal(await set(officer, { fundingDays: 60 }))).toBe('403 not_permitted');
  const [entry] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: manager }));
  expect(entry).toMatchObject({ action: 'changeMoneySettings' });
});

test.each([
  { fundingDays: 6 },
  { fundingDays: 91 },
  { fundingDays: 30.5 },
  { firstDueAfterMonths: 0 },
  { firstDueAfterMonths: 3 },
  { lateGraceDays: -1 },
  { lateGraceDays: 16 },
  { approveBeforeBacking: 'yes' },
  { releaseOnApproval: null },
])('%j is no way in which loans go', async (body) => {
  const { status, body: problem } = await set(await world.newPerson({ staffOf: [ROI] }), body);
  const paths = problem.errors.map(({ path }: { path: string }) => path);
  expect([status, paths]).toEqual([422, Object.keys(body)]);
});

test('a proposal keeps the deadline that it was published with (R5.1)', async () => {
  const before = await newLoan();
  done(await set(before.officer, { fundingDays: 60 }));
  const after = await newLoan();
  const deadlines = [done(await find(before)).fundingDeadline, done(await find(after)).fundingDeadline];
  expect(deadlines.map((instant: string) => instant.slice(0, 10))).toEqual(['2026-03-02', '2026-04-01']);
});

test('a proposal is backed only once it is checked, where its institution wants it so (R2.3)', async () => {
  const loan = await newLoan();
  done(await set(loan.officer, { approveBeforeBacking: true }));
  const backer = await world.newPerson();
  expect(refusal(await back(loan, backer, 10))).toBe('409 not_yet_checked');
  done(await decide('approveProposal', loan));
  done(await back(loan, backer, 10));
});

test('an approval releases a backed proposal at once, where its institution wants it so (R3.3)', async () => {
  const loan = await newLoan({ status: 4 });
  done(await set(loan.officer, { releaseOnApproval: true }));
  done(await decide('approveProposal', loan));
  expect(done(await find(loan)).status).toBe(5);
});

test('the months of a loan count as they did when it was released, also when its money is sent later (R4.4, R8.2)', async () => {
  const [before, other] = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  const firstDue = async (loan: { id: string }) => done(await find(loan)).schedule[0].dueOn;
  done(await set(before.officer, { firstDueAfterMonths: 2 }));
  const after = await newLoan({ status: 5 });
  expect([await firstDue(before), await firstDue(after)]).toEqual(['2026-02-28', '2026-03-31']);
  world.now = new Date('2026-02-02T06:00:00.000Z');
  const send = async (loan: Loan, reference: string) => {
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference }));
  };
  await send(before, 'Slip 7');
  done(await set(before.officer, { firstDueAfterMonths: 1 }));
  await send(after, 'Slip 8');
  expect([await firstDue(before), await firstDue(after)]).toEqual(['2026-03-02', '2026-04-02']);
  expect(await firstDue(other)).toBe('2026-02-28');
});

test('the days of grace count for every loan from the day they are set (R10.7)', async () => {
  const loan = await newLoan({ status: 5 });
  world.now = new Date('2026-03-05T06:00:00.000Z');
  const daysLate = async () => done(await find(loan, loan.officer)).daysLate;
  expect(await daysLate()).toBe(5);
  done(await set(loan.officer, { lateGraceDays: 15 }));
  expect(await daysLate()).toBe(0);
});

test('an owner adds the days that the institution gave at the publishing, whatever it gives by then (R5.6)', async () => {
  const [before, again] = [await newLoan({ status: 3 }), await newLoan()];
  const extended = async (loan: Loan) => {
    const send = { as: loan.owner, body: { proposalId: loan.id } };
    return done(await world.call('POST', '/api/borrow/extendFunding', send)).fundingDeadline.slice(0, 10);
  };
  done(await set(before.officer, { fundingDays: 60 }));
  expect(done(await find(before, before.owner)).extendsTo.slice(0, 10)).toBe('2026-04-01');
  expect(await extended(before)).toBe('2026-04-01');
  for (const status of [1, 2]) done(await setStatus(again, again.owner, status));
  done(await back(again, await world.newPerson(), 10));
  expect(await extended(again)).toBe('2026-05-31');
});

test('a loan that was repaid within its grace stays on time when the grace changes (R10.7, R26.3)', async () => {
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 1 } });
  done(await set(loan.officer, { lateGraceDays: 15 }));
  world.now = new Date('2026-03-10T06:00:00.000Z');
  await repay(loan, 100);
  await countFigures({ db: world.db, now: () => world.now });
  done(await set(loan.officer, { lateGraceDays: 0 }));
  expect(done(await find(loan)).trackRecord).toMatchObject({ repaid: 1, onTime: 1 });
});
