import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { addStrangers } from '../../test/many-rows.ts';
import { rowsReadWithin } from '../../test/rows-read.ts';
import { useWorld } from '../../test/world.ts';
import { findOwnMoney } from '../own-data/closing.repository.ts';
import { listOwnRows } from '../own-data/own-data.repository.ts';
import { listUserStats } from '../proposals/user-stats.repository.ts';
import { listLentOfYear, listYears } from './year-letter.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const OTHERS = 5_000;

test('accounts of one person are found without reading those of all others (R11.2, R13.3)', async () => {
  const backer = await world.newPerson();
  const loan = await newLoan({ status: 5, backings: [60, 40], backers: [backer, await world.newPerson()] });
  await sql`
    insert into accounts (kind, user_id, proposal_id)
    select 'claim', id, ${loan.id}::bigint
    from unnest(${await addStrangers(world, OTHERS)}::bigint[]) as u (id)`.execute(world.db);
  await sql`analyze`.execute(world.db);
  const year = { from: '2026-01-01' as CalendarDate, to: '2026-12-31' as CalendarDate };
  const read = await rowsReadWithin(world.db, 'accounts', async (tx) => {
    expect((await listUserStats(tx, [backer.id])).get(backer.id)).toMatchObject({ pasive: { amount: 6_000 } });
    expect(await findOwnMoney(tx, backer.id)).toMatchObject({ owedCents: 6_000 });
    expect(await listYears(tx, backer.id)).toEqual([2026]);
    expect(await listLentOfYear(tx, backer.id, year)).toMatchObject([{ lentCents: 6_000, stillOutCents: 6_000 }]);
    expect(await listOwnRows(tx, 'balances', backer.id)).toHaveLength(3);
    expect(await listOwnRows(tx, 'movements', backer.id)).toHaveLength(2);
  });
  expect(read).toBeLessThan(OTHERS / 10);
});
