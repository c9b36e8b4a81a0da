import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/rows-read.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { chainAuditLog } from './audit-chain.repository.ts';

const world = useWorld();
const LINKS = 5_000;

async function chain(rows: number): Promise<void> {
  await sql`
    insert into audit_log (mfi_id, action, details, network, at)
    select ${ROI}, 'test', '{}', '', now() from generate_series(1, ${rows}::int)`.execute(world.db);
  while ((await chainAuditLog(world.db)) > 0);
}

test('the next link is made without reading those before it (R34.5)', async () => {
  const read = await rowsRead(world.db, 'audit_links', {
    before: () => chain(LINKS),
    work: () => chain(1),
    changes: [LINKS, 1],
  });
  expect(read).toBeLessThan(10);
});
