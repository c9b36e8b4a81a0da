import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { publishMany } from '../../test/many-rows.ts';
import { rowsReadWithin } from '../../test/rows-read.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { writeMessage } from '../../test/written-message.ts';
import { listUnreadMessages } from './messages.repository.ts';
import { countUnreadMessages } from './unread.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const QUIET = 1_000;

test('R15.4: staff count what is unread without reading the loans in which nobody has written', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan();
  await writeMessage(world, loan);
  await publishMany(world, ROI, QUIET);
  await sql`analyze`.execute(world.db);
  const read = await rowsReadWithin(world.db, 'proposals', async (tx) => {
    expect(await countUnreadMessages(tx, officer.id)).toBe(1);
    const page = { limit: 20, before: null };
    expect(await listUnreadMessages(tx, officer.id, undefined, page)).toHaveLength(1);
  });
  expect(read).toBeLessThan(QUIET / 10);
});
