import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';
import { expireProposals } from './approvals.service.ts';

const world = useWorld();
const { newLoan, back, find, balance, history, decide, setStatus, repay } = useLoans(world);

const DAY_MS = 86_400_000;
const DEADLINE = new Date('2026-03-02T18:29:59.999Z');
const expire = () => expireProposals(world.db, world.outside.now);
const moveTo = (instant: Date | number) => {
  world.now = new Date(instant);
};
/** The proposals of one test must not expire in another. */
afterEach(async () => {
  moveTo(NOW.getTime() + 400 * DAY_MS);
  while ((await expire()) > 0);
  moveTo(NOW);
});

test('T8, R5.2: at its last moment a proposal lives, a moment later it is a draft and the money is back', async () => {
  const [bare, partly] = [await newLoan(), await newLoan({ status: 3, backings: [10, 20] })];
  const whole = await newLoan({ status: 5 });
  moveTo(DEADLINE);
  expect(await expire()).toBe(0);
  moveTo(DEADLINE.getTime() + 2);
  expect(await expire()).toBe(2);

  for (const loan of [bare, partly]) {
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, closedReason: 'expired', currentBalance: 0 });
    expect(refusal(await find(loan))).toBe('404 not_found');
    expect((await history(loan)).at(-1)).toBe('expired');
    expect(await balance('escrow', { loan })).toBe(0);
  }
  for (const user of partly.backers) expect(await balance('world', { user })).toBe(0);
  expect(done(await find(whole)).status).toBe(5);
});

test('R5.2: each proposal of a long run is closed at the instant of its own turn', async () => {
  await newLoan({ status: 3 });
  await newLoan({ status: 3 });
  moveTo(DEADLINE.getTime() + 2);
  let turns = 0;
  const clock = () => new Date(world.now.getTime() + (turns += 1) * 60_000);
  expect(await expireProposals(world.db, clock)).toBe(2);
  const journals = await sql<{ at: Date }>`
    select distinct at from journals where at > ${world.now} order by at`.execute(world.db);
  expect(journals.rows.map(({ at }) => at.getTime() - world.now.getTime())).toEqual([120_000, 180_000]);
});

test('R5.2: a backing after the deadline is told that funding has ended, before and after the job', async () => {
  const loan = await newLoan({ status: 3 });
  const backer = await world.newPerson();
  moveTo(DEADLINE.getTime() + 2);
  expect(refusal(await back(loan, backer, 10))).toBe('409 funding_ended');
  expect((await back(loan, backer, 'much')).status).toBe(409);
  expect(done(await find(loan, backer)).allowedActions).not.toContain('invest');
  await expire();
  expect(refusal(await back(loan, backer, 10))).toBe('404 not_found');
});

test('an invitation is offered to nobody after the deadline, as none is sent (R12.1)', async () => {
  const loan = await newLoan({ status: 3 });
  const offered = async (as: Person) => done(await find(loan, as)).allowedActions.includes('invite');
  expect([await offered(loan.owner), await offered(await world.newPerson())]).toEqual([true, true]);
  moveTo(DEADLINE.getTime() + 2);
  expect([await offered(loan.owner), await offered(await world.newPerson())]).toEqual([false, false]);
});

test('R5.2: one proposal that cannot be closed holds up none of the others', async () => {
  const [stuck, next] = [await newLoan(), await newLoan({ status: 3 })];
  await sql`
    create function fail_for_test() returns trigger language plpgsql as 'begin raise exception $$stuck$$; end'`.execute(
    world.db,
  );
  await sql`
    create trigger fail_for_test before update on proposals for each row
    when (old.id = ${sql.lit(Number(stuck.id))}) execute function fail_for_test()`.execute(world.db);
  moveTo(DEADLINE.getTime() + 2);
  await expect(expire()).rejects.toThrow('1 of 2 failed');
  await sql`drop trigger fail_for_test on proposals`.execute(world.db);
  expect(done(await find(next, next.owner)).status).toBe(1);
  expect(done(await find(stuck)).status).toBe(2);
  expect(await expire()).toBe(1);
});

test('R5.1: a backing in the last moment counts', async () => {
  const loan = await newLoan();
  moveTo(DEADLINE);
  expect((await back(loan, await world.newPerson(), 10)).status).toBe(201);
});

test('T9: thirty days fully backed and not released, the money goes home; released in time it stays', async () => {
  const [waiting, released] = [await newLoan({ status: 4, isApproved: true }), await newLoan({ status: 5 })];
  moveTo(NOW.getTime() + 30 * DAY_MS);
  expect(await expire()).toBe(0);
  moveTo(NOW.getTime() + 30 * DAY_MS + 1);
  expect(await expire()).toBe(1);
  expect(done(await find(waiting, waiting.owner))).toMatchObject({
    status: 1,
    closedReason: 'expired',
    isMFIApproved: false,
  });
  expect(await balance('world', { user: waiting.backers[0] as Person })).toBe(0);
  expect(done(await find(released)).status).toBe(5);
});

test('T9 counts from the last time it was fully backed, not from before a return', async () => {
  const loan = await newLoan({ status: 4, isApproved: true });
  moveTo(NOW.getTime() + 20 * DAY_MS);
  done(await decide('returnProposal', loan));
  done(await setStatus(loan, loan.owner, 2));
  done(await back(loan, loan.backers[0] as Person, 100));
  moveTo(NOW.getTime() + 40 * DAY_MS);
  expect(await expire()).toBe(0);
  moveTo(NOW.getTime() + 51 * DAY_MS);
  expect(await expire()).toBe(1);
});

test('R5.2: run twice and beside itself it closes each proposal once', async () => {
  const loans = [];
  for (let index = 0; index < 6; index += 1) loans.push(await newLoan({ status: 3 }));
  moveTo(DEADLINE.getTime() + 2);
  const closed = await Promise.all(Array.from({ length: 5 }, expire));
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(await expire()).toBe(0);
  for (const loan of loans) {
    expect((await history(loan)).filter((kind) => kind === 'expired')).toHaveLength(1);
    const jobs = await world.db.selectFrom('outbox').selectAll().where('kind', '=', 'proposal_event').execute();
    const about = jobs.map((job) => job.payload as any).filter((payload) => String(payload.proposalId) === loan.id);
    expect(about).toHaveLength(1);
    expect(about[0].backers).toEqual([{ userId: loan.backers[0]?.id, amountCents: 4000, toCreditCents: 0 }]);
  }
});

test('R5.2: it can expire a second time after it was published again', async () => {
  const loan = await newLoan({ status: 3 });
  for (let round = 1; round <= 2; round += 1) {
    moveTo(world.now.getTime() + 40 * DAY_MS);
    expect(await expire()).toBe(1);
    done(await setStatus(loan, loan.owner, 2));
    done(await back(loan, loan.backers[0] as Person, 10));
  }
  expect((await history(loan)).filter((kind) => kind === 'expired')).toHaveLength(2);
});

test('R5.3, R9.8: credit is lent first, and a release puts credit back to credit and the rest outside', async () => {
  const earlier = await newLoan({ status: 5 });
  const [backer] = earlier.backers as [Person];
  await repay(earlier, 30);
  expect(await balance('wallet', { user: backer })).toBe(3000);

  const loan = await newLoan();
  done(await back(loan, backer, 50));
  expect(await balance('wallet', { user: backer })).toBe(0);
  expect(await balance('world', { user: backer })).toBe(-12_000);
  done(await back(loan, backer, 10));
  expect(await balance('world', { user: backer })).toBe(-13_000);

  moveTo(DEADLINE.getTime() + 2);
  expect(await expire()).toBe(1);
  expect(await balance('wallet', { user: backer })).toBe(3000);
  expect(await balance('world', { user: backer })).toBe(-10_000);
  const url = `/api/borrow/transactions?proposalId=${loan.id}`;
  const rows = done(await world.call('GET', url, { as: backer }));
  expect(rows.map(({ amount, purpose, direction }: any) => [amount, purpose, direction])).toEqual([
    [60, 'backing_released', 'in'],
    [10, 'backing', 'out'],
    [50, 'backing', 'out'],
  ]);
});
