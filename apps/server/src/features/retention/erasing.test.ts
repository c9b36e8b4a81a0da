import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';
import { deleteOutdated, deleteSpent } from './retention.jobs.ts';

const world = useWorld();
const OLD = 12_000;
const AT_ONCE = 5_000;

/** The table refuses to have more rows deleted by one statement than a busy server has time for. */
async function deleteFewAtOnce(table: string): Promise<void> {
  await sql
    .raw(
      `create or replace function few_at_once() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > ${AT_ONCE} then raise exception 'too many rows of % at once', tg_table_name; end if;
        return null;
      end $$`,
    )
    .execute(world.db);
  await sql
    .raw(
      `create trigger few_at_once after delete on ${table} referencing old table as gone
      for each statement execute function few_at_once()`,
    )
    .execute(world.db);
}

test('a late job forgets all answers of before in short statements, and no newer one (R6.3)', async () => {
  await deleteFewAtOnce('idempotency_keys');
  const now = new Date(world.now.getTime() + 365 * 86_400_000);
  await sql`
    insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
    select 'late', n::text, '', 200, '{}', ${now}::timestamptz - case when n <= ${OLD}::int then 31 else 29 end * interval '1 day'
    from generate_series(1, ${OLD}::int + 3) n`.execute(world.db);
  expect((await deleteOutdated(world.db, now)).idempotencyKeys).toBe(OLD);
  const left = await world.db.selectFrom('idempotencyKeys').select('key').where('scope', '=', 'late').execute();
  expect(left).toHaveLength(3);
  expect((await deleteOutdated(world.db, now)).idempotencyKeys).toBe(0);
});

test('a late job forgets the jobs done before, and keeps those that wait and those that told of an event', async () => {
  await deleteFewAtOnce('outbox');
  const now = world.now;
  await sql`
    insert into outbox (kind, dedupe_key, payload, run_at, created_at, done_at)
    select case n when ${OLD}::int + 2 then 'proposal_event' else 'email' end, 'late:' || n, '{}', ${now}, ${now},
      case n when ${OLD}::int + 1 then null else ${now}::timestamptz - interval '31 days' end
    from generate_series(1, ${OLD}::int + 2) n`.execute(world.db);
  expect((await deleteSpent(world.db, now)).outbox).toBe(OLD);
  const left = await sql`select kind from outbox where dedupe_key like 'late:%' order by id`.execute(world.db);
  expect(left.rows).toEqual([{ kind: 'email' }, { kind: 'proposal_event' }]);
});

test('a delivery that was given up is forgotten after 30 days, any other job stays for a person (R13.7)', async () => {
  await sql`
    insert into outbox (kind, dedupe_key, payload, run_at, created_at, failed_at)
    select kind, 'given up:' || kind || days, '{}', ${world.now}, ${world.now}, ${world.now}::timestamptz - days * interval '1 day'
    from unnest(array['email', 'sms', 'push', 'message', 'remove_file', 'proposal_event']) kind, unnest(array[29, 31]) days
  `.execute(world.db);
  expect((await deleteSpent(world.db, world.now)).givenUp).toBe(4);
  const left = await sql<{ dedupeKey: string }>`
    select dedupe_key as "dedupeKey" from outbox where dedupe_key like 'given up:%31'`.execute(world.db);
  expect(left.rows.map(({ dedupeKey }) => dedupeKey).toSorted()).toEqual([
    'given up:proposal_event31',
    'given up:remove_file31',
  ]);
});
