import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proveNow, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, balance } = useLoans(world);
const { heard } = useBells(world);
const { rich, waiting, step, own, credits } = usePayouts(world);

const AT = `mfiId=${ROI}`;
type Item = { kind: 'payout' | 'withdrawal'; id: string };

let officers: readonly [Person, Person];
let desk: Awaited<ReturnType<typeof openDesk>>;
/** Funded before the institution awaited money. */
let loans: Loan[];
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  const form = { amount: 40 };
  loans = [await newLoan({ status: 5, form }), await newLoan({ status: 5, form })];
  await expectMoney(world, ROI);
  desk = await openDesk(world, ROI, officers[0]);
});
beforeEach(() => {
  world.now = NOW;
  world.sent.length = 0;
});

const change = async (as: Person, id: string, body: object) => {
  await proveNow(world, as);
  return world.call('PATCH', `/api/mfi/batches?${AT}&id=${id}`, { as, body });
};
async function approvedBatch(items: readonly Item[]): Promise<string> {
  const body = { accountId: desk.accountId, items };
  const { id } = done(await world.call('POST', `/api/mfi/batches?${AT}`, { as: officers[0], body }));
  done(await change(officers[1], id, { state: 'approved' }));
  return id;
}
const batchState = async (id: string) =>
  done(await world.call('GET', `/api/mfi/batches?${AT}`, { as: officers[0] })).find((row: Item) => row.id === id).state;
const rowOf = async ({ kind, id }: Item) =>
  done(await world.call('GET', `/api/mfi/payouts?${AT}`, { as: officers[0] })).find(
    (row: Item) => row.kind === kind && row.id === id,
  );
const mustHold = async () => done(await world.call('GET', `/api/mfi/position?${AT}`, { as: officers[0] })).mustHold;

/** Hands in one line that no other file has, and finds it. */
async function oneLine(dollars: number, text: string) {
  const id = `P${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
  const day = world.now.toISOString().slice(2, 10).replaceAll('-', '');
  expect((await desk.handIn([{ dollars, text, id }], { day })).status).toBe(201);
  return (await desk.lines(`&q=${id}`))[0] as { id: string; state: string; match: any };
}
const booked = async (...asked: Parameters<typeof desk.book>) => (await desk.book(...asked)).body.data.results[0];

test('a debit with its reference sends credit, a line that comes back fails it, and both are taken back (R25.4, R21.9)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  const item = { kind: 'payout', id } as const;
  const batch = await approvedBatch([item]);
  const { reference } = await rowOf(item);
  const before = await mustHold();

  const debit = await oneLine(-15, `SATHI ${reference}`);
  expect(debit.match).toMatchObject({
    how: 'automatic',
    rule: 'payout_sent',
    target: { reference },
    preview: { amount: -15 },
  });
  expect(await booked([{ id: debit.id }])).toEqual({
    id: debit.id,
    result: 'booked',
    effects: { amount: -15, settled: [], toCredit: 0 },
  });
  expect((await own(mine.me))[0]).toMatchObject({ state: 'sent', sentOn: '2026-02-12', inBatch: false });
  expect(await batchState(batch)).toBe('closed');
  expect(await mustHold()).toBe(before - 15);
  await runJobs(world);
  expect(await heard(mine.me)).toContain('payout_sent 15');
  const again = await oneLine(-15, `SATHI ${reference}`);
  expect(again.match.how).toBe('suggested');
  expect((await booked([{ id: again.id }])).result).toBe('wrong_status');

  expect((await desk.undo(debit.id)).status).toBe(200);
  expect((await own(mine.me))[0]).toMatchObject({ state: 'requested', sentOn: null, inBatch: true });
  expect(await batchState(batch)).toBe('approved');
  expect(await credits(mine.me)).toMatchObject([{ amount: 0, leaving: 15 }]);
  expect((await booked([{ id: debit.id }])).result).toBe('booked');

  done(await step(mine.me, id, { state: 'confirmed' }));
  expect((await desk.undo(debit.id)).body.code).toBe('too_late');
  const back = await oneLine(15, `RETURNED ${reference} ACCOUNT CLOSED`);
  expect(back.match).toMatchObject({ how: 'automatic', rule: 'payout_returned', preview: { amount: 15 } });
  expect((await booked([{ id: back.id }])).effects.amount).toBe(15);
  expect((await own(mine.me))[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('ACCOUNT CLOSED') });
  expect(await credits(mine.me)).toMatchObject([{ amount: 15, leaving: 0 }]);
  expect((await desk.undo(back.id)).status).toBe(200);
  expect((await own(mine.me))[0]).toMatchObject({ state: 'confirmed', reason: null });
  expect(await credits(mine.me)).toEqual([]);
});

test('a request fails by all that was paid for it, back on the account that paid, or by a line less a fee (R25.4)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  await approvedBatch([{ kind: 'payout', id }]);
  const { reference } = await rowOf({ kind: 'payout', id });
  expect((await booked([{ id: (await oneLine(-15, reference)).id }])).result).toBe('booked');
  const target = { reference };
  const split = await oneLine(15, 'TWO THINGS');
  const rest = { id: split.id, target: { as: 'fee', amount: 14.99 } };
  expect((await booked([{ id: split.id, target: { reference, amount: 0.01 } }, rest])).result).toBe('target_needed');
  const other = await openDesk(world, ROI, officers[0]);
  await other.handIn([{ dollars: 15, text: 'ELSEWHERE' }]);
  const [elsewhere] = await other.lines();
  expect((await booked([{ id: elsewhere?.id, target }])).result).toBe('target_needed');
  const more = await oneLine(15.01, 'MORE');
  expect((await booked([{ id: more.id, target }])).result).toBe('target_needed');
  const less = await oneLine(14.5, 'LESS A FEE');
  expect((await booked([{ id: less.id, target }])).effects.amount).toBe(15);
  expect((await own(mine.me))[0]).toMatchObject({ state: 'failed' });
  expect((await booked([{ id: more.id, target }])).result).toBe('target_needed');
  expect((await booked([{ id: elsewhere?.id, target }])).result).toBe('target_needed');
});

test('a debit is not taken back once its account is forgotten, or its owner disowned it (R21.9, R25.1)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  const debit = await oneLine(-15, (await rowOf({ kind: 'payout', id })).reference);
  expect((await booked([{ id: debit.id }])).result).toBe('booked');
  const accounts = () => world.db.updateTable('payoutAccounts').where('userId', '=', mine.me.id);
  for (const gone of [{ accountLast4: '' }, { disownedAt: world.now }]) {
    await accounts()
      .set({ removedAt: world.now, ...gone })
      .execute();
    expect((await desk.undo(debit.id)).body.code).toBe('too_late');
    await accounts().set({ accountLast4: '3344', disownedAt: null }).execute();
  }
  expect((await desk.undo(debit.id)).status).toBe(200);
});

test('a withdrawal goes the same way, and not back once it was asked for anew (R25.4, R21.9)', async () => {
  const loan = loans[0] as Loan;
  const { id } = done(await withdraw(loan));
  const item = { kind: 'withdrawal', id } as const;
  const batch = await approvedBatch([item]);
  const { reference } = await rowOf(item);
  const stateOf = async () =>
    done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: loan.owner }))[0].state;
  const debit = await oneLine(-40, reference);
  expect((await booked([{ id: debit.id }])).effects.amount).toBe(-40);
  const disown = (disownedAt: Date | null) =>
    world.db
      .updateTable('withdrawals')
      .set({ disownedAt })
      .where('id', '=', Number(id) as never)
      .execute();
  await disown(world.now);
  expect((await desk.undo(debit.id)).body.code).toBe('too_late');
  await disown(null);
  expect([await stateOf(), await batchState(batch), await balance('escrow', { loan })]).toEqual(['sent', 'closed', 0]);
  expect((await desk.undo(debit.id)).status).toBe(200);
  expect([await stateOf(), await batchState(batch)]).toEqual(['requested', 'approved']);
  expect((await booked([{ id: debit.id }])).result).toBe('booked');
  const back = await oneLine(40, reference);
  expect((await booked([{ id: back.id }])).effects.amount).toBe(40);
  expect(await stateOf()).toBe('failed');
  expect((await desk.undo(back.id)).status).toBe(200);
  expect(await stateOf()).toBe('sent');
  expect((await booked([{ id: back.id }])).result).toBe('booked');
  done(await withdraw(loan));
  expect((await desk.undo(back.id)).body.code).toBe('too_late');
});

test('a line is only suggested for a request of another sum, account or reference, or of one that was taken out (R25.9)', async () => {
  const mine = await rich(officers[0], 3000);
  const [first, second] = [await waiting(mine, 10), await waiting(mine, 20)];
  const item = { kind: 'payout', id: first } as const;
  const batch = await approvedBatch([item, { kind: 'payout', id: second }]);
  const { reference } = await rowOf(item);
  const other = await oneLine(-10.25, reference);
  expect(other.match).toMatchObject({ how: 'suggested', rule: 'payout_sent' });
  expect((await booked([{ id: other.id }])).result).toBe('target_needed');
  const parts = [
    { id: other.id, target: { reference, amount: 10 } },
    { id: other.id, target: { as: 'fee', amount: 0.25 } },
  ];
  expect((await booked(parts)).effects.amount).toBe(-10);
  expect(await batchState(batch)).toBe('approved');

  const last = { kind: 'payout', id: second } as const;
  const old = (await rowOf(last)).reference;
  const reason = 'The name differs';
  done(await change(officers[1], batch, { remove: [{ ...last, reason }] }));
  const late = await oneLine(-20, old);
  expect(late.match).toMatchObject({ how: 'suggested', preview: { amount: -20 } });
  world.now = new Date(world.now.getTime() + 72 * 3_600_000);
  await approvedBatch([last]);
  expect((await booked([{ id: late.id }])).result).toBe('wrong_status');
});

test('a person whose payouts rest for a new phone hinders no line of what the bank has sent (R25.4, R33.4)', async () => {
  const mine = await rich(officers[0], 1000);
  const item = { kind: 'payout', id: await waiting(mine, 10) } as const;
  await approvedBatch([item]);
  const payoutsRestUntil = new Date(world.now.getTime() + 96 * 3_600_000);
  await world.db.updateTable('users').set({ payoutsRestUntil }).where('id', '=', mine.me.id).execute();
  const line = await oneLine(-10, (await rowOf(item)).reference);
  expect(line.match).toMatchObject({ how: 'automatic', preview: { amount: -10 } });
  expect((await booked([{ id: line.id }])).effects.amount).toBe(-10);
});

test('a line shows nothing that booking it would refuse: another sum, or a second debit (R21.8, R25.4)', async () => {
  const mine = await rich(officers[0], 1000);
  const item = { kind: 'payout', id: await waiting(mine, 10) } as const;
  await approvedBatch([item]);
  const { reference } = await rowOf(item);
  const more = await oneLine(-10.25, reference);
  expect(more.match).toMatchObject({ how: 'suggested', preview: null });
  expect((await booked([{ id: more.id }])).result).toBe('target_needed');
  expect((await booked([{ id: (await oneLine(-10, reference)).id }])).result).toBe('booked');
  expect((await rowOf(item)).local).toEqual({ amount: '10.00', currency: 'USD' });
  const again = await oneLine(-10, reference);
  expect(again.match).toMatchObject({ how: 'suggested', preview: null });
  expect((await booked([{ id: again.id }])).result).toBe('wrong_status');
});

test('a line shows what it does to a request only once booking it would send that (R21.8, R25.4)', async () => {
  const mine = await rich(officers[0], 1000);
  const item = { kind: 'payout', id: await waiting(mine, 10) } as const;
  const { reference } = await rowOf(item);
  const other = await openDesk(world, ROI, officers[0]);
  await other.handIn([{ dollars: -10, text: reference, id: 'ELSEWHERE' }]);
  const { id } = await oneLine(-10, reference);
  const shown = async (at = desk) => (await at.lines(`&q=${reference}`))[0]?.match as any;
  const isRefused = async () => {
    expect(await shown()).toMatchObject({ how: 'suggested', rule: 'payout_sent', preview: null });
    expect((await booked([{ id }])).result).toBe('wrong_status');
  };
  const { now } = world;
  world.now = new Date(now.getTime() - 60_000);
  await isRefused();
  world.now = now;
  expect(await shown()).toMatchObject({ how: 'suggested', preview: { amount: -10 } });

  const body = { accountId: desk.accountId, items: [item] };
  const batch = done(await world.call('POST', `/api/mfi/batches?${AT}`, { as: officers[0], body })).id;
  await isRefused();
  done(await change(officers[1], batch, { state: 'approved' }));
  expect(await shown(other)).toMatchObject({ how: 'suggested', preview: null });
  expect(await shown()).toMatchObject({ how: 'automatic', preview: { amount: -10 } });
  expect((await booked([{ id }])).effects.amount).toBe(-10);
});

test('a request that was sent by hand is linked with its line, and staff do not book their own (R21.7, R19.9)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  const { reference } = await rowOf({ kind: 'payout', id });
  await proveNow(world, officers[1]);
  const sent = { state: 'sent', accountId: desk.accountId, bankReference: 'TX-7', sentOn: '2026-02-12' };
  await oneLine(-1, 'A DAY WITH A LINE');
  done(await step(officers[1], id, sent));
  const days = done(await world.call('GET', desk.at('days', desk.ofAccount), { as: officers[0] }));
  const waits = days.flatMap(({ booksWithoutLine }: { booksWithoutLine: object[] }) => booksWithoutLine);
  expect(waits).toContainEqual({ document: `payout:${id}`, amount: '-15.00', needsReason: false });
  const debit = await oneLine(-15, reference);
  expect(debit.match).toMatchObject({ how: 'suggested', rule: 'payout_sent', preview: { amount: 0 } });
  expect((await booked([{ id: debit.id }])).effects.amount).toBe(0);
  expect((await desk.undo(debit.id)).status).toBe(200);
  expect((await own(mine.me))[0]).toMatchObject({ state: 'sent', bankReference: 'TX-7' });

  world.now = NOW;
  const theirs = await rich(officers[1], 1000, { me: officers[0] });
  const asked = await waiting(theirs, 10);
  const line = await oneLine(-10, (await rowOf({ kind: 'payout', id: asked })).reference);
  expect((await booked([{ id: line.id }])).result).toBe('second_person_needed');
  await proveNow(world, officers[1]);
  done(await step(officers[1], asked, { ...sent, bankReference: 'TX-8' }));
  expect((await desk.book([{ id: line.id }], officers[1])).body.data.results[0].result).toBe('booked');
  expect((await desk.undo(line.id)).body.code).toBe('second_person_needed');
  expect((await desk.undo(line.id, officers[1])).status).toBe(200);
});

test.each([1, 2, 3, 4])(
  'a line and its owner who cancels at the same moment: one of them, round %i (R24.4)',
  async (round) => {
    const mine = await rich(officers[0], 1500);
    const id = await waiting(mine, 15);
    const { reference } = await rowOf({ kind: 'payout', id });
    const debit = await oneLine(-15, reference);
    const acts = [() => desk.book([{ id: debit.id }]), () => step(mine.me, id, { state: 'cancelled' })];
    await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    const [{ state }] = await own(mine.me);
    const [line] = await desk.lines(`&q=${reference}`);
    expect([state, line?.state]).toEqual(state === 'sent' ? ['sent', 'booked'] : ['cancelled', 'open']);
  },
);

test('staff say of a withdrawal by which account and on which day it was sent (R24.3)', async () => {
  const loan = loans[1] as Loan;
  const { id } = done(await withdraw(loan));
  await proveNow(world, officers[1]);
  const update = (body: object) =>
    world.call('PATCH', `/api/borrow/withdrawal?id=${id}`, { as: officers[1], body: { state: 'sent', ...body } });
  const how = { reference: 'TX-1', accountId: desk.accountId, sentOn: '2026-01-30' };
  expect((await update({ ...how, accountId: 987_654 })).status).toBe(404);
  expect((await update({ ...how, sentOn: '2026-02-01' })).status).toBe(422);
  done(await update(how));
  const row = await world.db
    .selectFrom('withdrawals')
    .select(['accountId', 'sentOn', 'paidMinor'])
    .where('id', '=', Number(id) as never)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ accountId: desk.accountId, sentOn: '2026-01-30', paidMinor: 4000 });
});
