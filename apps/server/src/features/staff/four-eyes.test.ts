import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, find, pay, decidePayment, balance } = useLoans(world);
const { heard } = useBells(world);

const SETTINGS = '/api/mfi/moneySettings?mfiId=3';
const setFrom = async (as: Person, fourEyesFrom: number | null) =>
  done(await world.call('PATCH', SETTINGS, { as, body: { fourEyesFrom } }));
const log = async (as: Person) => done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as }))[0];
const lines = async (as: Person, what: 'loans' | 'payments' | 'months') =>
  (await world.call('GET', `/api/mfi/export?mfiId=3&what=${what}`, { as })).body.split('\r\n') as string[];

/** An office in which nobody else is left from before, where two decide from $100. */
async function newOffice(count: number): Promise<Person[]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  await world.db.deleteFrom('formerStaff').execute();
  const members: Person[] = [];
  for (let index = 0; index < count; index += 1) members.push(await world.newPerson({ staffOf: [ROI] }));
  await setFrom(members[0] as Person, 100);
  return members;
}

afterEach(async () => {
  world.now = NOW;
  await world.db.updateTable('mfis').set({ fourEyesFromCents: null, releaseOnApproval: false }).execute();
});

test('R2.6, T11: staff who approved a proposal do not release its money, others do', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 4, isApproved: true, officer: first });
  expect(refusal(await decide('releaseFunds', loan))).toBe('403 second_person_needed');
  expect(done(await decide('releaseFunds', loan, { as: second })).status).toBe(5);
  expect(await log(first)).toMatchObject({
    action: 'releaseFunds',
    actorId: String(second.id),
    enteredById: String(first.id),
    selfApproved: false,
  });
});

test('R2.6: below the amount one person does both', async () => {
  const [first] = (await newOffice(2)) as [Person];
  await setFrom(first, 100.01);
  const loan = await newLoan({ status: 4, isApproved: true, officer: first });
  expect(done(await decide('releaseFunds', loan)).status).toBe(5);
});

test('R2.6: staff who entered a payment do not approve it, but may reject it', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  await setFrom(first, 50);
  const loan = await newLoan({ status: 4, isApproved: true, officer: first });
  done(await decide('releaseFunds', loan, { as: second }));
  const large = done(await pay(loan, 50, { as: first })).id;
  expect(refusal(await decidePayment('approvePayment', loan, large))).toBe('403 second_person_needed');
  expect(await balance('wallet', { user: loan.backers[0] as Person })).toBe(0);
  done(await decidePayment('approvePayment', loan, large, { as: second }));
  const small = done(await pay(loan, 20, { as: first })).id;
  done(await decidePayment('approvePayment', loan, small));
  const own = done(await pay(loan, 30, { as: loan.owner })).id;
  done(await decidePayment('approvePayment', loan, own));
});

test('R2.6: in an office of one the same person does both, which the log and the files mark', async () => {
  const [only] = (await newOffice(1)) as [Person];
  const loan = await newLoan({ status: 4, isApproved: true, officer: only });
  done(await decide('releaseFunds', loan));
  expect(await log(only)).toMatchObject({ action: 'releaseFunds', selfApproved: true });
  const { id } = done(await pay(loan, 100, { as: only }));
  done(await decidePayment('approvePayment', loan, id));
  expect(await log(only)).toMatchObject({ action: 'approvePayment', selfApproved: true });
  expect((await lines(only, 'loans')).find((line) => line.startsWith(`${loan.id},`))).toMatch(/,"yes"$/);
  expect((await lines(only, 'payments')).find((line) => line.startsWith(`${id},`))).toMatch(/,"yes","","",""$/);
  expect((await lines(only, 'loans')).filter((line) => line.endsWith(',"yes"'))).toHaveLength(1);
});

test('R2.6: the activity by month counts what happened by the months of the office, and what one did alone', async () => {
  // The first of February in Kolkata.
  world.now = new Date('2026-01-31T23:30:00Z');
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const shared = await newLoan({ status: 4, isApproved: true, officer: first });
  done(await decide('releaseFunds', shared, { as: second }));
  const [only] = (await newOffice(1)) as [Person];
  const loan = await newLoan({ status: 4, isApproved: true, officer: only });
  done(await decide('releaseFunds', loan));
  const { id } = done(await pay(loan, 100, { as: only }));
  done(await decidePayment('approvePayment', loan, id));
  const file = await lines(only, 'months');
  expect(file[0]).toContain('"month","event","count","amount_usd","self_approved"');
  expect(file).toEqual(
    expect.arrayContaining([
      '"2026-02","funds_released",2,200,1',
      '"2026-02","payment_approved",1,100,1',
      '"2026-02","payment_entered",1,100,0',
    ]),
  );
});

test('the approver is not offered to release the money where another has to, and the other is (R34.3)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 4, isApproved: true, officer: first });
  const offered = async (as: Person) => done(await find(loan, as)).allowedActions.includes('releaseFunds');
  expect([await offered(first), await offered(second)]).toEqual([false, true]);
  await setFrom(second, null);
  expect(await offered(first)).toBe(true);
});

test('staff who back a loan are not offered to check it where two decide, and others are (R6.8)', async () => {
  const [backer, other] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 3, officer: other });
  done(await back(loan, backer, 5));
  const offered = async (as: Person) => done(await find(loan, as)).allowedActions.includes('approve');
  expect([await offered(backer), await offered(other)]).toEqual([false, true]);
  expect(refusal(await decide('approveProposal', loan, { as: backer }))).toBe('403 second_person_needed');
  await setFrom(other, null);
  expect(await offered(backer)).toBe(true);
});

test('a person who did the first of two steps is told so whatever became of the second (R2.6, R6.8)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const needsOther = '403 second_person_needed';
  const whole = await newLoan({ status: 4, isApproved: true, officer: first });
  const stale = `/api/mfi/releaseFunds?mfiId=${ROI}&proposalId=${whole.id}&revision=1`;
  expect(refusal(await world.call('POST', stale, { as: first }))).toBe(needsOther);
  done(await decide('releaseFunds', whole, { as: second }));
  expect(refusal(await decide('releaseFunds', whole))).toBe(needsOther);

  const { id } = done(await pay(whole, 100, { as: first }));
  done(await decidePayment('approvePayment', whole, id, { as: second }));
  expect(refusal(await decidePayment('approvePayment', whole, id, { as: first }))).toBe(needsOther);

  const backed = await newLoan({ status: 3, officer: second });
  done(await back(backed, first, 5));
  done(await decide('approveProposal', backed));
  expect(refusal(await decide('approveProposal', backed, { as: first }))).toBe(needsOther);
});

test('R34.3: a member removed within a week still counts', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 4, isApproved: true, officer: first });
  const staff = done(await world.call('GET', '/api/mfi/staff?mfiId=3', { as: first }));
  const { id } = staff.find(({ phone }: { phone: string }) => phone === second.phone);
  done(await world.call('DELETE', `/api/mfi/staff?mfiId=3&id=${id}`, { as: first }));
  expect(refusal(await decide('releaseFunds', loan))).toBe('403 second_person_needed');
});

test('R3.3, R34.3: where two decide, neither approving nor the last backing releases the money', async () => {
  const [first] = (await newOffice(2)) as [Person];
  await world.db.updateTable('mfis').set({ releaseOnApproval: true }).where('id', '=', ROI).execute();
  const whole = await newLoan({ status: 4, officer: first });
  expect(done(await decide('approveProposal', whole)).status).toBe(4);
  const open = await newLoan({ status: 3, isApproved: true, officer: first });
  expect(done(await back(open, await world.newPerson(), 60)).proposal.status).toBe(4);
  expect(done(await find(open)).status).toBe(4);

  await setFrom(first, null);
  const small = await newLoan({ status: 3, isApproved: true, officer: first });
  expect(done(await back(small, await world.newPerson(), 60)).proposal.status).toBe(5);
});

test('R6.8: staff who back a loan do not approve it where two decide', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 3, officer: first, backers: [first] });
  expect(refusal(await decide('approveProposal', loan))).toBe('403 second_person_needed');
  done(await decide('approveProposal', loan, { as: second }));
});

test('R2.6: a manager sets the amount, an officer does not, and all staff are told', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  expect(refusal(await world.call('PATCH', SETTINGS, { as: officer, body: { fourEyesFrom: 1 } }))).toBe(
    '403 not_permitted',
  );
  expect(done(await world.call('GET', SETTINGS, { as: second })).fourEyesFrom).toBe(100);
  expect((await setFrom(first, null)).fourEyesFrom).toBeNull();
  expect(await heard(second)).toEqual(['settings_changed null', 'settings_changed null']);
  expect((await world.call('PATCH', SETTINGS, { as: first, body: { fourEyesFrom: -1 } })).status).toBe(422);
});
