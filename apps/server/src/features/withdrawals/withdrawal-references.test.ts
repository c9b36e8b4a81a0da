import fs from 'node:fs/promises';
import { parseReference } from '@sathi/domain/references.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, balance } = useLoans(world);

const AT = `mfiId=${ROI}`;
const MIGRATION = new URL('../../db/migrations/0192_withdrawal_references.sql', import.meta.url);
const OURS = /^RF\d{2}3\d{7}$/;

let officers: readonly [Person, Person];
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  desk = await openDesk(world, ROI, officers[0]);
});

type Asked = { readonly loan: Loan; readonly id: string; readonly reference: string };

/** A request for the money of a loan of its own. */
async function asked(body: object = {}): Promise<Asked> {
  const loan = await newLoan({ status: 5, form: { amount: 40 } });
  const { id, reference } = done(await withdraw(loan, { body }));
  return { loan, id, reference };
}
const ofLoan = async ({ loan }: Asked, as = loan.owner) =>
  done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as }))[0];
const payoutOf = async (id: string) =>
  done(await world.call('GET', `/api/mfi/payouts?${AT}`, { as: officers[0] })).find(
    (row: { kind: string; id: string }) => row.kind === 'withdrawal' && row.id === id,
  );

async function sentByHand(request: Asked, how: object = {}) {
  await proveNow(world, officers[1]);
  return done(await moveWithdrawal(request.id, officers[1], { state: 'sent', reference: 'HAND-1', ...how }));
}

/** One of the office makes a batch of this request, and the other approves it. @returns its id */
async function batched(id: string): Promise<string> {
  const body = { accountId: desk.accountId, items: [{ kind: 'withdrawal', id }] };
  const batch = done(await world.call('POST', `/api/mfi/batches?${AT}`, { as: officers[0], body })).id;
  await changed(batch, { state: 'approved' });
  return batch;
}
async function changed(batch: string, body: object): Promise<void> {
  await proveNow(world, officers[1]);
  done(await world.call('PATCH', `/api/mfi/batches?${AT}&id=${batch}`, { as: officers[1], body }));
}

/** Hands in one line that no other file has, and finds it. */
async function oneLine(dollars: number, text: string) {
  const id = `W${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
  const day = world.now.toISOString().slice(2, 10).replaceAll('-', '');
  expect((await desk.handIn([{ dollars, text, id }], { day })).status).toBe(201);
  return (await desk.lines(`&q=${id}`))[0] as { id: string; bankRef: string; match: any };
}
const booked = async (id: string) => (await desk.book([{ id }])).body.data.results[0];

test('a withdrawal has a reference of ours from its request on, and every answer tells it (R19.4)', async () => {
  const request = await asked();
  const { loan, id, reference } = request;
  expect(reference).toMatch(OURS);
  expect(parseReference(reference)).toBe(reference);
  for (const as of [loan.owner, loan.officer])
    expect(await ofLoan(request, as)).toMatchObject({ reference, bankReference: null });
  expect(await payoutOf(id)).toMatchObject({ reference, batchId: null, state: 'requested' });
  done(await moveWithdrawal(id, loan.owner, { state: 'cancelled' }));
  const again = done(await withdraw(loan)).reference;
  expect(again).toMatch(OURS);
  expect(again).not.toBe(reference);
});

test('the number that staff say the bank gave stands beside the reference of ours (R4.2)', async () => {
  const request = await asked();
  const { reference } = request;
  const both = { state: 'sent', reference, bankReference: 'HAND-1' };
  expect(await sentByHand(request)).toMatchObject(both);
  expect(await ofLoan(request)).toMatchObject(both);
  expect(await payoutOf(request.id)).toMatchObject({ reference, state: 'sent' });
});

test('a batch pays a withdrawal under its reference, and the line that sends it says the number of the bank (R25.4)', async () => {
  const request = await asked();
  const { id, reference } = request;
  const batch = await batched(id);
  expect(await payoutOf(id)).toMatchObject({ reference, batchId: batch });
  const debit = await oneLine(-40, `SATHI ${reference}`);
  expect(debit.match).toMatchObject({ how: 'automatic', rule: 'payout_sent', target: { reference } });
  expect((await booked(debit.id)).result).toBe('booked');
  expect(await ofLoan(request)).toMatchObject({ state: 'sent', reference, bankReference: debit.bankRef });
  expect((await desk.undo(debit.id)).status).toBe(200);
  expect(await ofLoan(request)).toMatchObject({ state: 'requested', reference, bankReference: null });
});

test('a withdrawal that was taken out is in a batch again under a new reference, and tells that one (R25.9)', async () => {
  const start = world.now;
  const request = await asked();
  const { id, reference } = request;
  const batch = await batched(id);
  await changed(batch, { remove: [{ kind: 'withdrawal', id, reason: 'The name differs' }] });
  const late = await oneLine(-40, reference);
  expect(late.match).toMatchObject({ how: 'suggested', rule: 'payout_sent', preview: { amount: -40 } });
  world.now = new Date(start.getTime() + 72 * 3_600_000);
  await batched(id);
  const fresh = (await payoutOf(id)).reference;
  expect(fresh).toMatch(OURS);
  expect(fresh).not.toBe(reference);
  expect((await ofLoan(request)).reference).toBe(fresh);
  expect((await oneLine(-40, reference)).match.how).toBe('suggested');
  expect((await oneLine(-40, fresh)).match).toMatchObject({ how: 'automatic', target: { reference: fresh } });
  world.now = start;
});

test('a debit with the reference of a request outside of batches is suggested, and sends it (R21.7)', async () => {
  const request = await asked();
  const { reference } = request;
  const debit = await oneLine(-40, `CASHBOOK ${reference}`);
  expect(debit.match).toMatchObject({
    how: 'suggested',
    rule: 'payout_sent',
    target: { reference },
    preview: { amount: -40 },
  });
  expect(await booked(debit.id)).toMatchObject({ result: 'booked', effects: { amount: -40 } });
  expect(await ofLoan(request)).toMatchObject({ state: 'sent', reference, bankReference: debit.bankRef });
});

test.each(['sent', 'confirmed'])(
  'money that comes back fails a withdrawal that was sent by hand and is %s (R21.7, R25.4)',
  async (state) => {
    const request = await asked();
    const { loan, id, reference } = request;
    await sentByHand(request, { accountId: desk.accountId });
    if (state === 'confirmed') done(await moveWithdrawal(id, loan.owner, { state }));
    const back = await oneLine(40, `RETURNED ${reference} ACCOUNT CLOSED`);
    expect(back.match).toMatchObject({
      how: 'automatic',
      rule: 'payout_returned',
      target: { reference },
      preview: { amount: 40 },
    });
    expect(await booked(back.id)).toMatchObject({ result: 'booked', effects: { amount: 40 } });
    expect(await ofLoan(request)).toMatchObject({ state: 'failed', reference, bankReference: 'HAND-1' });
    expect(await balance('escrow', { loan })).toBe(4000);
    expect((await desk.undo(back.id)).status).toBe(200);
    expect(await ofLoan(request)).toMatchObject({ state, reference, bankReference: 'HAND-1' });
  },
);

test('a number is shown by the last four of its digits, whatever stands between them (R4.1)', async () => {
  const request = await asked({ accountNumber: '+88 0171-1' });
  expect((await ofLoan(request)).accountNumber).toBe('••••1711');
  expect((await payoutOf(request.id)).last4).toBe('1711');
  const wordy = await asked({ method: 'cash_at_office', accountNumber: 'BY HAND' });
  expect((await ofLoan(wordy)).accountNumber).toBe('••••HAND');
});

test('the references that the database draws for requests have right check digits, and hardly any comes twice (R19.4)', async () => {
  const { rows } = await sql<{ reference: string }>`
    select draw_payout_reference() as reference from generate_series(1, 300)`.execute(world.db);
  const drawn = rows.map(({ reference }) => reference);
  for (const reference of drawn) {
    expect(reference).toMatch(OURS);
    expect(parseReference(reference)).toBe(reference);
  }
  // There are ten million to draw from; one that is in use is never drawn again, and these are not in use.
  expect(new Set(drawn).size).toBeGreaterThan(drawn.length - 5);
});

test('requests from before the references have one of their own, and in a batch the one of its file (R19.4)', async () => {
  const [alone, inBatch] = [await asked(), await asked()];
  await batched(inBatch.id);
  const text = await fs.readFile(MIGRATION, 'utf8');
  type Row = { readonly id: number; readonly before: string; readonly after: string };
  let rows: Row[] = [];
  const anew = world.db.transaction().execute(async (tx) => {
    await sql`create temporary table told on commit drop as select id, payout_reference from withdrawals`.execute(tx);
    await sql`alter table withdrawals drop column payout_reference`.execute(tx);
    await sql`drop function draw_payout_reference`.execute(tx);
    await sql.raw(text).execute(tx);
    ({ rows } = await sql<Row>`
      select w.id, t.payout_reference as before, w.payout_reference as after
      from withdrawals w join told t on t.id = w.id`.execute(tx));
    throw new Error('all as it was');
  });
  await expect(anew).rejects.toThrow('all as it was');
  const rowOf = ({ id }: Asked) => rows.find((row) => String(row.id) === id);
  expect(rowOf(inBatch)?.after).toBe(inBatch.reference);
  expect(rowOf(alone)?.after).not.toBe(alone.reference);
  for (const { after } of rows) expect(parseReference(after)).toBe(after);
  expect(new Set(rows.map(({ after }) => after)).size).toBe(rows.length);
});
