import { daytimeIn } from '@sathi/domain/calendar-date.ts';
import { beforeEach, expect, test } from 'vitest';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { moveClock, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const loans = useLoans(world);
const { bell, emailOf, heard, choose, sentTo } = useBells(world);

beforeEach(async () => {
  moveClock(world, 2 * 3600);
  await runJobs(world);
  world.sent.length = 0;
});

const read = (person: Person, notificationId: unknown) =>
  world.call('POST', '/api/notifications/read', { as: person, body: { notificationId } });

test('T5, T6: the bell of the owner rings for backings and for the whole amount, that of a backer for the whole', async () => {
  const loan = await loans.newLoan({ status: 4, backings: [60, 40] });
  await runJobs(world);
  expect((await heard(loan.owner)).toSorted()).toEqual(['backed 100', 'fully_backed 100']);
  expect(await heard(loan.backers[1] as Person)).toEqual(['fully_backed 40']);
  expect(await heard(loan.officer)).toEqual(['fully_backed null']);
  const { data } = await bell(loan.owner);
  expect(data[0]).toEqual({
    id: expect.any(String),
    kind: expect.any(String),
    proposalId: loan.id,
    campaignId: null,
    title: 'A sewing machine',
    mfiName: 'ROI',
    actorName: null,
    amount: 100,
    local: null,
    path: null,
    date: world.now.toISOString(),
    isRead: false,
    isOwn: true,
  });
});

test('many small backings within an hour are one ring with their sum, and the next hour has its own', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [10, 20] });
  await runJobs(world);
  expect(await heard(loan.owner)).toEqual(['backed 30']);
  const [backer] = await people(world, 1);
  done(await loans.back(loan, backer as Person, 5));
  moveClock(world, 5);
  await runJobs(world);
  expect(await heard(loan.owner)).toEqual(['backed 35']);
  moveClock(world, 3600);
  done(await loans.back(loan, backer as Person, 7));
  await runJobs(world);
  expect(await heard(loan.owner)).toEqual(['backed 7', 'backed 35']);
  const { data } = await bell(loan.owner);
  // R13.1: a signed-in reader may know who backs; the sum of several people has no name.
  expect(data.map(({ actorName }: { actorName: string | null }) => actorName)).toEqual(['Amina Rahman', null]);
  expect(await sentTo(loan.owner)).toEqual([]);
});

test('backings that were taken back are no part of the sum, and a later one rings for less', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [10] });
  const [backer, other] = (await people(world, 2)) as [Person, Person];
  const { id } = done(await loans.back(loan, backer, 20));
  await runJobs(world);
  expect(await heard(loan.owner)).toEqual(['backed 30']);
  moveClock(world, 5);
  const body = { proposalId: loan.id, id };
  done(await world.call('POST', '/api/borrow/cancelBacking', { as: backer, body }));
  done(await loans.back(loan, other, 5));
  moveClock(world, 5);
  await runJobs(world);
  expect(await heard(loan.owner)).toContain('backed 15');
});

test('a bell that was read rings again for more, and not when the same job is done again', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [10] });
  await runJobs(world);
  const first = (await bell(loan.owner)).data[0];
  expect(done(await read(loan.owner, first.id))).toEqual({ unreadNotificationsCount: 0 });
  await world.db
    .updateTable('outbox')
    .set({ doneAt: null, runAt: world.now })
    .where('kind', '=', 'loan_event')
    .execute();
  await runJobs(world);
  expect((await bell(loan.owner)).data[0]).toMatchObject({ amount: 10, isRead: true });
  done(await loans.back(loan, loan.backers[0] as Person, 5));
  moveClock(world, 5);
  await runJobs(world);
  expect((await bell(loan.owner)).data[0]).toMatchObject({ id: first.id, amount: 15, isRead: false });
});

test('backings one after the other within an hour are told by one job, with their sum', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [10] });
  await runJobs(world);
  for (let times = 0; times < 20; times += 1) done(await loans.back(loan, loan.backers[0] as Person, 1));
  const jobs = await world.db.selectFrom('outbox').select('payload').where('kind', '=', 'loan_event').execute();
  expect(jobs.filter(({ payload }) => (payload as { proposalId: number }).proposalId === Number(loan.id))).toHaveLength(
    1,
  );
  moveClock(world, 5);
  await runJobs(world);
  expect(await heard(loan.owner)).toEqual(['backed 30']);
});

test('R5.3, R2.5: after a return backers read how much came back, and find no way to the draft', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [40] });
  done(await loans.decide('returnProposal', loan));
  await runJobs(world);
  // Both jobs were due at the same moment, so either may have come first.
  const returnedOf = async (person: Person) =>
    (await bell(person)).data.find(({ kind }: { kind: string }) => kind === 'returned');
  expect(await returnedOf(loan.backers[0] as Person)).toMatchObject({
    kind: 'returned',
    amount: 40,
    proposalId: null,
    title: 'A sewing machine',
    isOwn: false,
  });
  expect(await returnedOf(loan.owner)).toMatchObject({ proposalId: loan.id, isOwn: true });
});

test('R4.2: the owner hears when the money was sent and when that failed, by bell, mail and SMS', async () => {
  const loan = await loans.newLoan({ status: 5 });
  const { id } = done(await loans.withdraw(loan));
  await runJobs(world);
  world.sent.length = 0;
  done(await loans.moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TRX-1' }));
  await runJobs(world);
  done(await loans.moveWithdrawal(id, loan.officer, { state: 'failed', reason: 'No such account' }));
  await runJobs(world);
  expect((await heard(loan.owner)).slice(0, 2).toSorted()).toEqual(['withdrawal_failed 100', 'withdrawal_sent 100']);
  expect(await sentTo(loan.owner)).toEqual(
    [
      'sms Sathi: $100 could not be sent to you. Please look at your details.',
      'sms Sathi: $100 was sent to you.',
      '$100 for “A sewing machine” could not be sent to you. Please look at your details',
      '$100 for “A sewing machine” was sent to you',
    ].toSorted(),
  );
  expect(world.sent.find(({ subject }) => subject.includes('could not'))?.text).toContain('No such account');
});

test('R10.1: staff hear of a payment that waits unless they entered it, the owner of one that was refused', async () => {
  const loan = await loans.newLoan({ status: 5 });
  const colleague = await world.newPerson({ staffOf: [ROI] });
  await runJobs(world);
  moveClock(world, 60);
  const { id } = done(await loans.pay(loan, 10, { as: loan.officer }));
  await runJobs(world);
  expect((await heard(colleague))[0]).toBe('payment_entered 10');
  expect(await heard(loan.officer)).not.toContain('payment_entered 10');
  moveClock(world, 60);
  done(await loans.decidePayment('rejectPayment', loan, id));
  await runJobs(world);
  expect((await heard(loan.owner))[0]).toBe('payment_rejected 10');
  await world.db.deleteFrom('mfiStaff').where('userId', '=', colleague.id).execute();
});

test('R9.1, R10.5: an approved payment and the last one ring with each person’s share', async () => {
  const loan = await loans.newLoan({ status: 5, backings: [75, 25] });
  await runJobs(world);
  moveClock(world, 60);
  await loans.repay(loan, 10);
  await runJobs(world);
  expect((await heard(loan.owner))[0]).toBe('payment_approved 10');
  expect((await heard(loan.backers[1] as Person))[0]).toBe('payment_approved 2.5');
  moveClock(world, 60);
  await loans.repay(loan, 90);
  await runJobs(world);
  expect((await heard(loan.backers[0] as Person)).slice(0, 2).toSorted()).toEqual([
    'payment_approved 67.5',
    'repaid 75',
  ]);
});

test('an SMS goes to the borrower by default, and to no other for the money of many', async () => {
  world.now = daytimeIn('Asia/Kolkata', world.now);
  const loan = await loans.newLoan({ status: 5, backings: [75, 25] });
  await choose(loan.backers[0] as Person, 'payment_approved', { sms: true });
  await runJobs(world);
  world.sent.length = 0;
  await loans.repay(loan, 10);
  await runJobs(world);
  expect(world.sent.filter(({ channel }) => channel === 'sms')).toEqual([
    expect.objectContaining({
      to: loan.owner.phone,
      text: expect.stringMatching(/^Sathi: Confirmed: receipt ROI-P-\d+ http\S+\/r\/[0-9A-Z]{10}$/),
    }),
  ]);
});

test('an SMS is in the language of its reader', async () => {
  const owner = await world.newPerson();
  await world.db.updateTable('users').set({ language: 'be' }).where('id', '=', owner.id).execute();
  await loans.newLoan({ owner, status: 5 });
  await runJobs(world);
  const sms = world.sent.find(({ channel, to }) => channel === 'sms' && to === owner.phone);
  expect(sms?.text).toBe('সাথী: আপনার $100 প্রস্তুত। কোথায় পাঠাব, জানান।');
});

test('the list goes on below its last row, also where many rang at once', async () => {
  const owner = await world.newPerson();
  for (const _ of [1, 2, 3]) await loans.newLoan({ owner, status: 4 });
  await runJobs(world);
  const whole = (await bell(owner)).data.map(({ id }: { id: string }) => id);
  expect(whole).toHaveLength(6);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await bell(owner, `?limit=2${cursor}`);
    seen.push(...page.data.map(({ id }: { id: string }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(seen).toEqual(whole);
});

test('reading up to one leaves later ones unread, and others’ bells alone', async () => {
  const owner = await world.newPerson();
  const first = await loans.newLoan({ owner, isApproved: true });
  await runJobs(world);
  moveClock(world, 60);
  done(await loans.decide('returnProposal', first));
  await runJobs(world);
  const [newer, older] = (await bell(owner)).data;
  const stranger = await world.newPerson();
  expect(refusal(await read(stranger, older.id))).toBe('404 not_found');
  const neighbour = await loans.newLoan({ isApproved: true });
  await runJobs(world);
  await world.db
    .updateTable('notifications')
    .set({ at: older.date })
    .where('userId', '=', neighbour.owner.id)
    .execute();
  expect(done(await read(owner, older.id))).toEqual({ unreadNotificationsCount: 1 });
  expect(done(await read(owner, older.id))).toEqual({ unreadNotificationsCount: 1 });
  expect((await bell(owner)).data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true]);
  expect(done(await read(owner, newer.id))).toEqual({ unreadNotificationsCount: 0 });
  expect((await bell(neighbour.owner)).data).toMatchObject([{ isRead: false }]);
});

test('R13.7: after 180 days a notification is forgotten', async () => {
  const loan = await loans.newLoan({ isApproved: true });
  await runJobs(world);
  const days = (count: number) => new Date(world.now.getTime() + count * 86_400_000);
  await deleteOutdated(world.db, days(180));
  expect(await heard(loan.owner)).toHaveLength(1);
  await deleteOutdated(world.db, days(180.001));
  expect(await heard(loan.owner)).toEqual([]);
});

test('no row and no waiting job of a notification holds a name, an address or a phone', async () => {
  const loan = await loans.newLoan({ status: 5 });
  await loans.repay(loan, 10);
  await runJobs(world);
  const rows = JSON.stringify([
    await world.db.selectFrom('notifications').selectAll().execute(),
    await world.db.selectFrom('outbox').select(['kind', 'dedupeKey', 'payload']).execute(),
  ]);
  const email = await emailOf(loan.owner);
  for (const secret of [loan.owner.phone, email, 'Rahima', 'sewing']) expect(rows).not.toContain(secret);
});
