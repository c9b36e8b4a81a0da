import { beforeAll, expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { type Answer, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, balance } = useLoans(world);

const ROUNDS = 6;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
let [maker, second] = [] as unknown as [Person, Person];
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  [maker, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  desk = await openDesk(world, ROI, maker);
});

async function asked() {
  const loan = await newLoan({ status: 5, officer: second });
  return { loan, id: done(await withdraw(loan)).id as string };
}
const make = (as: Person, id: string) =>
  world.call('POST', desk.at('batches'), {
    as,
    body: { accountId: desk.accountId, items: [{ kind: 'withdrawal', id }] },
  });
const change = (as: Person, id: string, body: object) =>
  world.call('PATCH', desk.at('batches', `&id=${id}`), { as, body });
const cancel = (id: string) => change(maker, id, { state: 'cancelled', reason: 'Not today' });
const outcome = (answer: Answer) => (answer.status < 300 ? 'done' : refusal(answer));

test('batch × batch: a request is in one of two that are made at once (R25.3)', async () => {
  for (const _ of rounds) {
    const { id } = await asked();
    const outcomes = (await Promise.all([maker, second].map((as) => make(as, id)))).map(outcome);
    expect(outcomes.toSorted()).toEqual(['409 in_batch', 'done']);
  }
});

test('batch × cancelled request: it is in the batch, or cancelled (R25.9)', async () => {
  for (const _ of rounds) {
    const { id, loan } = await asked();
    const both = [make(maker, id), moveWithdrawal(id, loan.owner, { state: 'cancelled' })];
    const outcomes = (await Promise.all(both)).map(outcome);
    expect(['done,409 in_batch', '409 wrong_status,done']).toContain(outcomes.join(','));
  }
});

test('approval × cancelled batch: a cancelled one is never approved, and its request is free (R25.9)', async () => {
  for (const _ of rounds) {
    const { id } = await asked();
    const batch = done(await make(maker, id)).id;
    const [approved, cancelled] = await Promise.all([change(second, batch, { state: 'approved' }), cancel(batch)]);
    expect(outcome(cancelled)).toBe('done');
    expect(['done', '409 wrong_status']).toContain(outcome(approved));
    expect(outcome(await change(second, batch, { state: 'approved' }))).toBe('409 wrong_status');
    expect(outcome(await make(maker, id))).toBe('done');
  }
});

test('file × cancelled batch: a request whose file is out rests, and no file is made of a cancelled batch (R25.9)', async () => {
  for (const _ of rounds) {
    const { id } = await asked();
    const batch = done(await make(maker, id)).id;
    done(await change(second, batch, { state: 'approved' }));
    const file = world.app.inject({
      url: desk.at('batches/file', `&id=${batch}&format=csv`),
      headers: { authorization: `Bearer ${maker.token}` },
    });
    const [{ statusCode }, cancelled] = await Promise.all([file, cancel(batch)]);
    expect(outcome(cancelled)).toBe('done');
    expect([200, 409]).toContain(statusCode);
    expect(outcome(await make(maker, id))).toBe(statusCode === 200 ? '409 cooling_off' : 'done');
  }
});

test('debit line × cancelled batch: the money has left once, and the batch is cancelled or closed (R25.4, R25.9)', async () => {
  for (const round of rounds) {
    const { id, loan } = await asked();
    const batch = done(await make(maker, id)).id;
    done(await change(second, batch, { state: 'approved' }));
    const { reference } = await world.db
      .selectFrom('payoutBatchItems')
      .select('reference')
      .where('withdrawalId', '=', Number(id) as never)
      .executeTakeFirstOrThrow();
    const handed = done(await desk.handIn([{ dollars: -100, text: reference, id: `D${round}` }]));
    const [line] = await desk.lines(`&statementId=${handed.id}`);
    const [booked, cancelled] = await Promise.all([desk.book([{ id: line?.id }]), cancel(batch)]);
    // Booked after the batch was cancelled, its line is one by hand: what left has left.
    expect(done(booked).results).toMatchObject([{ result: 'booked' }]);
    expect(await balance('escrow', { loan })).toBe(0);
    const { state } = await world.db
      .selectFrom('payoutBatches')
      .select('state')
      .where('id', '=', Number(batch) as never)
      .executeTakeFirstOrThrow();
    expect([outcome(cancelled), state]).toEqual(
      state === 'closed' ? ['409 wrong_status', 'closed'] : ['done', 'cancelled'],
    );
  }
});
