import { beforeEach, expect, test } from 'vitest';
import { applyDuePhoneChanges } from './phone-changes.service.ts';
import { codeFor, isAlive, newPhone, PASSWORD, registered, runJobs, signIn } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, withdraw, moveWithdrawal } = useLoans(world);
const { bell, heard } = useBells(world);
const HOUR_MS = 3_600_000;
const SENT = { state: 'sent', reference: 'TRX-1' };
const CALL = '/api/mfi/phoneChanges?mfiId=3';

let officer: Person;
let manager: Person;
beforeEach(async () => {
  moveHours(0);
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  await world.db.deleteFrom('formerStaff').execute();
  await world.db.deleteFrom('phoneChanges').execute();
  officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  manager = await world.newPerson({ staffOf: [ROI] });
});

const moveHours = (hours: number) => void (world.now = new Date(NOW.getTime() + hours * HOUR_MS));
const enter = (as: Person, of: { phone: string }, body: object = {}) =>
  world.call('POST', CALL, {
    as,
    body: { oldPhone: of.phone, newPhone: newPhone(), idSeen: true, reason: 'The phone was stolen.', ...body },
  });
const approve = (as: Person, id: string) =>
  world.call('PATCH', `${CALL}&id=${id}`, { as, body: { state: 'approved' } });
const drop = (as: Person, id: string) => world.call('DELETE', `${CALL}&id=${id}`, { as });
const list = async (as: Person) => done(await world.call('GET', CALL, { as })) as Record<string, any>[];
const apply = () => applyDuePhoneChanges(world.db, world.outside, world.now);
const phoneOf = async ({ id }: Pick<Person, 'id'>) =>
  (await world.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;
const notMe = (token: string) => world.call('POST', '/api/identity/phone-change/not-me', { body: { token } });
const tokenSentTo = (to: string) => {
  const texts = world.sent.filter((message) => message.to === to).map(({ text }) => text);
  return /PhoneNotMe\?token=([\w.-]+)/.exec(texts.join('\n'))?.[1] ?? '';
};

/** The owner of a loan at ROI. */
const borrower = async () => (await newLoan({ status: 5, mfiId: ROI })).owner;

test('staff enter a change, a second person confirms, and it is in force a day later (R33.4)', async () => {
  const owner = await borrower();
  const phone = newPhone();
  const { id, state } = done(await enter(officer, owner, { newPhone: phone }));
  expect(state).toBe('entered');
  expect([await heard(officer), await heard(manager)]).toEqual([[], ['to_confirm null']]);
  expect(await list(officer)).toMatchObject([
    { id, oldPhone: owner.phone, newPhone: phone, state: 'entered', mayConfirm: false },
  ]);
  expect(await list(manager)).toMatchObject([{ id, mayConfirm: true, inForceAt: null }]);
  expect(refusal(await approve(officer, id))).toBe('403 second_person_needed');
  const inForceAt = new Date(NOW.getTime() + 24 * HOUR_MS).toISOString();
  expect(done(await approve(manager, id))).toEqual({ id, state: 'approved', inForceAt });
  expect(refusal(await approve(manager, id))).toBe('409 already_approved');
  moveHours(23.99);
  expect(await apply()).toBe(0);
  expect(await phoneOf(owner)).toBe(owner.phone);
  moveHours(24);
  expect(await apply()).toBe(1);
  expect(await apply()).toBe(0);
  expect(await phoneOf(owner)).toBe(phone);
  expect(await isAlive(world, owner.token)).toBe(false);
  expect(await list(manager)).toEqual([]);
});

test('an owner whose loan is repaid and whose money was never sent has it there still (R33.4, R31.4)', async () => {
  const loan = await newLoan({ status: 6 });
  const { id } = done(await enter(officer, loan.owner));
  done(await approve(manager, id));
  moveHours(24);
  expect(await apply()).toBe(1);
});

test('the person comes back in by the new phone, and by the old one no more (R33.4)', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  const loan = await newLoan({ status: 3, mfiId: ROI });
  done(await back(loan, { id: Number(account.id) as never, subject: account.subject, phone: account.phone, token }, 5));
  const phone = newPhone();
  const { id } = done(await enter(manager, account, { newPhone: phone }));
  const second = await world.newPerson({ staffOf: [ROI] });
  done(await approve(second, id));
  moveHours(24);
  await apply();
  await world.call('POST', '/api/identity/forgot-password', { body: { username: phone } });
  const reset = { username: phone, code: await codeFor(world, phone), newPassword: 'seven blue boats' };
  expect((await world.call('POST', '/api/identity/confirm-forgot-password', { body: reset })).status).toBe(200);
  expect((await signIn(world, phone, 'seven blue boats')).answer.body.data.user.id).toBe(account.id);
  await expect(signIn(world, account.phone, PASSWORD)).rejects.toThrow('not_authorized');
});

test('the old phone and e-mail hear at once, and “that was not me” ends it (R33.4)', async () => {
  const owner = await borrower();
  const { id } = done(await enter(officer, owner));
  await runJobs(world);
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const token = tokenSentTo(owner.phone);
  expect([token, tokenSentTo(email)]).toEqual([expect.stringContaining('.'), token]);
  done(await approve(manager, id));
  for (const forged of ['x', `9${token}`, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]) {
    expect((await notMe(forged)).status, forged).toBe(404);
  }
  expect((await notMe(token)).status).toBe(200);
  expect((await notMe(token)).status).toBe(200);
  moveHours(25);
  expect(await apply()).toBe(0);
  expect(await phoneOf(owner)).toBe(owner.phone);
  expect(refusal(await approve(manager, id))).toBe('404 not_found');
});

test('“that was not me” comes too late for a change in force (R33.4)', async () => {
  const owner = await borrower();
  const { id } = done(await enter(officer, owner));
  await runJobs(world);
  const token = tokenSentTo(owner.phone);
  done(await approve(manager, id));
  moveHours(24);
  await apply();
  expect(refusal(await notMe(token))).toBe('409 wrong_status');
});

test('payouts rest until 72 hours after the change is in force (R33.4)', async () => {
  const loan = await newLoan({ status: 5, mfiId: ROI });
  const withdrawal = done(await withdraw(loan)).id;
  const { id } = done(await enter(officer, loan.owner));
  done(await approve(manager, id));
  for (const hours of [1, 25, 95.99]) {
    moveHours(hours);
    expect(refusal(await moveWithdrawal(withdrawal, manager, SENT)), `after ${hours} h`).toBe('409 cooling_off');
  }
  moveHours(96);
  expect(done(await moveWithdrawal(withdrawal, manager, SENT))).toMatchObject({ state: 'sent' });
});

test('owner and staff read beforehand until when payouts rest (R33.4)', async () => {
  const loan = await newLoan({ status: 5, mfiId: ROI });
  const withdrawal = done(await withdraw(loan)).id;
  const { id } = done(await enter(officer, loan.owner));
  const restsUntil = new Date(NOW.getTime() + 96 * HOUR_MS).toISOString();
  const own = async () => done(await world.call('GET', `/api/users/${loan.owner.id}`, { as: loan.owner }));
  const listed = async (as: Person) =>
    done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as }))[0];
  const queued = async () => {
    const { withdrawalsToSend } = done(await world.call('GET', '/api/mfi/queues?mfiId=3', { as: officer }));
    return withdrawalsToSend.entries.find(({ withdrawalId }: { withdrawalId: string }) => withdrawalId === withdrawal);
  };
  expect(await own()).toMatchObject({ payoutsRestUntil: null });
  expect(await queued()).toMatchObject({ isResting: false });
  done(await approve(manager, id));
  expect(await own()).toMatchObject({ payoutsRestUntil: restsUntil });
  for (const answer of [await listed(loan.owner), await listed(officer), await queued()])
    expect(answer).toMatchObject({ isResting: true, payableFrom: restsUntil });
  moveHours(96);
  expect(await own()).toMatchObject({ payoutsRestUntil: null });
  expect(await listed(loan.owner)).toMatchObject({ isResting: false });
});

test('a change that was ended lets payouts go on', async () => {
  const loan = await newLoan({ status: 5, mfiId: ROI });
  const withdrawal = done(await withdraw(loan)).id;
  const { id } = done(await enter(officer, loan.owner));
  done(await approve(manager, id));
  done(await drop(officer, id));
  expect((await drop(officer, id)).status).toBe(404);
  expect(done(await moveWithdrawal(withdrawal, manager, SENT))).toMatchObject({ state: 'sent' });
});

test('payouts rest on after a change in force, whatever becomes of the next one (R33.4)', async () => {
  const loan = await newLoan({ status: 5, mfiId: ROI });
  const withdrawal = done(await withdraw(loan)).id;
  const phone = newPhone();
  done(await approve(manager, done(await enter(officer, loan.owner, { newPhone: phone })).id));
  moveHours(24);
  expect(await apply()).toBe(1);
  const rests = async () => expect(refusal(await moveWithdrawal(withdrawal, manager, SENT))).toBe('409 cooling_off');
  done(await enter(officer, { phone }));
  await runJobs(world);
  expect((await notMe(tokenSentTo(phone))).status).toBe(200);
  await rests();
  done(await drop(officer, done(await enter(officer, { phone })).id));
  await rests();
  const confirmed = done(await enter(officer, { phone })).id;
  done(await approve(manager, confirmed));
  done(await drop(officer, confirmed));
  await rests();
  moveHours(95.99);
  await rests();
  moveHours(96);
  expect(done(await moveWithdrawal(withdrawal, manager, SENT))).toMatchObject({ state: 'sent' });
});

test('people without money at the institution are not there, and staff are never changed (R33.4)', async () => {
  const stranger = await world.newPerson();
  expect(refusal(await enter(officer, stranger))).toBe('404 not_found');
  expect(refusal(await enter(officer, { phone: newPhone() }))).toBe('404 not_found');
  const elsewhere = (await newLoan({ status: 5, mfiId: DCBS })).owner;
  expect(refusal(await enter(officer, elsewhere))).toBe('404 not_found');
  const owner = await borrower();
  await world.db.insertInto('mfiStaff').values({ mfiId: DCBS, userId: owner.id, role: 'officer' }).execute();
  expect(refusal(await enter(officer, owner))).toBe('403 not_permitted');
  expect(refusal(await enter(stranger, owner))).toBe('403 not_permitted');
});

test('a person who became staff meanwhile keeps their phone (R33.4)', async () => {
  const owner = await borrower();
  done(await approve(manager, done(await enter(officer, owner)).id));
  await world.db.insertInto('mfiStaff').values({ mfiId: DCBS, userId: owner.id, role: 'officer' }).execute();
  moveHours(24);
  expect(await apply()).toBe(0);
  expect(await phoneOf(owner)).toBe(owner.phone);
});

test('a phone that somebody has is refused, and one that somebody confirmed meanwhile is not taken from them', async () => {
  const owner = await borrower();
  const other = await world.newPerson();
  expect(refusal(await enter(officer, owner, { newPhone: other.phone }))).toBe('409 phone_exists');
  expect(refusal(await enter(officer, owner, { newPhone: owner.phone }))).toBe('422 invalid_request');
  expect(refusal(await enter(officer, owner, { idSeen: false }))).toBe('422 invalid_request');
  const phone = newPhone();
  done(await approve(manager, done(await enter(officer, owner, { newPhone: phone })).id));
  await registered(world, phone);
  moveHours(24);
  expect(await apply()).toBe(0);
  expect(await phoneOf(owner)).toBe(owner.phone);
});

test('a person has one change at a time, and one that nobody confirmed for 30 days gives its place (R34.3)', async () => {
  const owner = await borrower();
  const { id } = done(await enter(officer, owner));
  expect(refusal(await enter(manager, owner))).toBe('409 wrong_status');
  moveHours(30 * 24);
  expect(await list(manager)).toEqual([]);
  expect(refusal(await approve(manager, id))).toBe('404 not_found');
  done(await enter(manager, owner));
});

test('a single member is never enough, not even in an office of one (R33.4)', async () => {
  await world.db.deleteFrom('mfiStaff').where('userId', '=', officer.id).execute();
  const { id } = done(await enter(manager, await borrower()));
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).where('userId', '<>', manager.id).execute();
  expect(refusal(await approve(manager, id))).toBe('403 second_person_needed');
});

test('other institutions that hold the person’s money are told once it is confirmed (R33.4)', async () => {
  const owner = await borrower();
  const elsewhere = await newLoan({ status: 5, mfiId: DCBS, owner });
  const { id } = done(await enter(officer, owner));
  await runJobs(world);
  const before = world.sent.length;
  done(await approve(manager, id));
  await runJobs(world);
  const told = world.sent.slice(before).filter(({ subject }) => subject.includes('is being changed'));
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', elsewhere.officer.id)
    .executeTakeFirstOrThrow();
  expect(told.map(({ to }) => to)).toContain(email);
  expect(told.find(({ to }) => to === email)?.text).toContain('72 hours');
  expect(told.map(({ text }) => text).join()).not.toContain(owner.phone);
  // The bell reaches staff who never confirmed an address.
  const bells = (await bell(elsewhere.officer)).data as unknown[];
  const { firstName, lastName } = await world.db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  expect(bells).toContainEqual(
    expect.objectContaining({ kind: 'phone_change', actorName: `${firstName} ${lastName}`, path: null }),
  );
});

test('entering and confirming are in the audit log with both people (R34.5)', async () => {
  const owner = await borrower();
  const { id } = done(await enter(officer, owner));
  done(await approve(manager, id));
  const rows = await world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'enteredBy'])
    .where('action', 'in', ['enterPhoneChange', 'approvePhoneChange'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows).toEqual([
    { action: 'approvePhoneChange', actorId: manager.id, enteredBy: officer.id },
    { action: 'enterPhoneChange', actorId: officer.id, enteredBy: null },
  ]);
});
