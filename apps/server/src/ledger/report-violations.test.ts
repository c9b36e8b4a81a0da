import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../test/loans.ts';
import { type Person, useWorld } from '../test/world.ts';
import { reportViolations } from './audit.ts';
import { listFreshViolations } from './fresh-audit.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

const DAY_MS = 86_400_000;
const reports = () => world.logLines.filter((line) => line.includes('audit_violations'));
const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};
/** Makes the claims of a loan wrong by so many cents; its other accounts move with its counters alone. */
const bend = ({ id }: Pick<Loan, 'id'>, cents: number) =>
  sql`update accounts set balance_cents = balance_cents + ${cents} where kind = 'claim' and proposal_id = ${id}`.execute(
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

describe('R18.4: an account of a person is audited by its kept sum and its new transfers', () => {
  const MINUTES = 60_000;
  /** Its wallet, as the audit kept it: the cents and the difference to all of its transfers from before. */
  const kept = async (person: Person) => {
    const { rows } = await sql<{ id: number; cents: number; wrongBy: number }>`
      select k.account_id as id, k.cents, k.cents - coalesce((
        select sum(case when t.to_account_id = a.id then t.amount_cents else -t.amount_cents end)
        from transfers t join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
        where a.id in (t.from_account_id, t.to_account_id) and j.at < k.until
      ), 0)::bigint as "wrongBy"
      from audited_accounts k join accounts a on a.id = k.account_id
      where a.kind = 'world' and a.user_id = ${person.id}`.execute(world.db);
    return rows[0];
  };
  const audits = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      later(MINUTES);
      expect(await wrongLoans()).toEqual([]);
      expect(reports()).toEqual([]);
    }
  };

  test('the sum follows the transfers that are older than what may still be on its way', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    await audits(1);
    expect(await kept(backer)).toMatchObject({ cents: 0, wrongBy: 0 });
    done(await back(loan, backer, 7));
    await audits(2);
    done(await back(loan, backer, 5));
    await audits(2);
    expect(await kept(backer)).toMatchObject({ cents: -4700, wrongBy: 0 });
    // Transfers that the sum has already are read too, since their loan is.
    expect(await listFreshViolations(world.db, new Date(0))).toEqual([]);
    await audits(2);
    expect(await kept(backer)).toMatchObject({ cents: -5200, wrongBy: 0 });
  });

  test('a balance that neither explains is named, in each minute until it is sound', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    await audits(4);
    const { id } = (await kept(backer))!;
    const bendWorld = (cents: number) =>
      sql`update accounts set balance_cents = balance_cents + ${cents} where id = ${id}`.execute(world.db);
    await bendWorld(1);
    done(await back(loan, backer, 5));
    for (let minute = 0; minute < 2; minute += 1) {
      later(MINUTES);
      await wrongLoans();
      expect(reports().join()).toContain(`world ${id}`);
    }
    await bendWorld(-1);
    await audits(1);
  });

  test('a kept sum that is out of date accuses nobody, and is made anew', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    await audits(4);
    const { id } = (await kept(backer))!;
    await sql`update audited_accounts set cents = cents + 3 where account_id = ${id}`.execute(world.db);
    done(await back(loan, backer, 5));
    await audits(1);
    expect(await kept(backer)).toMatchObject({ wrongBy: 0 });
  });
});
