import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { bearer, provenPerson } from '../../test/accounts.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type Answer, type Person, ROI, useWorld } from '../../test/world.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

const waiting = () => lockWaits(world.db);
const close = async (person: Pick<Person, 'token'>) =>
  done(await world.call('POST', '/api/users/close', { ...bearer(person.token), body: {} }));

/** The answer to a change that waited for the loan while its person closed the account. */
async function closedMeanwhile({ id }: Loan, person: Person, change: () => Promise<Answer>): Promise<string> {
  const held = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${id}::bigint for update`.execute(tx);
    const answer = change();
    await expect.poll(waiting).toBe(1);
    await close(person);
    return { answer };
  });
  return refusal(await held.answer);
}

test('a backing that waited while its person closed the account is refused, at trust and where money is awaited (R33.5)', async () => {
  const atTrust = await newLoan();
  const one = await provenPerson(world);
  expect(await closedMeanwhile(atTrust, one, () => back(atTrust, one, 10))).toBe('401 session_ended');
  await expectMoney(world, ROI);
  const awaiting = await newLoan();
  const other = await provenPerson(world);
  expect(await closedMeanwhile(awaiting, other, () => back(awaiting, other, 10))).toBe('401 session_ended');
  const gone = [one.id, other.id];
  expect(await world.db.selectFrom('investments').select('id').where('investorId', 'in', gone).execute()).toEqual([]);
  expect(await world.db.selectFrom('payInOrders').select('userId').where('userId', 'in', gone).execute()).toEqual([]);
});

test('a backing beside one of a closed account counts all the same (R33.5, R18.6)', async () => {
  const loan = await newLoan();
  const [me, other] = [await provenPerson(world), await world.newPerson()];
  const stays = transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${loan.id}::bigint for update`.execute(tx);
    const first = back(loan, await world.newPerson(), 10);
    await expect.poll(waiting).toBe(1);
    const both = [back(loan, me, 10), back(loan, other, 10)];
    await close(me);
    return { answers: [first, ...both] };
  });
  const answers = await Promise.all((await stays).answers);
  expect(answers.map(({ status }) => status)).toEqual([201, 401, 201]);
});

test('a message that waited while its author closed the account is not written (R13.4)', async () => {
  const loan = await newLoan();
  const me = await provenPerson(world);
  const body = { proposalId: loan.id, text: 'Greetings from Sylhet' };
  const sent = () => world.call('POST', '/api/messages/', { as: me, body });
  expect(await closedMeanwhile(loan, me, sent)).toBe('401 session_ended');
  expect(await world.db.selectFrom('messages').select('id').where('authorId', '=', me.id).execute()).toEqual([]);
});

test('a proposal whose making waited for the closing of its owner is refused by the database (R33.5)', async () => {
  const owner = await world.newPerson();
  const making = await transaction(world.db, async (tx) => {
    await sql`select id from users where id = ${owner.id} for update`.execute(tx);
    const made =
      sql`insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, created_at)
      values (${owner.id}, 3, 'x', 'x', 100, 1, '2026-03-01', ${world.now})`.execute(world.db);
    const failed = expect(made).rejects.toThrow('is closed');
    await expect.poll(waiting).toBe(1);
    await sql`update users set closed_at = ${world.now} where id = ${owner.id}`.execute(tx);
    return { failed };
  });
  await making.failed;
});

test.each([
  [
    'backing',
    'investments (proposal_id, investor_id, amount_cents, from_credit_cents, invested_at)',
    '$, #, 100, 0, now()',
  ],
  ['claim', 'accounts (kind, proposal_id, user_id)', "'claim', $, #"],
  [
    'journal',
    'journals (proposal_id, actor_id, kind, amount_cents, idempotency_key, request_hash, at)',
    "$, #, 'release', 100, 'key', 'x', now()",
  ],
])('a %s that is written waits for the closing of its person (R33.5)', async (_, table, values) => {
  const [loan, person] = [await newLoan(), await world.newPerson()];
  const undo = new Error('undone');
  const writing = await transaction(world.db, async (tx) => {
    await sql`select id from users where id = ${person.id} for update`.execute(tx);
    const row = values.replace('$', String(loan.id)).replace('#', String(person.id));
    const written = transaction(world.db, async (other) => {
      await sql.raw(`insert into ${table} values (${row})`).execute(other);
      throw undo;
    });
    // The journal, which has no transfers, is refused once it has waited.
    const undone = expect(written).rejects.toThrow(/undone|a journal is incomplete/);
    await expect.poll(waiting).toBe(1);
    return { undone };
  });
  await writing.undone;
});
