import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { runJobs } from '../../test/accounts.ts';
import { DCBS, type Person, type Send, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, find, setStatus, remove } = useLoans(world);

const say = (loan: Pick<Loan, 'id'>, as: Person | null, text: unknown = 'How is the weaving?', send: Send = {}) =>
  world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text }, ...send });
const list = (as: Person, query = '') => world.call('GET', `/api/messages/?${query}`, { as });
const conversation = (loan: Pick<Loan, 'id'>, as: Person, more = '') => list(as, `proposalId=${loan.id}${more}`);
const read = (as: Person, messageId: string, send: Send = {}) =>
  world.call('POST', '/api/messages/read', { as, body: { messageId }, ...send });
const texts = (answer: { body: any }) => answer.body.data.map((message: { text: string }) => message.text);
const unread = async (as: Person) => done(await world.call('GET', '/api/auth/', { as })).unreadMessagesCount;
/** Staff read every conversation of their institution, so theirs are counted for one of them. */
const unreadIn = async (loan: Loan, as: Person) => done(await find(loan, as)).unreadMessagesCount;

test('R15.1: owner, backers, staff and earlier writers read the one conversation of a loan', async () => {
  const loan = await newLoan({ status: 3 });
  const [writer, stranger] = (await people(world, 2)) as [Person, Person];
  const foreign = await world.newPerson({ staffOf: [DCBS] });
  const sent = done(await say(loan, writer, 'Which loom is it?'));
  expect(sent).toEqual({
    id: expect.stringMatching(/^\d+$/),
    userId: String(writer.id),
    proposalId: loan.id,
    text: 'Which loom is it?',
    date: world.now.toISOString(),
    linksAllowed: false,
    isHidden: false,
    user: { firstName: 'Amina', lastName: 'Rahman', profileImage: null },
    borrow: { title: 'A sewing machine' },
    propTitle: 'A sewing machine',
  });
  for (const reader of [loan.owner, loan.backers[0] as Person, loan.officer, writer]) {
    expect(done(await conversation(loan, reader))).toEqual([sent]);
  }
  for (const other of [stranger, foreign]) expect(refusal(await conversation(loan, other))).toBe('403 not_permitted');
});

test('R15.1: a backer whose backing was released reads no more, an earlier writer still does', async () => {
  const loan = await newLoan({ status: 3 });
  const [silent, writer] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, silent, 5));
  done(await back(loan, writer, 5));
  done(await say(loan, writer, 'Good luck'));
  expect(await unread(silent)).toBe(1);
  done(await decide('returnProposal', loan));
  expect(refusal(await conversation(loan, writer))).toBe('404 not_found');
  expect(refusal(await conversation(loan, loan.owner))).toBe('409 wrong_status');
  expect(await unread(loan.owner)).toBe(0);
  done(await setStatus(loan, loan.owner, 2));
  expect(texts(await conversation(loan, writer))).toEqual(['Good luck']);
  expect(refusal(await conversation(loan, silent))).toBe('403 not_permitted');
  expect(await unread(silent)).toBe(0);
  expect(await unread(loan.owner)).toBe(1);
});

test('R15.2: any person writes in 2 and 3, only readers in 4 and 5, no person in 1 and 6', async () => {
  const stranger = await world.newPerson();
  const outcomes: Record<string, string[]> = {};
  for (const status of [1, 2, 3, 4, 5, 6] as const) {
    const loan = await newLoan({ status });
    const backer = loan.backers[0] ?? (await world.newPerson());
    const answers = [];
    for (const as of [stranger, backer, loan.owner, loan.officer]) answers.push(await say(loan, as));
    outcomes[status] = answers.map((answer) => (answer.status === 201 ? 'ok' : refusal(answer)));
  }
  expect(outcomes).toEqual({
    1: ['404 not_found', '404 not_found', '409 wrong_status', '404 not_found'],
    2: ['ok', 'ok', 'ok', 'ok'],
    3: ['ok', 'ok', 'ok', 'ok'],
    4: ['403 not_permitted', 'ok', 'ok', 'ok'],
    5: ['403 not_permitted', 'ok', 'ok', 'ok'],
    6: ['409 wrong_status', '409 wrong_status', '409 wrong_status', '409 wrong_status'],
  });
});

test('R15.2: an earlier writer goes on writing once the loan is full', async () => {
  const loan = await newLoan({ status: 3 });
  const writer = await world.newPerson();
  done(await say(loan, writer));
  done(await back(loan, await world.newPerson(), 60));
  expect(done(await say(loan, writer, 'Still here')).text).toBe('Still here');
});

test('R15.2: an empty text is not sent, a long one neither; a person who may not write hears of that first', async () => {
  const loan = await newLoan({ status: 4 });
  const stranger = await world.newPerson();
  for (const empty of ['', '  \n ', '\u200b\u200e', null, 7])
    expect(refusal(await say(loan, loan.owner, empty))).toBe('422 invalid_request');
  expect(refusal(await say(loan, stranger, ''))).toBe('403 not_permitted');
  const longest = '🧵'.repeat(2000);
  expect(done(await say(loan, loan.owner, longest)).text).toBe(longest);
  expect(refusal(await say(loan, loan.owner, `${longest}x`))).toBe('422 invalid_request');
});

test('R15.3: links are not clickable in the first three messages of an account, in any conversations', async () => {
  const [one, two] = [await newLoan(), await newLoan()];
  const writer = await world.newPerson();
  const allowed = [];
  for (const loan of [one, two, one, two, one])
    allowed.push(done(await say(loan, writer, 'See https://example.org')).linksAllowed);
  expect(allowed).toEqual([false, false, false, true, true]);
});

test('R15.3: the first three stay the first three when ten are sent at once', async () => {
  const loans = [await newLoan(), await newLoan()] as [Loan, Loan];
  const writer = await world.newPerson();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => say(loans[index % 2] as Loan, writer, `${index}`)),
  );
  expect(answers.map((answer) => done(answer).linksAllowed).filter((allowed) => !allowed)).toHaveLength(3);
});

test('R15.4: unread counts messages of others after the mark, and reading moves the mark of the reader alone', async () => {
  const loan = await newLoan({ status: 3 });
  const backer = loan.backers[0] as Person;
  const first = done(await say(loan, backer, 'one'));
  const second = done(await say(loan, backer, 'two'));
  done(await say(loan, loan.owner, 'mine'));
  expect([await unread(loan.owner), await unread(backer), await unreadIn(loan, loan.officer)]).toEqual([2, 1, 3]);
  expect(done(await find(loan, loan.owner)).unreadMessagesCount).toBe(2);
  expect(done(await read(loan.owner, first.id))).toEqual({ unreadMessagesCount: 1 });
  expect([await unread(loan.owner), await unread(backer), await unreadIn(loan, loan.officer)]).toEqual([1, 1, 3]);
  expect(done(await read(loan.owner, second.id))).toEqual({ unreadMessagesCount: 0 });
  expect(done(await find(loan, loan.owner)).unreadMessagesCount).toBe(0);
});

test('R15.4: the mark never goes back, also not when ten reads arrive at once', async () => {
  const loan = await newLoan();
  const writer = await world.newPerson();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(done(await say(loan, writer, `${index}`)).id);
  done(await read(loan.owner, ids[4] as string));
  expect(done(await read(loan.owner, ids[0] as string))).toEqual({ unreadMessagesCount: 0 });
  const other = loan.officer;
  await Promise.all([...ids, ...ids].map((id) => read(other, id)));
  expect(await unreadIn(loan, other)).toBe(0);
});

test('T18: a message one may not read is not found, nor is one that does not exist', async () => {
  const loan = await newLoan({ status: 3 });
  const message = done(await say(loan, loan.owner));
  const stranger = await world.newPerson();
  expect(refusal(await read(stranger, message.id))).toBe('404 not_found');
  expect(refusal(await read(stranger, '987654321'))).toBe('404 not_found');
  const asOther = await world.call('POST', '/api/messages/read', {
    as: loan.officer,
    body: { messageId: message.id, userId: String(loan.owner.id) },
  });
  expect(refusal(asOther)).toBe('403 not_permitted');
});

test('a conversation begins with its end and goes back page by page, each read downwards', async () => {
  const loan = await newLoan();
  for (let index = 1; index <= 7; index += 1) done(await say(loan, loan.owner, `${index}`));
  const last = await conversation(loan, loan.owner, '&limit=3');
  expect(texts(last)).toEqual(['5', '6', '7']);
  const before = await conversation(loan, loan.owner, `&limit=3&cursor=${last.body.nextCursor}`);
  expect(texts(before)).toEqual(['2', '3', '4']);
  const first = await conversation(loan, loan.owner, `&limit=3&cursor=${before.body.nextCursor}`);
  expect([texts(first), first.body.nextCursor]).toEqual([['1'], null]);
  expect(refusal(await list(loan.owner, `cursor=${last.body.nextCursor}`))).toBe('422 invalid_request');
});

test('api: proposal 0 or none lists the unread messages of the caller, of all conversations and of a status', async () => {
  const owner = await world.newPerson();
  const open = await newLoan({ owner });
  const funded = await newLoan({ owner, status: 5 });
  const writer = await world.newPerson();
  done(await say(open, writer, 'to the open one'));
  done(await say(funded, funded.backers[0] as Person, 'to the funded one'));
  done(await say(open, owner, 'an own one'));
  for (const query of ['', 'proposalId=0', 'proposalId='])
    expect(texts(await list(owner, query))).toEqual(['to the open one', 'to the funded one']);
  expect(texts(await list(owner, 'proposalId=0&status=5'))).toEqual(['to the funded one']);
  expect(texts(await list(owner, 'status=2,3'))).toEqual(['to the open one']);
  expect(texts(await list(await world.newPerson()))).toEqual([]);
});

test('R6.3: ten sends at once with one key are one message', async () => {
  const loan = await newLoan();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => say(loan, loan.owner, 'once', { key: 'tap-tap' })),
  );
  expect(new Set(answers.map((answer) => done(answer).id)).size).toBe(1);
  expect(texts(await conversation(loan, loan.owner))).toEqual(['once']);
  expect(refusal(await say(loan, loan.owner, 'twice', { key: 'tap-tap' }))).toBe('422 idempotency_key_reused');
});

test('a message and the end of a loan at once: one of the two orders', async () => {
  for (let round = 0; round < 5; round += 1) {
    const loan = await newLoan();
    const writer = await world.newPerson();
    const [said, gone] = await Promise.all([say(loan, writer), remove(loan, loan.owner)]);
    done(gone);
    expect(['ok', '404 not_found']).toContain(said.status === 201 ? 'ok' : refusal(said));
    expect(await unread(loan.owner)).toBe(0);
    expect(refusal(await conversation(loan, loan.owner))).toBe('404 not_found');
  }
});

test('ids grow in the order in which messages are seen, so a mark covers nothing that comes later', async () => {
  const loan = await newLoan();
  const writers = await people(world, 10);
  await Promise.all(writers.map((writer) => say(loan, writer, 'all at once')));
  const rows = await sql<{ id: number; sentBy: string }>`
    select id, xmin::text::bigint as "sentBy" from messages where proposal_id = ${Number(loan.id)} order by id`.execute(
    world.db,
  );
  expect(rows.rows).toHaveLength(10);
  expect(done(await read(loan.owner, String(rows.rows.at(-1)?.id)))).toEqual({ unreadMessagesCount: 0 });
});

test('one unread entry in the bell for each person and conversation, and opening either is enough', async () => {
  const loan = await newLoan({ status: 3 });
  const backer = loan.backers[0] as Person;
  const bell = async (person: Person) =>
    world.db
      .selectFrom('notifications')
      .select(['kind', 'actorId', 'readAt'])
      .where('userId', '=', person.id)
      .where('kind', '=', 'message')
      .where('proposalId', '=', Number(loan.id) as never)
      .orderBy('id')
      .execute();
  for (const text of ['one', 'two']) done(await say(loan, loan.owner, text));
  await runJobs(world);
  const entry = { kind: 'message', actorId: loan.owner.id, readAt: null };
  expect(await bell(backer)).toEqual([entry]);
  expect(await bell(loan.officer)).toEqual([entry]);
  expect(await bell(loan.owner)).toEqual([]);
  const { id } = done(await say(loan, loan.owner, 'three'));
  await runJobs(world);
  expect(await bell(backer)).toHaveLength(1);
  done(await read(backer, id));
  expect(await bell(backer)).toEqual([{ ...entry, readAt: world.now }]);
  done(await say(loan, loan.owner, 'four'));
  await runJobs(world);
  expect(await bell(backer)).toHaveLength(2);
  // The bell is read in the list of notifications, without opening the conversation.
  for (const count of [3, 4]) {
    const [newest] = done(await world.call('GET', '/api/notifications', { as: backer }));
    done(await world.call('POST', '/api/notifications/read', { as: backer, body: { notificationId: newest.id } }));
    for (const text of ['more', 'and more']) done(await say(loan, loan.owner, text));
    await runJobs(world);
    expect(await bell(backer)).toHaveLength(count);
  }
});

test('R13.2: a visitor reads and writes nothing', async () => {
  const loan = await newLoan();
  expect(refusal(await say(loan, null))).toBe('401 sign_in_required');
  for (const path of ['/api/messages/', '/api/messages/conversations', '/api/messages/unread/stream'])
    expect(refusal(await world.call('GET', path))).toBe('401 sign_in_required');
});
