import fs from 'node:fs';
import { sql } from 'kysely';
import { BACKERS_AT_ONCE, batchedSide, type Crowd } from './investing.ts';
import { type Claim, ratePerSecond } from './measure.ts';

/**
 * Transfers into one account of pgledger, a ledger in SQL functions: each locks two accounts, moves both balances and writes one transfer
 * and two entries. The functions are not part of this project. @returns null where `PGLEDGER_SQL` names no file with them
 */
export async function pgledgerClaim(crowd: Crowd): Promise<Claim | null> {
  const file = process.env['PGLEDGER_SQL'];
  if (file === undefined) return null;
  const { db } = crowd.books;
  await sql.raw(fs.readFileSync(file, 'utf8')).execute(db);
  const { rows } = await sql<{ id: string }>`
    select a.id from generate_series(0, ${BACKERS_AT_ONCE}::int) as n, pgledger_create_account('account ' || n, 'USD') as a
    order by n`.execute(db);
  const [hot, ...payers] = rows.map(({ id }) => id);
  let next = 0;
  const pay = () =>
    sql`
    select id from pgledger_create_transfer(${payers[next++ % payers.length]}, ${hot}, 1.00)`.execute(db);
  return {
    title: `backings of one proposal by ${BACKERS_AT_ONCE} people at once and transfers into one account, postgres`,
    unit: 'backings and transfers/s',
    above: batchedSide(crowd),
    below: { name: 'pgledger', measure: (seconds) => ratePerSecond(BACKERS_AT_ONCE, seconds, pay) },
    required: 8,
    aim: 10,
  };
}
