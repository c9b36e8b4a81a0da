import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Person, useWorld } from '../test/world.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { SEED_ACCOUNTS } from './people.ts';
import { seedDemo } from './seed.ts';

const world = useWorld();

/** The seeded account behind this phone, signed in as a person would. */
async function signIn(phone: string): Promise<Person> {
  const answer = await world.call('POST', '/api/identity/sign-in', {
    body: { username: phone, password: SEED_PASSWORD },
  });
  expect(answer.status).toBe(200);
  const { accessToken, user } = answer.body.data;
  return { id: user.id, subject: user.username, phone, token: accessToken };
}

beforeAll(async () => {
  // Two processes that start at once on one empty database; an embedded one has room for one at a time.
  const isShared = process.env['TEST_DATABASE'] === 'postgres';
  const first = seedDemo(world.outside);
  if (!isShared) await first;
  const results = await Promise.all([first, seedDemo(world.outside)]);
  expect(results.filter((isSeeded) => isSeeded)).toHaveLength(1);
});

test('there is a proposal in each status for each MFI', async () => {
  const { rows } = await sql<{ mfi: number; status: number }>`
    select distinct mfi_id as mfi, status from proposals order by 1, 2`.execute(world.db);
  const expected = [1, 2, 3].flatMap((mfi) => [1, 2, 3, 4, 5, 6].map((status) => ({ mfi, status })));
  expect(rows).toEqual(expected);
});

test('open proposals stay open for a week at least, so that the demo does not empty itself (R1.2)', async () => {
  const rows = await world.db
    .selectFrom('proposals')
    .select(['title', 'fundingDeadline'])
    .where('status', 'in', [2, 3])
    .where('deletedAt', 'is', null)
    .execute();
  const inAWeek = new Date(world.now.getTime() + 7 * 86_400_000);
  expect(rows.filter(({ fundingDeadline }) => (fundingDeadline ?? world.now) < inAWeek)).toEqual([]);
});

test('withdrawals and payments are there in every state, drafts were returned and expired, and one loan is late', async () => {
  const values = async (column: string, table: string) => {
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null
      order by 1`.execute(world.db);
    return rows.map((row) => row.value);
  };
  expect(await values('state', 'withdrawals')).toEqual(['confirmed', 'failed', 'rejected', 'requested', 'sent']);
  expect(await values('state', 'payments')).toEqual(['approved', 'pending', 'rejected']);
  expect(await values('closedReason', 'proposals')).toEqual(['expired', 'returned']);

  const borrower = await signIn('+12025550110');
  const funded = await world.call('GET', '/api/borrow/proposalsByUserAddress?status=5', { as: borrower });
  const page = await world.call('GET', `/api/borrow/findOne?id=${funded.body.data[0].id}`, { as: borrower });
  expect(page.body.data).toMatchObject({ repaymentState: 'late' });
  // Late for longer, it would keep its owner from publishing (R10.10).
  const { late } = (await world.call('GET', '/api/mfi/portfolio?mfiId=3', { as: await signIn('+12025550103') })).body
    .data;
  const row = late.entries.find(({ proposalId }: { proposalId: string }) => proposalId === funded.body.data[0].id);
  expect(row.daysLate).toBeLessThanOrEqual(20);
});

test.each(SEED_ACCOUNTS)('$phone ($role) can sign in, and none of their lists is empty', async ({ phone, role }) => {
  const as = await signIn(phone);
  const lists = ['proposalsByUserAddress', 'proposalsNotByUserAddress', 'userIgnoredProposals'];
  const me = await world.call('GET', `/api/auth/?username=${as.subject}`, { as });
  const mfiIds = me.body.data.userMfis.map((mfi: { mfiId: string }) => mfi.mfiId);
  if (role.startsWith('staff')) lists.push(`proposalsByMFIID?mfiId=${mfiIds[0]}`);
  for (const list of lists) {
    const answer = await world.call('GET', `/api/borrow/${list}`, { as });
    expect(answer.status).toBe(200);
    expect(answer.body.data.length, list).toBeGreaterThan(0);
  }
});

test.each(['+12025550101', '+12025550102', '+12025550103'])('%s finds work in the queues of the MFI', async (phone) => {
  const as = await signIn(phone);
  const me = await world.call('GET', `/api/auth/?username=${as.subject}`, { as });
  const { mfiId, mfiName: name } = me.body.data.userMfis[0];
  const stats = await world.call('GET', `/api/mfi/stats?name=${name}&userId=${as.id}`, { as });
  for (const box of ['inProgress', 'active', 'repaid']) expect(stats.body.data[box].count).toBeGreaterThan(0);
  const queues = await world.call('GET', `/api/mfi/queues?mfiId=${mfiId}`, { as });
  expect(queues.body.data.toApprove.entries.length).toBeGreaterThan(0);
  expect(queues.body.data.paymentsToApprove.entries.length).toBeGreaterThan(0);
});

test('two campaigns are published, one is still being prepared, and each has a picture and loans that take backings', async () => {
  const rows = await world.db.selectFrom('campaigns').select(['id', 'published', 'image']).orderBy('id').execute();
  expect(rows.map(({ published }) => published)).toEqual([true, true, false]);
  for (const { id, published, image } of rows) {
    expect((await world.call('GET', `/files/${image}?w=640`, {})).status).toBe(200);
    if (!published) continue;
    const { body } = await world.call('GET', `/api/campaign/?campaignId=${id}`, {});
    const statuses = body.data[0].proposalCampaigns.map((entry: { borrow: { status: number } }) => entry.borrow.status);
    expect(statuses.length).toBeGreaterThan(2);
    expect(statuses[0]).toBeLessThan(4);
  }
});

test('every proposal has a picture that is served in each width', async () => {
  const rows = await world.db.selectFrom('proposals').select('image').distinct().execute();
  expect(rows.length).toBeGreaterThan(11);
  for (const { image } of rows) {
    for (const width of [160, 400, 640, 800, 1600]) {
      const answer = await world.call('GET', `/files/${image}?w=${width}`);
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    }
  }
});

test('loans of each MFI have update logs and albums, and their pictures are served', async () => {
  const { rows } = await sql<{ mfi: number; image: string }>`
    select distinct p.mfi_id as mfi, x.image from proposals p
    join (select proposal_id, image from updates union select proposal_id, image from gallery_images) x
      on x.proposal_id = p.id`.execute(world.db);
  expect(new Set(rows.map(({ mfi }) => mfi))).toEqual(new Set([1, 2, 3]));
  for (const { image } of rows) expect((await world.call('GET', `/files/${image}?w=160`)).status).toBe(200);
});

test('no two neighbours in the list of newest proposals show the same picture', async () => {
  const rows = await world.db
    .selectFrom('proposals')
    .select('image')
    .where('status', '>', 1)
    .orderBy('publishedAt', 'desc')
    .execute();
  expect(rows.filter(({ image }, at) => image === rows[at + 1]?.image)).toEqual([]);
});

test('no message is sent about the invented past', async () => {
  const waiting = await world.db.selectFrom('outbox').select('id').where('doneAt', 'is', null).execute();
  expect(waiting).toEqual([]);
  expect(world.sent).toEqual([]);
});

test('a second run does nothing', async () => {
  const count = async () => (await world.db.selectFrom('journals').select('id').execute()).length;
  const before = await count();
  expect(await seedDemo(world.outside)).toBe(false);
  expect(await count()).toBe(before);
});

test('the bell of each person has rung at the time of its event, and the last days are unread', async () => {
  for (const { phone } of SEED_ACCOUNTS) {
    const { body } = await world.call('GET', '/api/notifications', { as: await signIn(phone) });
    expect(body.data.length, phone).toBeGreaterThan(0);
  }
  const rows = await world.db.selectFrom('notifications').select(['at', 'readAt']).execute();
  const fourDaysAgo = new Date(world.now.getTime() - 4 * 86_400_000);
  for (const { at, readAt } of rows) expect(readAt === null).toBe(at >= fourDaysAgo);
  expect(new Set(rows.map(({ at }) => at.toISOString().slice(0, 10))).size).toBeGreaterThan(10);
});

test('one loan has gone each of the ways in which a loan goes otherwise than planned, with an owner of its own', async () => {
  const { rows } = await sql<{ way: string; phone: string }>`
    select way, u.phone from (
      select 'asked' as way, proposal_id from hardships where state = 'open'
      union all select 'new plan', proposal_id from plan_changes where state = 'accepted' and hardship_id is not null
      union all select 'paused', proposal_id from pause_loans where state = 'moved'
      union all select 'in doubt', proposal_id from loan_defaults where state = 'asked'
      union all select 'defaulted', id from proposals where defaulted_at is not null and written_off_at is null
      union all select 'written off, and recovered', p.id from proposals p join payments y on y.proposal_id = p.id
        where y.state = 'approved' and y.entered_at > p.written_off_at
      union all select 'forgiven', id from proposals where status = 6 and forgiven_cents > 0
      union all select 'release undone', proposal_id from release_undoings where state = 'approved'
    ) w join proposals p on p.id = w.proposal_id join users u on u.id = p.owner_id order by u.phone`.execute(world.db);
  expect(Object.fromEntries(rows.map(({ way, phone }) => [way, phone.slice(-3)]))).toEqual({
    'new plan': '130',
    defaulted: '131',
    asked: '132',
    'written off, and recovered': '133',
    paused: '134',
    'in doubt': '135',
    forgiven: '136',
    'release undone': '137',
  });
  expect(rows).toHaveLength(8);
});
