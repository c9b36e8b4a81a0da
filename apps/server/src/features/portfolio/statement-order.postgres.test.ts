import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Answer, NOW, useWorld } from '../../test/world.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, back, pay, decidePayment, edit } = useLoans(world);

const waiting = () => lockWaits(world.db);
const LATER = new Date(NOW.getTime() + 2000);

/** Sends a request that has to wait for a proposal, and does the rest two seconds later, before the proposal is let go. */
async function sentFirst(
  proposalId: string,
  send: () => Promise<Answer>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Answer> {
  world.now = NOW;
  const { answer } = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${Number(proposalId) as ProposalId} for update`.execute(tx);
    const sent = send();
    await expect.poll(waiting).toBe(1);
    world.now = LATER;
    await meanwhile();
    return { answer: sent };
  });
  return answer;
}

test('a statement never shows credit below zero when a backing waited while its money came back', async () => {
  const ann = await world.newPerson();
  const lent = await newLoan({ status: 5, form: { amount: 40 }, backers: [ann] });
  const open = await newLoan({ status: 2 });
  const { id } = done(await pay(lent, 40));
  const backing = await sentFirst(
    open.id,
    () => back(open, ann, 30),
    async () => done(await decidePayment('approvePayment', lent, id)),
  );
  done(backing);
  const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: ann }));
  const told = rows
    .slice(0, 2)
    .map((row: Record<string, unknown>) => [row['purpose'], row['credit'], row['creditAfter']]);
  expect(told).toEqual([
    ['backing', -30, 10],
    ['share_received', 40, 40],
  ]);
});

test('a change that waited for a proposal dates from when it got it', async () => {
  const loan = await newLoan({ status: 2 });
  done(await sentFirst(loan.id, () => edit(loan, loan.owner, { title: 'Two sewing machines' })));
  const { at } = await world.db
    .selectFrom('proposalEvents')
    .select('at')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .where('kind', '=', 'edited')
    .executeTakeFirstOrThrow();
  expect(at).toEqual(LATER);
});
