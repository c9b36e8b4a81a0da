import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { send } from './load.ts';
import { addPerson, addProposal, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const place = usePlace();
const start = useServerProcesses();

test('a second server on the same folder says why it cannot start and ends with code 1, and the first goes on', async () => {
  const { proposalId, backer } = await place.look(async (db) => {
    const owner = await addPerson(db);
    return { proposalId: await addProposal(db, owner.id), backer: await addPerson(db) };
  });
  const first = start(place.env());
  const url = await first.ready;

  const second = await start(place.env()).ended;

  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^The folder \S+ is in use by another running Sathi; [^.]*\.\n$/);
  const id = await send(url, proposalId, { key: randomUUID(), backer, dollars: 3, acknowledgedAs: null });
  expect(id).not.toBeNull();
  expect(await first.signal('SIGTERM')).toMatchObject({ code: 0 });
  await place.look(async (db) => {
    const row = await db
      .selectFrom('proposals')
      .select('backedCents')
      .where('id', '=', proposalId)
      .executeTakeFirstOrThrow();
    expect(row.backedCents).toBe(300);
    expect(await listViolations(db)).toEqual([]);
  });
});
