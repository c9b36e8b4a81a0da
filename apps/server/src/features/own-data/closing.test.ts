import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bearer, confirmed, isAlive, PASSWORD, provenPerson, runJobs, signIn } from '../../test/accounts.ts';
import { useInvitations } from '../../test/invitations.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { writeMessage } from '../../test/written-message.ts';

const world = useWorld();
const { newLoan, back, find, balance, repay, withdraw, moveWithdrawal, decide } = useLoans(world);
const { invite, setEmail } = useInvitations(world);

const close = (person: Pick<Person, 'token'>) =>
  world.call('POST', '/api/users/close', { ...bearer(person.token), body: {} });
const closing = async (as: Person) => done(await world.call('GET', '/api/users/closing', { as }));
const person = () => provenPerson(world);
const makeStaff = (userId: Person['id'], mfiId: typeof ROI, role: 'officer' | 'manager') =>
  world.db.insertInto('mfiStaff').values({ userId, mfiId, role }).execute();

/** Every row of every table as text, but of the messages that are on their way. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('outbox', 'dev_inbox')`.execute(
    world.db,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(to_jsonb(t)::text, e'\n') as text from ${sql.table(name)} t`.execute(world.db);
      return rows[0]?.text ?? '';
    }),
  );
  return texts.join('\n');
}

test('a name, phone, address or word of a person is nowhere after closing, and the books stay (R13.4)', async () => {
  const me = await person();
  const { email } = (await world.call('GET', `/api/users/${me.id}`, { as: me })).body.data;
  const bio = 'I sew by the river Surma';
  const body = { firstName: 'Zubaida', lastName: 'Quddusa', phone: me.phone, email, bio };
  done(await world.call('PUT', `/api/users/${me.id}`, { as: me, body, key: 'profile' }));
  const other = await world.newPerson();
  const loan = await newLoan({ owner: other, status: 3 });
  done(await back(loan, me, 12.5));
  done(
    await world.call('POST', '/api/messages/', {
      as: me,
      body: { proposalId: loan.id, text: 'Greetings from Sylhet' },
    }),
  );
  const repaid = await newLoan({ owner: me, status: 5 });
  const { id } = done(await withdraw(repaid, { body: { accountName: 'Zubaida', accountNumber: '77788899' } }));
  done(await moveWithdrawal(id, repaid.officer, { state: 'sent', reference: 'TX-1' }));
  done(await moveWithdrawal(id, me, { state: 'confirmed' }));
  const words = { reason: 'illness', fromOn: '2026-05-31', note: 'Zubaida is in hospital.' };
  done(await world.call('POST', '/api/borrow/hardship', { as: me, body: { proposalId: repaid.id, ...words } }));
  const plan = { months: 2, firstDueOn: '2026-06-30', reason: 'Zubaida cares for two children.' };
  const planning = { as: repaid.officer, body: plan };
  done(await world.call('POST', `/api/mfi/plan?mfiId=${ROI}&proposalId=${repaid.id}`, planning));
  await repay(repaid, 100);
  const draft = await newLoan({ owner: me, status: 1, form: { title: 'A draft that goes' } });
  const picture = await keptPicture(world, me);
  const deleted = await newLoan({ owner: me, form: { title: 'A loom for my mother', image: picture } });
  const log = { proposalId: deleted.id, image: picture, description: 'The loom is too dear.' };
  done(await world.call('POST', '/api/borrow/proposalImage', { as: me, body: log }));
  done(await world.call('DELETE', `/api/borrow?id=${deleted.id}`, { as: me }));
  await invite(me, loan.id, ['friend@example.org']);
  await runJobs(world);
  expect(await closing(me)).toEqual({ hindrance: null, proposals: 1, awaited: 0, stillOut: 12.5, credit: 0 });
  const note = { as: repaid.officer, body: { text: 'Zubaida Quddusa came by' } };
  done(await world.call('POST', `/api/mfi/personNotes?mfiId=3&id=${me.id}`, note));
  expect(await everything()).toContain('Zubaida');

  done(await close(me));
  await runJobs(world);
  const left = await everything();
  const ofDeleted = ['A draft that goes', 'A loom for my mother', 'The loom is too dear'];
  const said = ['Greetings from Sylhet', bio, ...ofDeleted];
  for (const word of ['Zubaida', 'Quddusa', me.phone, email, me.subject, '77788899', ...said]) {
    expect(left.includes(word), word).toBe(false);
  }
  const withdrawals = done(
    await world.call('GET', `/api/borrow/withdrawals?proposalId=${repaid.id}`, { as: repaid.officer }),
  );
  expect(withdrawals).toMatchObject([{ state: 'confirmed', accountName: '', bankName: null }]);
  expect(done(await find(repaid))).toMatchObject({ status: 6, userName: 'Former member' });
  expect((await find(draft, loan.officer)).status).toBe(404);
  expect(await balance('claim', { user: me, loan })).toBe(1250);
  const messages = done(await world.call('GET', `/api/messages/?proposalId=${loan.id}`, { as: other }));
  const written = messages.map(({ text, user }: { text: string; user: object }) => ({ text, ...user }));
  expect(written).toMatchObject([{ firstName: 'Former', lastName: 'member', text: '[removed]', profileImage: null }]);
  const told = world.sent.filter(({ to }) => to === email || to === me.phone).map(({ text }) => text);
  expect(told.filter((text) => text.includes('Your account was closed.'))).toHaveLength(2);
});

test('phones of before, and the name and words that staff wrote beside them, are nowhere after closing (R13.4)', async () => {
  const [me, other] = [await person(), await person()];
  const [first, second] = ['+8801755500001', '+8801755500002'];
  const manager = await world.newPerson({ staffOf: [ROI] });
  const entry = { mfiId: ROI, role: 'officer' as const, enteredBy: manager.id, enteredAt: world.now };
  const came = { ...entry, name: 'Nilufar Begum', closedAt: world.now };
  const later = new Date(world.now.getTime() + 1000);
  const { id } = await world.db
    .insertInto('staffEntries')
    .values({ ...came, phone: second })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db.insertInto('mfiStaff').values({ id, userId: me.id, mfiId: ROI, role: 'officer' }).execute();
  await world.db
    .insertInto('staffEntries')
    .values({ ...came, phone: first })
    .execute();
  // The number has another holder by now.
  const holder = { ...entry, phone: first, name: 'Somebody else', enteredAt: new Date(later.getTime() + 1000) };
  await world.db.insertInto('staffEntries').values(holder).execute();
  const asked = { mfiId: ROI, enteredBy: manager.id, enteredAt: world.now, reason: 'Passport of Nilufar seen' };
  const ended = { outcome: 'in_force' as const, closedAt: later };
  await world.db
    .insertInto('phoneChanges')
    .values([
      { ...asked, ...ended, userId: me.id, oldPhone: first, newPhone: second },
      { ...asked, userId: me.id, oldPhone: me.phone, newPhone: second },
      { ...asked, userId: other.id, oldPhone: other.phone, newPhone: '+8801755500003', reason: 'Another paper' },
    ])
    .execute();

  done(await close(me));
  const left = await everything();
  for (const word of ['Nilufar', second, me.phone]) expect(left.includes(word), word).toBe(false);
  for (const word of ['Somebody else', 'Another paper']) expect(left.includes(word), word).toBe(true);
  const ofMine = world.db.selectFrom('phoneChanges').select('outcome').where('userId', '=', me.id).orderBy('id');
  expect((await ofMine.execute()).map(({ outcome }) => outcome)).toEqual(['in_force', 'dropped']);
});

test('every session ends, and the phone may sign up anew as somebody else (R13.4)', async () => {
  const me = await person();
  const { token: elsewhere } = await signIn(world, me.phone);
  done(await close(me));
  expect([await isAlive(world, me.token), await isAlive(world, elsewhere)]).toEqual([false, false]);
  const again = await world.call('POST', '/api/identity/sign-in', { body: { username: me.phone, password: PASSWORD } });
  expect(refusal(again)).toBe('401 not_authorized');
  const fresh = await confirmed(world, me.phone);
  expect(fresh.subject).not.toBe(me.subject);
});

test('for 24 months the phone stays as a keyed hash and sealed, never in the open (R33.5)', async () => {
  const me = await person();
  done(await close(me));
  const rows = await world.db.selectFrom('formerPhones').selectAll().where('userId', '=', me.id).execute();
  const sealedPhone = expect.stringMatching(/^[\w-]{8}\.[\w-]{40,}$/);
  const phoneHash = expect.stringMatching(/^[\w-]{43}$/);
  expect(rows).toEqual([{ userId: me.id, phoneHash, sealedPhone, closedAt: world.now }]);
});

test('a loan in 3, 4 or 5, unsent money and being the last manager refuse it (R33.5)', async () => {
  for (const status of [3, 4, 5] as const) {
    const owner = await person();
    await newLoan({ owner, status });
    expect([status, refusal(await close(owner))]).toEqual([status, '409 has_open_loans']);
    expect((await closing(owner)).hindrance).toBe('has_open_loans');
  }
  const unsent = await person();
  await newLoan({ owner: unsent, status: 6 });
  expect(refusal(await close(unsent))).toBe('409 money_not_sent');
  const manager = await person();
  await makeStaff(manager.id, DCBS, 'manager');
  expect(refusal(await close(manager))).toBe('409 last_manager');
  const { phone } = await world.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', manager.id)
    .executeTakeFirstOrThrow();
  expect(phone).toBe(manager.phone);
});

test('a loan in default keeps its owner for a year, and no longer (R33.5)', async () => {
  const owner = await person();
  const loan = await newLoan({ owner, status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-1' }));
  const defaulted = (defaultedAt: Date | null) =>
    world.db
      .updateTable('proposals')
      .set({ defaultedAt })
      .where('id', '=', Number(loan.id) as ProposalId)
      .execute();
  const yearAgo = world.now.getTime() - 365 * 86_400_000;
  await defaulted(new Date(yearAgo + 1));
  expect(refusal(await close(owner))).toBe('409 has_open_loans');
  await defaulted(new Date(yearAgo));
  done(await close(owner));
  // The books have no default of it.
  await defaulted(null);
});

test('staff who close leave their office, which counts them for a week (R13.4, R34.3)', async () => {
  const officer = await person();
  await makeStaff(officer.id, ROI, 'officer');
  done(await close(officer));
  const rows = await world.db
    .selectFrom('formerStaff')
    .select(['mfiId', 'removedBy'])
    .where('userId', '=', officer.id)
    .execute();
  expect(rows).toEqual([{ mfiId: ROI, removedBy: officer.id }]);
  expect(await world.db.selectFrom('mfiStaff').select('id').where('userId', '=', officer.id).execute()).toEqual([]);
});

test('closing asks for a fresh proof, and without one nothing happens (R34.2)', async () => {
  const me = await world.newPerson({ firstName: 'Unproven' });
  const draft = await newLoan({ owner: me, status: 1 });
  expect(refusal(await close(me))).toBe('403 step_up_required');
  expect(done(await find(draft, me)).userName).toContain('Unproven');
  expect(await isAlive(world, me.token)).toBe(true);
});

test('published proposals go too, those repaid stay, and no new one is made after (R33.5, T4)', async () => {
  const me = await person();
  const open = await newLoan({ owner: me });
  await writeMessage(world, open);
  done(await close(me));
  expect((await find(open)).status).toBe(404);
  await expect(
    sql`insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, created_at)
      values (${me.id}, 3, 'x', 'x', 100, 1, '2026-03-01', ${world.now})`.execute(world.db),
  ).rejects.toThrow('is closed');
});

test('a former member hears of nothing, and money that comes back stays theirs (R33.5)', async () => {
  const me = await person();
  const loan = await newLoan({ status: 2 });
  done(await back(loan, me, 100));
  done(await close(me));
  await runJobs(world);
  const before = world.sent.length;
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan));
  await repay(loan, 100);
  await runJobs(world);
  expect(world.sent.slice(before).filter(({ to }) => to.includes('closed') || to === me.phone)).toEqual([]);
  expect(await world.db.selectFrom('notifications').select('id').where('userId', '=', me.id).execute()).toEqual([]);
  expect(await balance('wallet', { user: me })).toBe(10_000);
});

test('closing and publishing at the same moment leave no proposal of a former member open', async () => {
  const me = await person();
  const drafts = [await newLoan({ owner: me, status: 1 }), await newLoan({ owner: me, status: 1 })];
  const [closed] = await Promise.all([
    close(me),
    ...drafts.map((draft) =>
      world.call('PATCH', `/api/borrow/update?id=${draft.id}`, { as: me, body: { id: draft.id, status: 2 } }),
    ),
  ]);
  expect(closed?.status).toBe(200);
  const rows = await world.db
    .selectFrom('proposals')
    .select('id')
    .where('ownerId', '=', me.id)
    .where('deletedAt', 'is', null)
    .execute();
  expect(rows).toEqual([]);
});

test.each([
  ['has confirmed', true],
  ['has only typed', false],
])(
  'an invitation to the address that an account %s goes with it or stays (R13.4, R33.2)',
  async (name, isConfirmed) => {
    const me = await person();
    const address = `${name.replaceAll(' ', '.')}@example.org`;
    await setEmail(me, address, isConfirmed);
    const loan = await newLoan();
    await invite(loan.owner, loan.id, [address]);
    done(await close(me));
    const invited = await world.db.selectFrom('invitations').select('id').where('address', '=', address).execute();
    expect(invited).toHaveLength(isConfirmed ? 0 : 1);
  },
);

test('a loan that its owner kept public loses its words a year after it ended, when they are gone (R13.4, R13.6)', async () => {
  const me = await person();
  const loan = await newLoan({ owner: me, status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-1' }));
  await repay(loan, 100);
  const body = { proposalId: loan.id, keep: true };
  done(await world.call('POST', '/api/users/repaidLoans/keep', { as: me, body }));
  done(await close(me));
  await deleteOutdated(world.db, new Date(world.now.getTime() + 367 * 86_400_000));
  expect(done(await find(loan, await person()))).toMatchObject({ title: 'Repaid loan', image: null });
});
