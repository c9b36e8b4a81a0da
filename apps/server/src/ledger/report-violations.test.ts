import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Loan, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';
import { reportViolations } from './audit.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const DAY_MS = 86_400_000;
const reports = () => world.logLines.filter((line) => line.includes('audit_violations'));
const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};
/** Makes the escrow of a loan wrong by so many cents. */
const bend = ({ id }: Pick<Loan, 'id'>, cents: number) =>
  sql`update accounts set balance_cents = balance_cents + ${cents} where kind = 'escrow' and proposal_id = ${id}`.execute(
    world.db,
  );
/** The loans that the next audit names. */
async function wrongLoans(): Promise<string[]> {
  world.logLines.length = 0;
  expect(await reportViolations(world.outside)).toBe(true);
  const found = reports().flatMap((line) => JSON.parse(line).violations as { proposalId: number | null }[]);
  return [...new Set(found.flatMap(({ proposalId }) => (proposalId === null ? [] : [String(proposalId)])))];
}

test('R18.4: of several processes one audits the books in each minute, and a violation is logged', async () => {
  expect((await Promise.all([1, 2, 3].map(() => reportViolations(world.outside)))).filter(Boolean)).toHaveLength(1);
  expect(reports()).toEqual([]);

  await world.newPerson();
  await sql`update accounts set balance_cents = balance_cents + 1 where kind = 'wallet'`.execute(world.db);
  expect(await reportViolations(world.outside)).toBe(false);
  later(DAY_MS);
  expect(await reportViolations(world.outside)).toBe(true);
  expect(reports()).toHaveLength(1);
  await sql`update accounts set balance_cents = balance_cents - 1 where kind = 'wallet'`.execute(world.db);
  later(60_000);
  expect(await wrongLoans()).toEqual([]);
});

test('R18.4: each minute what has moved is audited until it is sound, and all of the books at night', async () => {
  const old = await newLoan({ status: 3 });
  later(300_000);
  expect(await wrongLoans()).toEqual([]);
  later(600_000);
  await bend(old, 1);
  const fresh = await newLoan({ status: 3 });
  await bend(fresh, 1);
  for (let minute = 0; minute < 4; minute += 1) {
    later(60_000);
    expect(await wrongLoans()).toEqual([fresh.id]);
  }
  await bend(fresh, -1);
  later(60_000);
  expect(await wrongLoans()).toEqual([]);
  later(DAY_MS);
  expect(await wrongLoans()).toEqual([old.id]);
  await bend(old, -1);
});
