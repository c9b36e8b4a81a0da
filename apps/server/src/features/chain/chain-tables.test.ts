import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

test('T26: no table of the chain refers to a proposal or to money, and none of those to the chain', async () => {
  const { rows } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f'
      and (conrelid::regclass::text like 'chain_%' or confrelid::regclass::text like 'chain_%')`.execute(world.db);
  const pairs = rows.map(({ from, to }) => `${from} -> ${to}`).sort();
  expect(pairs).toEqual([
    'chain_deploys -> chain_operations',
    'chain_keys -> users',
    'chain_operations -> users',
    'chain_registrations -> chain_operations',
    'ledger_days -> chain_operations',
  ]);
});
