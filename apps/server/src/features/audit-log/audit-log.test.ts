import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { chainAuditLog, verifyAuditLog } from './audit-chain.repository.ts';

const world = useWorld();
const { newLoan, decide } = useLoans(world);
const approve = (loan: Parameters<typeof decide>[1]) => decide('approveProposal', loan);

/** The log and its line as they are without rows; only a test may. */
async function emptyLog(): Promise<void> {
  await tamper(sql`truncate audit_log, audit_links, audit_unchained cascade`);
}
/** A change by a person with all rights in the database. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  for (const table of ['audit_log', 'audit_links'])
    await sql.raw(`alter table ${table} disable trigger user`).execute(world.db);
  await change.execute(world.db);
  for (const table of ['audit_log', 'audit_links'])
    await sql.raw(`alter table ${table} enable trigger user`).execute(world.db);
}
const log = async (as: Person) => done(await world.call('GET', '/api/mfi/auditLog?mfiId=3', { as })) as any[];
const settings = (as: Person, mfiId = '3') =>
  world.call('PATCH', `/api/mfi?mfiId=${mfiId}`, { as, body: { slogan: 'Hand in hand' } });
const rowIds = async () =>
  (await world.db.selectFrom('auditLog').select('id').orderBy('id').execute()).map(({ id }) => id);

async function threeRows(): Promise<number[]> {
  const manager = await world.newPerson({ staffOf: [ROI] });
  for (const _ of [1, 2, 3]) done(await settings(manager));
  expect(await chainAuditLog(world.db)).toBe(3);
  return rowIds();
}

beforeEach(emptyLog);

test('a staff action is logged with who, what, when and from where, by ids alone (R34.5)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI], firstName: 'Anita' });
  const loan = await newLoan({ status: 2, officer: manager });
  done(await approve(loan));
  const [row] = await log(manager);
  expect(row).toMatchObject({
    actorId: String(manager.id),
    action: 'approveProposal',
    at: world.now.toISOString(),
    network: '127.0.0.0/24',
    enteredById: null,
    hash: null,
  });
  expect(JSON.parse(row.details)).toMatchObject({ mfiId: ROI, proposalId: Number(loan.id) });
  expect(row.actorName).toMatch(/^Anita /);
  const { rows: kept } = await sql`select * from audit_log`.execute(world.db);
  expect(JSON.stringify(kept)).not.toContain('Anita');
});

test('an action that is refused or taken back leaves no row (R34.5)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 2, officer: manager });
  done(await approve(loan));
  expect((await approve(loan)).status).toBe(409);
  expect((await log(manager)).filter(({ action }) => action === 'approveProposal')).toHaveLength(1);
});

test('acts of staff as persons, and of people who are no staff, are not in the log (R34.5)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 2, officer: manager });
  const before = (await log(manager)).length;
  const body = { proposalId: loan.id, text: 'How is the weaving?' };
  expect((await world.call('POST', '/api/messages/', { as: manager, body })).status).toBe(201);
  expect(
    (await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${loan.id}`, { as: manager })).status,
  ).toBeLessThan(500);
  expect(await log(manager)).toHaveLength(before);
});

test('a pair of four eyes is in the log with both (R34.5)', async () => {
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const person = { phone: '+8801900000001', name: 'Nur Alam', role: 'officer' };
  const { id } = done(await world.call('POST', '/api/mfi/staff?mfiId=3', { as: first, body: person }));
  const yes = { state: 'approved' };
  done(await world.call('PATCH', `/api/mfi/staff?mfiId=3&id=${id}`, { as: second, body: yes }));
  const [approved, entered] = await log(first);
  expect(entered).toMatchObject({ action: 'enterStaff', actorId: String(first.id), enteredById: null });
  expect(approved).toMatchObject({ actorId: String(second.id), enteredById: String(first.id), selfApproved: false });
});

test('managers read and keep the log of their own institution, and officers do not (R34.5)', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  done(await settings(manager));
  done(await settings(elsewhere, '1'));
  expect(await log(manager)).toHaveLength(1);
  const csv = await world.call('GET', '/api/mfi/auditLog.csv?mfiId=3', { as: manager });
  expect(String(csv.body).trim().split('\r\n')).toHaveLength(2);
  for (const as of [officer, elsewhere]) {
    for (const address of ['auditLog', 'auditLog.csv']) {
      expect((await world.call('GET', `/api/mfi/${address}?mfiId=3`, { as })).status).toBe(403);
    }
  }
});

test('the log refuses every change and removal in the database (R34.5)', async () => {
  await threeRows();
  await expect(sql`update audit_log set network = ''`.execute(world.db)).rejects.toThrow('append-only');
  await expect(sql`delete from audit_log`.execute(world.db)).rejects.toThrow('append-only');
  await expect(sql`update audit_links set hash = ''`.execute(world.db)).rejects.toThrow('append-only');
});

test('a line that nobody touched has no findings, and what is not chained yet is named (R34.5)', async () => {
  await threeRows();
  expect(await verifyAuditLog(world.db)).toEqual([]);
  done(await settings(await world.newPerson({ staffOf: [ROI] })));
  const logId = (await rowIds()).at(-1);
  expect(await verifyAuditLog(world.db)).toEqual([{ mfiId: ROI, logId, problem: 'unchained' }]);
  expect(await chainAuditLog(world.db)).toBe(1);
  expect(await verifyAuditLog(world.db)).toEqual([]);
});

test('a row that was changed is named (R34.5)', async () => {
  const [, second] = await threeRows();
  await tamper(sql`update audit_log set actor_id = null where id = ${second}`);
  expect(await verifyAuditLog(world.db)).toEqual([{ mfiId: ROI, logId: second, problem: 'changed' }]);
});

test('a row that was removed is named, also with its link (R34.5)', async () => {
  const [, second, third] = await threeRows();
  await tamper(sql`delete from audit_log where id = ${second}`);
  expect(await verifyAuditLog(world.db)).toEqual([{ mfiId: ROI, logId: second, problem: 'removed' }]);
  await tamper(sql`delete from audit_links where log_id = ${second}`);
  expect(await verifyAuditLog(world.db)).toEqual([{ mfiId: ROI, logId: third, problem: 'gap' }]);
});

test('a row that was inserted is named, with or without a link (R34.5)', async () => {
  const [, second, third] = await threeRows();
  await tamper(sql`insert into audit_log (id, mfi_id, actor_id, action, details, network, at)
    select 900000, mfi_id, null, action, details, network, at from audit_log where id = ${second}`);
  expect(await verifyAuditLog(world.db)).toEqual([{ mfiId: ROI, logId: 900000, problem: 'unchained' }]);
  await tamper(sql`update audit_links set position = 4 where log_id = ${third}`);
  await tamper(sql`insert into audit_links (mfi_id, position, log_id, hash) values (${ROI}, 3, 900000, 'made up')`);
  const named = (await verifyAuditLog(world.db)).map(({ logId }) => logId);
  expect(named).toContain(900000);
});
