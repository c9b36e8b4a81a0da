import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { useWorld } from '../test/world.ts';
import { seedDemo } from './seed.ts';

const world = useWorld();

test.each([{ PUBLIC_URL: 'https://sathi.example' }, { SEED: 'none' }])(
  'no person is made with %o, and the three MFIs are there all the same',
  async (env) => {
    expect(await seedDemo({ ...world.outside, config: readConfig(env) })).toBe(false);
    expect(await world.db.selectFrom('identities').select('subject').execute()).toEqual([]);
    const mfis = await world.call('GET', '/api/mfi/all');
    expect(mfis.body.data.map((mfi: { name: string }) => mfi.name)).toEqual(['DCBS', 'FATEN', 'ROI']);
  },
);

test('a seed that breaks off leaves nothing, and the next one succeeds', async () => {
  const { outside } = world;
  await sql`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'the power is gone'; end $$;
    create trigger break_off before insert on withdrawals for each row execute function break_off();
  `.execute(world.db);
  await expect(seedDemo(outside)).rejects.toThrow('the power is gone');
  for (const table of ['identities', 'users', 'proposals', 'outbox'] as const) {
    expect(await world.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  await sql`drop trigger break_off on withdrawals`.execute(world.db);
  expect(await seedDemo(outside)).toBe(true);
});
