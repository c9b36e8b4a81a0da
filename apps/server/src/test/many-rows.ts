import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** People without an account, so many that reading them all would be noticed. */
export async function addStrangers({ db, now }: World, count: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (subject, first_name, last_name, phone, email, created_at)
    select null, 'Amina', 'Rahman', 'closed ' || key, 'closed-' || key || '@nobody.invalid', ${now}
    from (select gen_random_uuid() as key from generate_series(1, ${count}::int)) k returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A published proposal of each of so many strangers. */
export async function publishMany(world: World, mfiId: MfiId, count: number): Promise<void> {
  const owners = await addStrangers(world, count);
  await sql`
    insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, published_at,
      funding_deadline, created_at)
    select id, ${mfiId}, 'goats', 'goats', 10000 + (n * 7) % 500, 1 + (n * 7) % 60, date '2030-01-01', ${world.now},
      ${world.now}::timestamptz + n * interval '1 minute', ${world.now}
    from unnest(${owners}::bigint[]) with ordinality as o (id, n)`.execute(world.db);
}
