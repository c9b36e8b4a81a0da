import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, pay, find, balance } = useLoans(world);
let officers: readonly [Person, Person];
let desk: Awaited<ReturnType<typeof openDesk>>;
let trusting: Awaited<ReturnType<typeof openDesk>>;

beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI, DCBS] }), await world.newPerson({ staffOf: [ROI, DCBS] })];
  await expectMoney(world, ROI);
  desk = await openDesk(world, ROI, officers[0]);
  trusting = await openDesk(world, DCBS, officers[0]);
});

/** A person who backed two loans at ROI and has paid neither. */
async function backer() {
  const person = await world.newPerson();
  const first = await newLoan({ officer: officers[0], form: { amount: 40 } });
  const second = await newLoan({ officer: officers[0] });
  const { order } = done(await back(first, person, 15));
  done(await back(second, person, 20));
  return { person, first, second, reference: order.reference as string };
}
const referenceOf = async ({ id }: Pick<Loan, 'id'>): Promise<string> => {
  const { rows } = await sql<{ reference: string }>`
    select loan_reference as reference from proposals where id = ${Number(id)}`.execute(world.db);
  return rows[0]?.reference ?? '';
};
const unpaidOf = async (person: Person) => {
  const { rows } = await sql<{ unpaid: number; payBy: string }>`
    select unpaid_cents::int as unpaid, pay_by as "payBy" from investments where investor_id = ${person.id}
    order by id`.execute(world.db);
  return rows;
};
/** Hands in one line that no other file has, and finds it. */
async function oneLine(dollars: number, text: string, { at = desk, isReversal = false, day = '260131' } = {}) {
  const id = `L${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
  expect((await at.handIn([{ dollars, text, id, isReversal }], { day })).status).toBe(201);
  const [line] = await at.lines(`&q=${id}`);
  return line as NonNullable<typeof line>;
}
const bookedOf = async (...asked: Parameters<typeof desk.book>) => (await desk.book(...asked)).body.data.results;

describe('a line that names a person (R20.6)', () => {
  test('shows what booking it does, and does exactly that', async () => {
    const { person, first, second, reference } = await backer();
    const line = await oneLine(35.5, `loan ${reference}`);
    const effects = {
      amount: 35.5,
      settled: [
        { proposalId: first.id, amount: 15 },
        { proposalId: second.id, amount: 20 },
      ],
      toCredit: 0.5,
    };
    expect(line.match).toMatchObject({ how: 'automatic', rule: 'reference', target: { reference }, preview: effects });
    expect(await bookedOf([{ id: line.id }])).toEqual([{ id: line.id, result: 'booked', effects }]);
    expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([0, 0]);
    const [after] = await desk.lines(`&q=${reference}&state=booked`);
    expect(after).toMatchObject({ state: 'booked', match: { preview: null } });
    expect(await bookedOf([{ id: line.id }])).toEqual([{ id: line.id, result: 'line_booked', effects: null }]);
  });

  test('stays open when its sum is more than anybody moves', async () => {
    const { person, reference } = await backer();
    const before = await unpaidOf(person);
    const line = await oneLine(100_000_000.01, `loan ${reference}`);
    expect(await bookedOf([{ id: line.id }])).toEqual([{ id: line.id, result: 'wrong_status', effects: null }]);
    expect(await unpaidOf(person)).toEqual(before);
  });

  test('is taken back with the old days, as if it had not been booked (R21.9)', async () => {
    const { person, reference } = await backer();
    const before = await unpaidOf(person);
    const line = await oneLine(36, `loan ${reference}`);
    await desk.book([{ id: line.id }]);
    world.now = new Date(world.now.getTime() + 5 * 86_400_000);
    expect((await desk.undo(line.id)).body.data).toEqual({ id: line.id, state: 'open' });
    expect(await unpaidOf(person)).toEqual(before);
    const [after] = await desk.lines(`&q=${reference}`);
    expect(after).toMatchObject({ state: 'open', match: { how: 'automatic', preview: { amount: 36 } } });
    expect((await desk.undo(line.id)).body.code).toBe('wrong_status');
    expect((await bookedOf([{ id: line.id }]))[0].result).toBe('booked');
    world.now = new Date(world.now.getTime() - 5 * 86_400_000);
  });

  test('is not booked by that person (R19.9), and at trust for nobody (R19.1)', async () => {
    const own = await newLoan({ officer: officers[1] });
    const { order } = done(await back(own, officers[0], 5));
    const line = await oneLine(5, order.reference);
    expect((await bookedOf([{ id: line.id }]))[0].result).toBe('second_person_needed');
    expect((await bookedOf([{ id: line.id }], officers[1]))[0].result).toBe('booked');

    const payer = await world.newPerson();
    await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
      values (${payer.id}, ${DCBS}, 'RF0810004217', ${world.now})`.execute(world.db);
    const atTrust = await oneLine(5, 'RF08 1000 4217', { at: trusting });
    expect(atTrust.match).toMatchObject({ how: 'automatic', preview: null });
    const answer = await trusting.book([{ id: atTrust.id }]);
    expect(answer.body.data.results[0].result).toBe('needs_expected');
  });

  test('is linked with the receipt that staff entered before, and loses only that link (R21.7, R21.9)', async () => {
    const { person, reference } = await backer();
    const receipt = { reference, accountId: String(desk.accountId), amount: 35, receivedOn: '2026-01-31' };
    const { id } = done(await world.call('POST', desk.at('receipts'), { as: officers[0], body: receipt }));
    const line = await oneLine(35, reference);
    expect(line.match).toMatchObject({
      how: 'automatic',
      rule: 'in_books',
      target: { receiptId: id },
      preview: { amount: 0, settled: [], toCredit: 0 },
    });
    expect((await bookedOf([{ id: line.id }]))[0]).toMatchObject({ result: 'booked', effects: { amount: 0 } });
    expect((await desk.undo(line.id)).status).toBe(200);
    expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([0, 0]);
    const [again] = await desk.lines(`&q=${reference}`);
    expect(again).toMatchObject({ state: 'open', match: { rule: 'in_books' } });
  });

  test('that the bank takes back is reversed by other staff than booked it (R20.8)', async () => {
    const { person, reference } = await backer();
    const line = await oneLine(35, reference);
    await desk.book([{ id: line.id }]);
    const back = await oneLine(-35, `RETURNED ${reference}`, { isReversal: true });
    expect(back.match).toMatchObject({ how: 'suggested', rule: 'bounced', preview: { amount: -35 } });
    expect((await bookedOf([{ id: back.id }]))[0].result).toBe('second_person_needed');
    expect((await bookedOf([{ id: back.id }], officers[1]))[0]).toMatchObject({
      result: 'booked',
      effects: { amount: -35, settled: [], toCredit: 0 },
    });
    expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([1500, 2000]);
    expect((await desk.undo(line.id)).body.code).toBe('too_late');
  });
});

describe('a line that names a loan (R22.4)', () => {
  const stillOwed = async (loan: Loan) => (await find(loan, loan.owner)).body.data.outstandingAmount;

  test('approves the payment that waits for it, and enters one where none does', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: officers[0] });
    const reference = await referenceOf(loan);
    expect(reference).toMatch(/^RF\d{2}2\d{7}$/);
    done(await pay(loan, 9));
    const [waiting, fresh] = [
      await oneLine(9, reference, { at: trusting }),
      await oneLine(4, reference, { at: trusting }),
    ];
    expect(waiting.match).toMatchObject({ how: 'automatic', rule: 'reference', preview: { amount: 9 } });
    const answer = await trusting.book([{ id: waiting.id }, { id: fresh.id }]);
    expect(answer.body.data.results.map(({ result }: { result: string }) => result)).toEqual(['booked', 'booked']);
    expect(await stillOwed(loan)).toBe(87);
    const payments = await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner });
    expect(payments.body.data.map(({ amount, state }: { amount: number; state: string }) => [amount, state])).toEqual([
      [4, 'approved'],
      [9, 'approved'],
    ]);
  });

  test('gives the payment its value day, and taken back leaves one that waited as it was (R21.9, R22.2, R22.8)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: officers[0], backings: [25, 75] });
    const [one] = loan.backers as [Person];
    const credit = () => balance('wallet', { user: one });
    const reference = await referenceOf(loan);
    const how = { channel: 'bank', reference: `T${loan.id}`, paidOn: '2026-01-31' };
    const body = { proposalId: loan.id, amount: 9, ...how };
    const { id } = done(await world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body }));
    const payments = async () =>
      (await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner })).body.data;
    const [before] = await payments();
    const waiting = await oneLine(9, reference, { at: trusting, day: '260130' });
    const fresh = await oneLine(4, reference, { at: trusting, day: '260129' });
    await trusting.book([{ id: waiting.id }, { id: fresh.id }]);
    expect(await payments()).toMatchObject([
      { amount: 4, state: 'approved', channel: 'bank', paidOn: '2026-01-29' },
      { id, amount: 9, state: 'approved', ...how, paidOn: '2026-01-30' },
    ]);
    expect(await credit()).toBe(325);

    for (const line of [fresh, waiting]) done(await trusting.undo(line.id, officers[1]));
    expect(await credit()).toBe(0);
    expect(await stillOwed(loan)).toBe(100);
    const after = await payments();
    expect(after.map(({ amount, state }: any) => [amount, state])).toEqual([
      [9, 'pending'],
      [4, 'reversed'],
      [9, 'reversed'],
    ]);
    expect(after[0]).toEqual({ ...before, id: after[0].id });
    const [again] = await trusting.lines(`&day=2026-01-30&q=${waiting.bankRef}`);
    expect(again).toMatchObject({ state: 'open', match: { how: 'automatic', target: { paymentId: after[0].id } } });
    expect((await trusting.book([{ id: waiting.id }])).body.data.results[0].result).toBe('booked');
    expect(await stillOwed(loan)).toBe(91);
  });

  test('is linked with a payment that staff approved before, which it does not pay twice (R21.7, R22.2)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: officers[0] });
    const accountId = String(trusting.accountId);
    const body = { proposalId: loan.id, amount: 9, accountId, paidOn: '2026-01-31' };
    const { id } = done(await world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body }));
    done(await world.call('PATCH', `/api/borrow/approvePayment?proposalId=${loan.id}&id=${id}`, { as: officers[0] }));
    const line = await oneLine(9, await referenceOf(loan), { at: trusting, day: '260130' });
    expect(line.match).toMatchObject({ how: 'automatic', rule: 'in_books', target: { paymentId: id } });
    expect((await trusting.book([{ id: line.id }])).body.data.results[0]).toMatchObject({
      result: 'booked',
      effects: { amount: 0 },
    });
    const paidOn = async () =>
      (await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner })).body.data.map(
        (payment: any) => [payment.state, payment.paidOn],
      );
    expect(await stillOwed(loan)).toBe(91);
    expect(await paidOn()).toEqual([['approved', '2026-01-30']]);
    done(await trusting.undo(line.id));
    expect(await paidOn()).toEqual([['approved', '2026-01-31']]);
  });

  test('is not taken back by the owner of the loan, after sixty days, or once the payment was taken back (R19.9, R22.8)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, owner: officers[0], officer: officers[1] });
    const line = await oneLine(5, await referenceOf(loan), { at: trusting });
    await trusting.book([{ id: line.id }], officers[1]);
    expect((await trusting.undo(line.id)).body.code).toBe('second_person_needed');
    const { now } = world;
    world.now = new Date(now.getTime() + 61 * 86_400_000);
    expect((await trusting.undo(line.id, officers[1])).body.code).toBe('too_late');
    world.now = now;
    const [payment] = (
      await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: officers[1] })
    ).body.data;
    const third = await world.newPerson({ staffOf: [DCBS] });
    const reversal = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${payment.id}`;
    done(await world.call('PATCH', reversal, { as: third, body: { reason: 'Not ours' } }));
    expect((await trusting.undo(line.id, officers[1])).body.code).toBe('too_late');
  });

  test('pays at most what the loan owes: at trust the rest is set aside, else it is its owner’s', async () => {
    const atTrust = await newLoan({ status: 5, mfiId: DCBS, officer: officers[0], form: { amount: 10 } });
    const line = await oneLine(12, await referenceOf(atTrust), { at: trusting });
    expect(line.match).toMatchObject({ how: 'suggested', rule: 'above_outstanding', preview: null });
    const results = async (entry: object) => (await trusting.book([entry])).body.data.results[0];
    expect((await results({ id: line.id })).result).toBe('target_needed');
    expect(await results({ id: line.id, restAs: 'returned' })).toMatchObject({
      result: 'booked',
      effects: { amount: 10, toCredit: 0 },
    });
    expect(await stillOwed(atTrust)).toBe(0);

    const loan = await newLoan({ officer: officers[0], form: { amount: 10 } });
    const person = await world.newPerson();
    const { order } = done(await back(loan, person, 10));
    await desk.book([{ id: (await oneLine(10, order.reference)).id }]);
    done(await useLoans(world).decide('approveProposal', loan));
    done(await useLoans(world).decide('releaseFunds', loan, { as: officers[1] }));
    const above = await oneLine(12, await referenceOf(loan));
    expect((await bookedOf([{ id: above.id }]))[0]).toMatchObject({
      result: 'booked',
      effects: { amount: 12, toCredit: 2 },
    });
    const { rows } = await sql<{ cents: number }>`
      select balance_cents::int as cents from accounts where kind = 'wallet' and user_id = ${loan.owner.id} and mfi_id = ${ROI}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ cents: 200 }]);
    expect(await balance('escrow', { loan })).toBe(1000);
  });

  test('of the actor waits for other staff (R19.9)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, owner: officers[0], officer: officers[1] });
    const line = await oneLine(5, await referenceOf(loan), { at: trusting });
    const answer = await trusting.book([{ id: line.id }]);
    expect(answer.body.data.results[0].result).toBe('second_person_needed');
  });
});

test('lines are booked in the order of the call, and one that is refused stays open (R21.8)', async () => {
  const [one, other] = [await backer(), await backer()];
  const lines = [await oneLine(1, one.reference), await oneLine(2, 'nobody'), await oneLine(3, other.reference)];
  const entries = [
    { id: lines[2]?.id },
    { id: lines[1]?.id },
    { id: '987654321' },
    { id: lines[0]?.id, target: { reference: 'RF08 1000 4218' } },
  ];
  expect((await bookedOf(entries)).map(({ id, result }: { id: string; result: string }) => [id, result])).toEqual([
    [lines[2]?.id, 'booked'],
    [lines[1]?.id, 'target_needed'],
    ['987654321', 'not_found'],
    [lines[0]?.id, 'unknown_reference'],
  ]);
});

test('a line is split between targets that add up to it, or none of the call is booked (R21.8)', async () => {
  const [one, other] = [await backer(), await backer()];
  const line = await oneLine(50, 'for two');
  const part = (reference: string, amount: number) => ({ id: line.id, target: { reference, amount } });
  const short = await desk.book([part(one.reference, 30), part(other.reference, 19)]);
  expect([short.status, short.body.code]).toEqual([422, 'split_sum']);
  const taka = { id: line.id, target: { reference: one.reference, amount: { amount: '50.00', currency: 'BDT' } } };
  expect((await desk.book([taka])).body.code).toBe('wrong_currency');
  expect(await bookedOf([part(one.reference, 30), part(other.reference, 20)])).toMatchObject([
    { id: line.id, result: 'booked', effects: { amount: 50, toCredit: 0 } },
  ]);
  expect((await desk.undo(line.id)).status).toBe(200);
  expect((await unpaidOf(one.person)).map(({ unpaid }) => unpaid)).toEqual([1500, 2000]);
});

test('a fee and money of the house are set aside, and come back (R21.8)', async () => {
  const [fee, own] = [await oneLine(-2, 'SERVICE CHARGE'), await oneLine(80, 'grant')];
  expect(fee.match).toMatchObject({ rule: 'fee_words', preview: { amount: 0 } });
  expect((await bookedOf([{ id: fee.id }]))[0]).toMatchObject({ result: 'booked', effects: { amount: 0 } });
  const aside = { id: own.id, as: 'own_money', note: 'A grant' };
  expect((await desk.setAside(aside)).body.data).toEqual({ id: own.id, state: 'set_aside' });
  expect((await desk.setAside(aside)).body.code).toBe('line_booked');
  expect((await desk.lines('&state=set_aside')).map(({ id }) => id)).toEqual(expect.arrayContaining([fee.id, own.id]));
  expect((await desk.undo(own.id)).body.data.state).toBe('open');
});

test('money that goes back names the line that it came by, money between accounts may name a till (R21.8)', async () => {
  const [came, went, moved] = [
    await oneLine(30, 'by mistake'),
    await oneLine(-30, 'sent back'),
    await oneLine(-50, 'cash'),
  ];
  const returned = { id: went.id, as: 'returned', note: 'It was not ours' };
  const problems = async (body: object) => (await desk.setAside(body)).body.errors?.map(({ path }: any) => path);
  expect(await problems(returned)).toEqual(['otherLineId']);
  expect(await problems({ ...returned, otherLineId: went.id })).toEqual(['otherLineId']);
  expect((await desk.setAside({ ...returned, otherLineId: '987654321' })).body.code).toBe('not_found');
  done(await desk.setAside({ ...returned, otherLineId: came.id }));
  done(await desk.setAside({ id: came.id, as: 'returned', note: 'It goes back', otherLineId: went.id }));
  const between = { id: moved.id, as: 'between_accounts', note: 'To the till' };
  const till = await payInAccount(world, officers[0], { kind: 'till', number: 'T1' });
  const unconfirmed = await payInAccount(world, officers[0], {
    kind: 'till',
    number: 'T2',
    approvedBy: null,
    approvedAt: null,
  });
  for (const accountId of [String(desk.accountId), unconfirmed])
    expect((await desk.setAside({ ...between, accountId })).body.code).toBe('not_found');
  expect(await problems({ ...between, as: 'fee', accountId: till })).toEqual(['accountId']);
  done(await desk.setAside({ ...between, accountId: till }));
});

test('of ten who book one line at once one does, and booking against taking back leaves one of both', async () => {
  const { reference } = await backer();
  const line = await oneLine(7, reference);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => bookedOf([{ id: line.id }], officers[index % 2])),
  );
  expect(answers.flat().filter(({ result }) => result === 'booked')).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each round meets what the one before it left
    await Promise.all([bookedOf([{ id: line.id }]), desk.undo(line.id, officers[1])]);
  }
  const [{ state } = { state: '' }] = await desk.lines(`&q=${reference}`);
  const { rows } = await sql<{ parts: number; receipts: number }>`
    select (select count(*)::int from line_parts where line_id = ${Number(line.id)} and undone_at is null) as parts,
      (select count(*)::int from receipts r join line_parts d on d.receipt_id = r.id
        where d.line_id = ${Number(line.id)} and r.state = 'booked') as receipts`.execute(world.db);
  const count = state === 'booked' ? 1 : 0;
  expect(rows).toEqual([{ parts: count, receipts: count }]);
});

test('an upload books its sure lines at once if its institution wants that, but none of the actor (R21.8, R19.9)', async () => {
  const { reference, person } = await backer();
  const own = done(await back(await newLoan({ officer: officers[1] }), officers[0], 6)).order.reference as string;
  await sql`update mfis set auto_book = true where id = ${ROI}`.execute(world.db);
  const words = `${reference} at once`;
  const answer = await desk.handIn([
    { dollars: 15, text: words },
    { dollars: 6, text: `${own} at once` },
    { dollars: -1, text: 'SERVICE CHARGE at once' },
  ]);
  await sql`update mfis set auto_book = false where id = ${ROI}`.execute(world.db);
  expect(answer.body.data).toMatchObject({ automatic: 2, suggested: 1 });
  const states = (await desk.lines('&q=at%20once')).map(({ text, state }) => [text, state]);
  expect(states).toEqual([
    [words, 'booked'],
    [`${own} at once`, 'open'],
    ['SERVICE CHARGE at once', 'open'],
  ]);
  expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([0, 2000]);
});
