import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectMoney } from '../test/expected.ts';
import { done, useLoans } from '../test/loans.ts';
import { openDesk } from '../test/statements/desk.ts';
import { useTills } from '../test/tills.ts';
import { ROI, useWorld } from '../test/world.ts';
import { listViolations } from './audit.ts';

const world = useWorld();
const { newLoan, back, withdraw } = useLoans(world);
const tills = useTills(world, 'USD');

/** A booked line, a loan with a withdrawal that waits, and a received till with a repayment and a receipt. */
let [lineId, loanId, withdrawalId, tillId] = ['', '', '', ''];
beforeAll(async () => {
  const loan = await newLoan({ status: 5 });
  const other = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  loanId = loan.id;
  withdrawalId = done(await withdraw(loan)).id;
  const desk = await openDesk(world, ROI, loan.officer);
  await desk.handIn([{ dollars: 10, text: await tills.referenceOf(loan) }]);
  lineId = (await desk.lines())[0]?.id ?? '';
  expect((await desk.book([{ id: lineId }])).body.data.results).toMatchObject([{ result: 'booked' }]);

  const { order } = done(await back(await newLoan({ officer: other }), await world.newPerson(), 5));
  const till = await tills.open(loan.officer, '0.00');
  tillId = till.id;
  const receipt = { clientId: 'r', number: 2, personReference: order.reference, amount: 5, paidOn: '2026-01-31' };
  const taken = await tills.results(till, [await tills.cash(loan, 1, '10.00'), receipt]);
  expect(taken).toMatchObject([{ result: 'taken' }, { result: 'taken' }]);
  done(await tills.change(till, 'closed', loan.officer, '15.00'));
  done(await tills.change(till, 'received', other, '15.00'));
});

/** The violations that the audit sees of a change, which is undone again. */
async function found(text: string): Promise<string[]> {
  let seen: string[] = [];
  const undo = new Error('undone');
  const work = world.db.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx);
    seen = (await listViolations(tx)).map((row) => row.violation);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return seen;
}

describe('the audit names each disagreement about lines, tills and money that was sent (R24.6)', () => {
  test('sound books have none', async () => expect(await found('select')).toEqual([]));

  test.each([
    [
      'a payment is not what its journals moved',
      () => `update payments set amount_cents = amount_cents + 1 where proposal_id = ${loanId}`,
    ],
    [
      'a line is not the sum of its parts',
      () => `update statement_lines set amount_minor = amount_minor + 1 where id = ${lineId}`,
    ],
    ['a line is not the sum of its parts', () => `update statement_lines set state = 'open' where id = ${lineId}`],
    [
      'a line names a payment that is not approved',
      () => `update payments set state = 'rejected', reason = 'x'
        where id = (select payment_id from line_parts where line_id = ${lineId})`,
    ],
    [
      'a line names a request that was not sent',
      () => `update line_parts set payment_id = null, proposal_id = null, withdrawal_id = ${withdrawalId}
        where line_id = ${lineId}`,
    ],
    [
      'a withdrawal is not what its journals moved',
      () => `update withdrawals set state = 'sent', reference = 'x', sent_at = now(),
        sent_by = (select min(user_id) from mfi_staff) where id = ${withdrawalId}`,
    ],
    [
      'a till does not hold its payment',
      () => `delete from till_entries where till_id = ${tillId} and payment_id is not null`,
    ],
    [
      'a till does not hold its receipt',
      () => `delete from till_entries where till_id = ${tillId} and receipt_id is not null`,
    ],
    [
      'an entry of a till is not its document',
      () => `update till_entries set amount_minor = amount_minor + 1 where till_id = ${tillId}`,
    ],
    [
      'a difference of a till has no reason',
      () => `update tills set received_minor = received_minor + 1 where id = ${tillId}`,
    ],
  ])('%s', async (violation, plant) => {
    expect(await found(plant())).toContain(violation);
  });
});
