import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';
import { listViolations } from './audit.ts';
import { listFreshViolations, ONLY_OF_ALL } from './fresh-audit.ts';

const world = useWorld();
const { newLoan, pay } = useLoans(world);

describe('R18.4: the audit', () => {
  /** The violations that the audit sees of a change, which is undone again. */
  const found = async (text: string): Promise<string[]> => {
    let seen: string[] = [];
    let fresh: unknown[] = [];
    let of: unknown[] = [];
    const undo = new Error('undone');
    const work = world.db.transaction().execute(async (tx) => {
      await sql.raw(text).execute(tx);
      const whole = await listViolations(tx);
      seen = whole.map((row) => row.violation);
      // All loans here have moved since then, so the audit of what has moved sees the same.
      fresh = await listFreshViolations(tx, new Date(0));
      of = whole.filter(({ violation }) => !ONLY_OF_ALL.some((name) => name === violation));
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    expect(fresh).toHaveLength(of.length);
    expect(fresh).toEqual(expect.arrayContaining(of));
    return seen;
  };

  test('names a balance that its transfers do not explain', async () => {
    const loan = await newLoan({ status: 3 });
    const seen = await found(
      `update accounts set balance_cents = balance_cents + 1 where id = (select id from accounts where kind = 'escrow' and proposal_id = ${loan.id})`,
    );
    expect(seen).toContain('a ledger does not sum to zero');
    expect(seen).toContain('an account is not the sum of its transfers');
    expect(seen).toContain('escrow is not backed less sent');
  });
  test('names a payment that changed its state by itself', async () => {
    const loan = await newLoan({ status: 5 });
    done(await pay(loan, 10));
    const seen = await found(
      `update payments set state = 'approved', decided_by = ${loan.officer.id}, decided_at = now() where proposal_id = ${loan.id}`,
    );
    expect(seen).toContain('suspense is not the pending payments');
  });
  test('names a backing that left without its money', async () => {
    const loan = await newLoan({ status: 3 });
    expect(await found(`update investments set released_at = now() where proposal_id = ${loan.id}`)).toContain(
      'backings do not sum to what is backed',
    );
  });
  test('names a claim that nobody owes, and one that is left of a repaid loan', async () => {
    const loan = await newLoan({ status: 6 });
    const plant = (kind: string, cents: number) =>
      `update accounts set balance_cents = balance_cents + ${cents} where kind = '${kind}' and proposal_id = ${loan.id};`;
    const seen = await found(plant('claim', 1) + plant('owed', -1));
    expect(seen).toContain('claims are not what is owed');
    expect(seen).toContain('repaid but somebody is still owed');
  });
  test('names an event without a notification', async () => {
    const loan = await newLoan({ status: 4 });
    expect(await found(`delete from outbox where (payload->>'proposalId')::bigint = ${loan.id}`)).toContain(
      'nobody is told of an event',
    );
  });
});
