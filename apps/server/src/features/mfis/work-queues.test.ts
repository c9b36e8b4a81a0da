import type { MfiId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

/** An institution without proposals of other tests. */
const FATEN = 2 as MfiId;

const world = useWorld();
const { newLoan, pay } = useLoans(world);

const queues = async (as: Person) => done(await world.call('GET', '/api/mfi/queues?mfiId=3', { as }));
const assign = (loan: { id: string }, as: Person, officerId: unknown) =>
  world.call('PATCH', `/api/mfi/loans?proposalId=${loan.id}`, { as, body: { officerId } });
const entryOf = (queue: { entries: { proposalId: string }[] }, { id }: { id: string }): any =>
  queue.entries.find(({ proposalId }) => proposalId === id);

afterEach(async () => {
  await world.db.updateTable('mfis').set({ fourEyesFromCents: null }).execute();
});

test('a proposal is given to a member of its office, to nobody else, and taken back', async () => {
  const loan = await newLoan({ form: { place: 'Gosaba' } as object });
  const colleague = await world.newPerson({ firstName: 'Kamal', staffOf: [ROI] });
  const stranger = await world.newPerson({ staffOf: [DCBS] });
  expect(entryOf((await queues(loan.officer)).toApprove, loan)).toMatchObject({ officerId: null, place: 'Gosaba' });
  expect(done(await assign(loan, loan.officer, colleague.id))).toEqual({
    id: loan.id,
    officerId: String(colleague.id),
    area: null,
  });
  const { toApprove, officers } = await queues(loan.officer);
  expect(entryOf(toApprove, loan).officerId).toBe(String(colleague.id));
  expect(officers.map(({ id }: { id: string }) => id)).toContain(String(colleague.id));
  expect(refusal(await assign(loan, loan.officer, stranger.id))).toBe('422 invalid_request');
  expect(refusal(await assign(loan, stranger, stranger.id))).toBe('403 not_permitted');
  expect(refusal(await assign(loan, loan.owner, colleague.id))).toBe('403 not_permitted');
  expect(done(await assign(loan, loan.officer, null)).officerId).toBeNull();
  const [act] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: loan.officer }));
  expect(act).toMatchObject({ action: 'assignOfficer', actorId: String(loan.officer.id) });
});

test('a member who left the office looks after nothing there', async () => {
  const loan = await newLoan();
  const leaver = await world.newPerson({ staffOf: [ROI] });
  done(await assign(loan, loan.officer, leaver.id));
  await world.db.deleteFrom('mfiStaff').where('userId', '=', leaver.id).execute();
  expect(entryOf((await queues(loan.officer)).toApprove, loan).officerId).toBeNull();
});

test('a queue says where another person takes the second step (R34.3)', async () => {
  const colleague = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 4, isApproved: true });
  const funded = await newLoan({ status: 5, officer: loan.officer });
  done(await pay(funded, 100, { as: loan.officer }));
  const awaits = async (as: Person) => {
    const { toRelease, paymentsToApprove } = await queues(as);
    return [entryOf(toRelease, loan).awaitsAnother, entryOf(paymentsToApprove, funded).awaitsAnother];
  };
  expect(await awaits(loan.officer)).toEqual([false, false]);
  await world.db
    .updateTable('mfis')
    .set({ fourEyesFromCents: 10_000 as never })
    .where('id', '=', ROI)
    .execute();
  expect(await awaits(loan.officer)).toEqual([true, true]);
  expect(await awaits(colleague)).toEqual([false, false]);
});

test('late loans wait in a queue of their own, the longest late first (R10.7)', async () => {
  const start = world.now;
  const first = await newLoan({ status: 5, mfiId: DCBS });
  world.now = new Date('2026-03-31T04:30:00.000Z');
  const second = await newLoan({ status: 5, mfiId: DCBS });
  world.now = new Date('2026-06-30T04:30:00.000Z');
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const { late } = done(await world.call('GET', '/api/mfi/portfolio?mfiId=1', { as: officer }));
  world.now = start;
  const ids = late.entries.map(({ proposalId }: { proposalId: string }) => proposalId);
  expect(ids).toEqual([first.id, second.id]);
  expect(late).toMatchObject({ count: 2, oldestAt: late.entries[0].waitingSince });
  expect(late.entries[1]).toMatchObject({ amount: 100, userName: 'Rahima Khatun', officerId: null });
});

test('a queue has the oldest 50 and says how many wait at its own institution (R11.3)', async () => {
  const [owner, officer] = [await world.newPerson(), await world.newPerson({ staffOf: [FATEN] })];
  await newLoan({ status: 4, isApproved: true });
  await sql`
    insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, published_at,
      funding_deadline, created_at)
    select ${owner.id}, ${FATEN}, 'n' || n, 'Goats', 10000, 12, '2030-01-01', ${world.now}::timestamptz - n / 2 * interval '1 hour',
      ${world.now}::timestamptz + interval '20 days', ${world.now} from generate_series(1, 60) n`.execute(world.db);
  const { toApprove, toRelease } = done(await world.call('GET', `/api/mfi/queues?mfiId=${FATEN}`, { as: officer }));
  expect(toApprove.count).toBe(60);
  expect(toApprove.entries).toHaveLength(50);
  const { rows } = await sql<{ id: string }>`
    select id::text as id from proposals where mfi_id = ${FATEN} order by published_at, id limit 50`.execute(world.db);
  expect(toApprove.entries.map(({ proposalId }: { proposalId: string }) => proposalId)).toEqual(
    rows.map(({ id }) => id),
  );
  expect(toApprove.oldestAt).toBe(toApprove.entries[0].waitingSince);
  expect(toRelease).toEqual({ count: 0, oldestAt: null, entries: [] });
});

test('a member of staff reads all that they look after, page by page, and nothing of others', async () => {
  const [owner, officer] = [await world.newPerson(), await world.newPerson({ staffOf: [FATEN] })];
  // Each has a neighbour that is another's or nobody's, so that theirs lie far behind the oldest 50.
  const { rows } = await sql<{ id: string }>`
    insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, published_at,
      funding_deadline, created_at, officer_id)
    select ${owner.id}, ${FATEN}, 'm' || n, 'Goats', 10000, 12, '2030-01-01', ${world.now}::timestamptz - n / 2 * interval '1 hour',
      ${world.now}::timestamptz + interval '20 days', ${world.now}, case when n % 2 = 0 then ${officer.id}::bigint end
    from generate_series(1, 120) n returning id::text as id, officer_id as "officerId", published_at as "publishedAt"`.execute(
    world.db,
  );
  const read = async (more: string) =>
    done(await world.call('GET', `/api/mfi/queues?mfiId=${FATEN}${more}`, { as: officer }));
  const first = await read('&mine=true');
  expect(first.toApprove.count).toBe(60);
  expect(first.toApprove.entries).toHaveLength(50);
  const last = await read(`&mine=true&cursor=${first.nextCursor}`);
  expect(last.toApprove).toMatchObject({ count: 60, entries: { length: 10 } });
  expect(last.nextCursor).toBeNull();
  const entries = [...first.toApprove.entries, ...last.toApprove.entries];
  expect(new Set(entries.map(({ officerId }: { officerId: string }) => officerId))).toEqual(
    new Set([String(officer.id)]),
  );
  expect(new Set(entries.map(({ proposalId }: { proposalId: string }) => proposalId)).size).toBe(60);
  expect(entries.map(({ waitingSince }) => waitingSince)).toEqual(
    entries.map(({ waitingSince }) => waitingSince).toSorted((one, other) => one.localeCompare(other)),
  );
  const whole = await read('');
  expect(whole.toApprove.count).toBeGreaterThanOrEqual(rows.length);
  expect(whole).not.toHaveProperty('nextCursor');
  expect(await read('&mine=false')).toEqual(whole);
  const wrong = await world.call('GET', `/api/mfi/queues?mfiId=${FATEN}&mine=true&cursor=abc`, { as: officer });
  expect(refusal(wrong)).toBe('422 invalid_request');
});

test('each queue gives a member of staff their own alone, late loans too (R10.7, R34.3)', async () => {
  const start = world.now;
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const [mine, other] = [await newLoan({ status: 5, mfiId: DCBS }), await newLoan({ status: 5, mfiId: DCBS })];
  const released = await newLoan({ status: 4, isApproved: true, mfiId: DCBS });
  await newLoan({ status: 4, isApproved: true, mfiId: DCBS });
  for (const loan of [mine, released]) done(await assign(loan, loan.officer, officer.id));
  for (const loan of [mine, other]) done(await pay(loan, 1));
  const query = '?mfiId=1&mine=true';
  const { toRelease, paymentsToApprove, cannotPay } = done(
    await world.call('GET', `/api/mfi/queues${query}`, { as: officer }),
  );
  const idsOf = (queue: { entries: { proposalId: string }[] }) => queue.entries.map(({ proposalId }) => proposalId);
  expect([toRelease, paymentsToApprove, cannotPay].map(idsOf)).toEqual([[released.id], [mine.id], []]);
  world.now = new Date('2026-09-30T04:30:00.000Z');
  const own = done(await world.call('GET', `/api/mfi/portfolio${query}`, { as: officer }));
  const whole = done(await world.call('GET', '/api/mfi/portfolio?mfiId=1', { as: officer }));
  world.now = start;
  expect([idsOf(own.late), own.late.count, own.nextCursor]).toEqual([[mine.id], 1, null]);
  expect(idsOf(whole.late)).toContain(other.id);
  expect(own.outstanding).toBe(whole.outstanding);
  expect(whole).not.toHaveProperty('nextCursor');
});
