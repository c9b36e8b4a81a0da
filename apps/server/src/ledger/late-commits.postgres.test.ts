import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { openBesideEarlier } from '../test/waiting-commits.ts';
import { type Person, useWorld } from '../test/world.ts';
import { reportViolations } from './audit.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

/** Commits of backings wait for this lock, as for a standby. */
const STANDBY = 77;

async function holdCommits() {
  await sql
    .raw(`
    create function wait_for_standby() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${STANDBY}); return null; end $$;
    create constraint trigger wait_for_standby after insert on investments deferrable initially deferred
      for each row execute function wait_for_standby()`)
    .execute(world.db);
  const held = await world.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(${STANDBY})`.execute(held);
  return held;
}

async function untilACommitWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(world.db);
    if (rows.length > 0) return;
    await sleep(10);
  }
}

test('a journal whose commit waited for minutes is audited in the minute after it (R18.4)', async () => {
  const beside = await openBesideEarlier(world, '6 minutes');
  const audit = async () => {
    world.now = new Date(world.now.getTime() + 60_000);
    world.logLines.length = 0;
    expect(await reportViolations({ ...world.outside, db: beside.db })).toBe(true);
    return world.logLines.filter((line) => line.includes('audit_violations')).length;
  };
  const loan = await newLoan({ status: 3 });
  const [backer] = loan.backers as [Person];
  for (let minute = 0; minute < 4; minute += 1) expect(await audit()).toBe(0);

  const held = await holdCommits();
  const backing = back(loan, backer, 7);
  await untilACommitWaits();
  for (let minute = 0; minute < 5; minute += 1) expect(await audit()).toBe(0);
  await held.commit().execute();
  done(await backing);

  const bend = (cents: number) =>
    sql`update accounts set balance_cents = balance_cents + ${cents} where kind = 'claim' and proposal_id = ${loan.id}`.execute(
      world.db,
    );
  await bend(1);
  expect(await audit()).toBe(1);
  await bend(-1);
  for (let minute = 0; minute < 2; minute += 1) expect(await audit()).toBe(0);
  await beside.close();
});
