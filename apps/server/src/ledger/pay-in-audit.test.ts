import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAtRoi, payInAccount } from '../test/expected.ts';
import { DCBS, ROI, useWorld } from '../test/world.ts';
import { listViolations } from './audit.ts';
import { listFreshViolations } from './fresh-audit.ts';

const world = useWorld();

let { loan, backer, elsewhere, receipt } = {} as Awaited<ReturnType<typeof expectAtRoi>>;
let accountId: string;
beforeAll(async () => {
  ({ loan, backer, elsewhere, receipt } = await expectAtRoi(world));
  accountId = await payInAccount(world, loan.officer);
});

/** The violations that the audit sees of a change, which is undone again. */
const found = async (text: string): Promise<string[]> => {
  let seen: string[] = [];
  let fresh: unknown[] = [];
  const undo = new Error('undone');
  const work = world.db.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx);
    const whole = await listViolations(tx);
    seen = whole.map((row) => row.violation);
    // The audit of what has moved raises no alarm that the whole one does not.
    fresh = (await listFreshViolations(tx, new Date(0))).filter(
      (row) => !whole.some((known) => isDeepStrictEqual(known, row)),
    );
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  expect(fresh).toEqual([]);
  return seen;
};

describe('the audit names each disagreement about money that is awaited (R24.6)', () => {
  test('sound books have none', async () => expect(await found('select')).toEqual([]));

  test.each([
    [
      'awaited is not what backings owe',
      () =>
        `update investments set unpaid_cents = 1, from_credit_cents = 0, pay_by = '2026-02-07' where proposal_id = ${elsewhere.id}`,
    ],
    [
      'awaited is not what backings owe',
      () => `update accounts set balance_cents = -1 where kind = 'awaited' and proposal_id = ${loan.id}`,
    ],
    [
      'a backing owes more than it may',
      () => `update investments set unpaid_cents = 1, pay_by = '2026-02-07' where proposal_id = ${loan.id}`,
    ],
    [
      'a backing owes more than it may',
      () => `alter table investments drop constraint unpaid_within_backing;
        update investments set unpaid_cents = 601, pay_by = '2026-02-07' where proposal_id = ${elsewhere.id}`,
    ],
    [
      'credit of one institution is in the journal of another',
      () => `with journal as (
          insert into journals (proposal_id, mfi_id, kind, amount_cents, idempotency_key, request_hash, at)
            values (0, ${DCBS}, 'credit_moved', 5, 'x', 'x', now()) returning id
        )
        insert into transfers (proposal_id, journal_id, from_account_id, to_account_id, amount_cents)
          select 0, (select id from journal), a.id, b.id, 5 from accounts a, accounts b
          where a.kind = 'wallet' and a.user_key = ${backer.id} and a.mfi_key = ${ROI}
            and b.kind = 'wallet' and b.user_key = ${backer.id} and b.mfi_key = 0`,
    ],
    [
      'what is below zero is not the overdraft',
      () => `update accounts set overdraft_cents = 1 where user_id = ${backer.id} and mfi_id = ${ROI}`,
    ],
    [
      'money is leaving that nobody asked for',
      () => `insert into accounts (kind, user_id, mfi_id, balance_cents) values ('leaving', ${backer.id}, ${ROI}, 1)`,
    ],
    [
      'a payout is not what its journals moved',
      () => `insert into payout_accounts (user_id, method, sealed_destination, account_last4, added_at)
          values (${backer.id}, 'bank', 'x', '', now());
        insert into payouts (mfi_id, user_id, amount_cents, payout_account_id, reference, requested_at, payable_from)
          values (${ROI}, ${backer.id}, 100, (select max(id) from payout_accounts), 'RF1230000001', now(), now())`,
    ],
    ['a receipt is not what its journals moved', () => receipt(5)],
    [
      'a gift is not what its journal moved',
      () => `insert into gifts (mfi_id, user_id, amount_cents, given_at) values (${ROI}, ${backer.id}, 5, now())`,
    ],
    [
      'a draw is not what its journal moved',
      () => `insert into own_money_draws (mfi_id, amount_cents, account_id, reference, drawn_by, drawn_at)
        values (${ROI}, 5, ${accountId}, 'x', ${loan.officer.id}, now())`,
    ],
    [
      'a debt is not what its journal moved',
      () => `insert into debt_takeovers
        (mfi_id, user_id, amount_cents, reason, entered_by, entered_at, approved_by, approved_at)
        values (${ROI}, ${backer.id}, 5, 'x', ${loan.officer.id}, now(), ${loan.owner.id}, now())`,
    ],
    [
      'a loan of gifts is not of the fund',
      () => `insert into gift_loans (proposal_id, investment_id, mfi_id, lent_by, lent_at)
        select proposal_id, id, ${ROI}, ${loan.officer.id}, now() from investments where proposal_id = ${loan.id}`,
    ],
    [
      'the fund lends without a loan of gifts',
      () =>
        `set local session_replication_role = replica;
         update investments set investor_id = (select fund_id from mfis where id = ${ROI}) where proposal_id = ${loan.id}`,
    ],
    [
      'an institution holds other than its documents say',
      () => `update mfis set opening_cents = opening_cents + 1 where id = ${ROI}`,
    ],
  ])('%s', async (violation, plant) => {
    expect(await found(plant())).toContain(violation);
  });
});
