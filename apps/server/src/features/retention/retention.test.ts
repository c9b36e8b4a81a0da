import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { keptPicture } from '../../test/pictures.ts';
import { DAY, useInvitations } from '../../test/invitations.ts';
import { createJobs } from '../../jobs.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { deleteOutdated, deleteSpent } from './retention.jobs.ts';

const world = useWorld();
const { newLoan, back, withdraw, moveWithdrawal } = useLoans(world);
const { invite, accept, tokenFor, emailOf, thank } = useInvitations(world);

const after = (days: number) => new Date(world.now.getTime() + days * DAY * 1000);

test('R13.7: words, pictures, translations, log and album of a deleted proposal go after six months', async () => {
  const owner = await world.newPerson();
  const loan = await newLoan({ owner, form: { image: await keptPicture(world, owner) } });
  const write = async (call: string, fields: object) => {
    const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), ...fields };
    done(await world.call('POST', `/api/borrow/${call}`, { as: loan.owner, body }));
  };
  await write('proposalImage', { description: 'Sewn.' });
  await write('galleryImage', {});
  const proposalId = Number(loan.id) as ProposalId;
  const words = { language: 'ar', title: 'ماكينة', description: 'ماكينة خياطة' };
  const address = `/api/mfi/translation?mfiId=3&proposalId=${loan.id}`;
  done(await world.call('PUT', address, { as: loan.officer, body: words }));
  done(await world.call('DELETE', `/api/borrow?id=${loan.id}`, { as: loan.owner }));
  const left = async (table: 'updates' | 'galleryImages' | 'translations') =>
    (await world.db.selectFrom(table).select('proposalId').where('proposalId', '=', proposalId).execute()).length;
  const row = () =>
    world.db
      .selectFrom('proposals')
      .select(['title', 'description', 'image'])
      .where('id', '=', proposalId)
      .executeTakeFirst();
  await deleteOutdated(world.db, after(182));
  expect([await left('updates'), await left('galleryImages'), await left('translations')]).toEqual([1, 1, 1]);
  expect(await row()).toMatchObject({ title: 'A sewing machine', image: expect.stringContaining('proposalImages/') });
  expect((await deleteOutdated(world.db, after(184)))['deletedProposals']).toBe(1);
  expect([await left('updates'), await left('galleryImages'), await left('translations')]).toEqual([0, 0, 0]);
  expect(await row()).toEqual({ title: '[removed]', description: '[removed]', image: null });
  expect((await deleteOutdated(world.db, after(200)))['deletedProposals']).toBe(0);
});

test('R13.7: invitations that ran out are forgotten 30 days later, those that were accepted stay', async () => {
  const loan = await newLoan();
  await invite(loan.owner, loan.id, ['kept@example.org', 'gone@example.org']);
  done(await accept(await world.newPerson(), await tokenFor('kept@example.org')));
  const addresses = async () =>
    (
      await world.db
        .selectFrom('invitations')
        .select('address')
        .where('proposalId', '=', Number(loan.id) as never)
        .orderBy('address')
        .execute()
    ).map(({ address }) => address);
  await deleteOutdated(world.db, after(89));
  expect(await addresses()).toEqual(['gone@example.org', 'kept@example.org']);
  await deleteOutdated(world.db, after(91));
  expect(await addresses()).toEqual(['kept@example.org']);
});

test('R13.7: who was mailed on which day is forgotten after 30 days', async () => {
  const loan = await newLoan();
  const backer = await world.newPerson();
  done(await back(loan, backer, 1));
  done(await thank(loan.owner, { proposalId: loan.id, sendToMail: await emailOf(backer) }));
  const left = async () =>
    (await world.db.selectFrom('dailyMails').select('day').where('recipientId', '=', backer.id).execute()).length;
  await deleteOutdated(world.db, after(29));
  expect(await left()).toBe(1);
  await deleteOutdated(world.db, after(32));
  expect(await left()).toBe(0);
});

test('a year after the last payment a loan keeps its sums and the first letter of its owner (R13.6)', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun' });
  const [goes, stays] = [await newLoan({ owner, status: 6 }), await newLoan({ owner, status: 6 })];
  const write = async (id: string, call: string, fields: object) => {
    const body = { proposalId: id, image: await keptPicture(world, owner), ...fields };
    done(await world.call('POST', `/api/borrow/${call}`, { as: owner, body }));
  };
  for (const { id } of [goes, stays]) {
    await write(id, 'proposalImage', { description: 'Sewn.' });
    await write(id, 'galleryImage', {});
  }
  const keep = (id: string, isKept: boolean) =>
    world.call('POST', '/api/users/repaidLoans/keep', { as: owner, body: { proposalId: id, keep: isKept } });
  done(await keep(stays.id, true));
  const listed = async () => done(await world.call('GET', '/api/users/repaidLoans', { as: owner }));
  expect(await listed()).toMatchObject([
    { id: stays.id, staysPublic: true },
    { id: goes.id, staysPublic: false },
  ]);
  const words = { reason: 'illness' as const, note: 'In hospital.', answer: 'Please pay half now.' };
  const hardship = { proposalId: Number(goes.id) as ProposalId, monthlyCents: 0 as Cents, fromOn: '2026-03-01' };
  const closed = { state: 'refused' as const, wasLate: false, askedAt: NOW, closedAt: NOW };
  await world.db
    .insertInto('hardships')
    .values({ ...hardship, ...words, ...closed })
    .execute();
  const by = { enteredBy: goes.officer.id, enteredAt: NOW, closedAt: NOW, reason: 'Her husband died in May.' };
  const { proposalId } = hardship;
  await world.db
    .insertInto('planChanges')
    .values({ ...by, proposalId, months: 2, firstDueOn: '2026-03-31', state: 'accepted', wasLate: false, before: '[]' })
    .execute();
  await world.db
    .insertInto('releaseUndoings')
    .values({ ...by, proposalId, state: 'ended' })
    .execute();
  const { reducedLoans } = await deleteOutdated(world.db, after(364));
  expect(reducedLoans).toBe(0);
  expect((await deleteOutdated(world.db, after(367))).reducedLoans).toBe(1);
  expect((await deleteOutdated(world.db, after(400))).reducedLoans).toBe(0);

  expect(await world.db.selectFrom('hardships').select(['reason', 'note', 'answer']).execute()).toEqual([
    { reason: 'other', note: '', answer: '[removed]' },
  ]);
  const plans = done(await world.call('GET', `/api/borrow/plans?proposalId=${goes.id}`, { as: owner }));
  expect(plans).toMatchObject([{ reason: '[removed]' }]);
  expect(await world.db.selectFrom('releaseUndoings').select('reason').execute()).toEqual([{ reason: '[removed]' }]);
  for (const as of [null, owner, goes.officer]) {
    const page = done(await world.call('GET', `/api/borrow/findOne?id=${goes.id}`, { as }));
    expect(page).toMatchObject({ title: 'Repaid loan', description: '[removed]', userName: 'R.', amount: 100 });
    expect(page.image).toBe(null);
  }
  const kept = done(await world.call('GET', `/api/borrow/findOne?id=${stays.id}`, { as: goes.officer }));
  expect(kept).toMatchObject({ title: 'A sewing machine', userName: 'Rahima Khatun' });
  for (const call of ['proposalImages', 'galleryImages']) {
    const ask = async (id: string) => done(await world.call('GET', `/api/borrow/${call}?proposalId=${id}`)).length;
    expect([await ask(goes.id), await ask(stays.id)]).toEqual([0, 1]);
  }
  expect(refusal(await keep(goes.id, true))).toBe('409 wrong_status');
  expect(await listed()).toHaveLength(1);
});

test('bank data are forgotten 90 days after the last payout, and the log counts them (R13.7, R33.3)', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan, { body: { accountName: 'Rahima', accountNumber: '9988776655' } }));
  const job = createJobs(world.outside).schedules.find(({ name }) => name === 'bank data');
  const nameAfter = async (days: number) => {
    world.daysAhead = days;
    await job?.work();
    world.daysAhead = 0;
    const rows = done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: loan.owner }));
    return rows[0].accountName;
  };
  // The name is needed while the withdrawal waits to be sent, however long that is.
  expect(await nameAfter(200)).toBe('Rahima');
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-1' }));
  done(await moveWithdrawal(id, loan.owner, { state: 'confirmed' }));
  expect(await nameAfter(89)).toBe('Rahima');
  const before = world.logLines.length;
  expect(await nameAfter(91)).toBe('');
  const said = world.logLines.slice(before).filter((line) => line.includes('"retention"'));
  expect(said.map((line) => JSON.parse(line).erased)).toEqual([{ bankData: 1 }]);
  expect(said.join()).not.toMatch(/Rahima|9988776655/);
});

test('a phone of a former member is known for 24 months, and a link to own data no longer than it is good (R33.5)', async () => {
  const { id: userId } = await world.newPerson();
  await world.db.insertInto('formerPhones').values({ userId, phoneHash: 'a', closedAt: world.now }).execute();
  const link = { userId, tokenHash: 'b', madeAt: world.now, expiresAt: after(1) };
  await world.db.insertInto('ownDataLinks').values(link).execute();
  expect((await deleteOutdated(world.db, after(729))).formerPhones).toBe(0);
  expect((await deleteOutdated(world.db, after(732))).formerPhones).toBe(1);
  expect((await deleteSpent(world.db, after(0.9))).ownDataLinks).toBe(0);
  expect((await deleteSpent(world.db, after(1.1))).ownDataLinks).toBe(1);
});

/** A day long before all others, so that a count is of the row of its test alone. */
const OLD = new Date('2020-01-01T00:00:00.000Z');
test.each([
  [30, 'oneTimeCodes', { recipient: 'r', purpose: 'reset_password', codeHash: 'x', sentAt: OLD, expiresAt: OLD }],
  [
    30,
    'sessions',
    {
      accessTokenHash: 'r',
      accessExpiresAt: OLD,
      refreshTokenHash: 'r',
      refreshExpiresAt: OLD,
      endsAt: OLD,
      createdAt: OLD,
      refreshedAt: OLD,
    },
  ],
  [30, 'rateCounters', { key: 'r', windowStart: OLD, count: 1 }],
  [
    30,
    'codeRequests',
    { recipient: 'r', purpose: 'confirm_phone', device: 'r', network: 'r', codeHash: 'x', sentAt: OLD, expiresAt: OLD },
  ],
  [2, 'limitCounters', { key: 'r', used: 1, granted: 1, wanted: 1, size: 1, seconds: 1, countedAt: OLD }],
  [365, 'knownDevices', { device: 'r', seenAt: OLD }],
  [30, 'factorQuestions', { name: 'r', expiresAt: OLD }],
  [30, 'devInbox', { dedupeKey: 'r', channel: 'sms', recipient: 'r', text: 'Hello', sentAt: OLD }],
] as const)(
  'for %i days, and no longer, the table %s keeps what has ended (R13.7, R33.3)',
  async (days, table, row) => {
    const { subject } = await world.newPerson();
    const isOfPerson = table === 'sessions' || table === 'knownDevices' || table === 'factorQuestions';
    await world.db
      .insertInto(table)
      .values({ ...row, ...(isOfPerson && { subject }) } as never)
      .execute();
    const end = OLD.getTime() + days * DAY * 1000;
    expect((await deleteSpent(world.db, new Date(end)))[table]).toBe(0);
    expect((await deleteSpent(world.db, new Date(end + 1)))[table]).toBe(1);
  },
);

test('each table whose rows end by a date is one that the job looks at; operations on the chain stay (R33.3)', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join pg_tables on tablename = table_name
    where schemaname = 'public' and table_schema = 'public' and column_name in ('expires_at', 'ends_at')
    order by table_name`.execute(world.db);
  const counted = { ...(await deleteOutdated(world.db, OLD)), ...(await deleteSpent(world.db, OLD)) };
  const seen = new Set(
    Object.keys(counted).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(['chain_deploys']);
});

test('the log counts what was erased and names nobody (R33.3)', async () => {
  const loan = await newLoan();
  await invite(loan.owner, loan.id, ['counted@example.org']);
  const job = createJobs(world.outside).schedules.find(({ name }) => name === 'retention');
  const before = world.logLines.length;
  world.daysAhead = 91;
  await job?.work();
  world.daysAhead = 0;
  const [line = ''] = world.logLines.slice(before).filter((one) => one.includes('"retention"'));
  expect(JSON.parse(line).erased).toMatchObject({ invitations: 1, invitationSends: 1 });
  expect(line).not.toContain('counted@example.org');
});
