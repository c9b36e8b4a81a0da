import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { useBooking } from '../../test/statements/booking.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, pay, find, balance } = useLoans(world);
const { office, oneLine, bookedOf } = useBooking(world);

const referenceOf = async ({ id }: Pick<Loan, 'id'>): Promise<string> => {
  const { rows } = await sql<{ reference: string }>`
    select loan_reference as reference from proposals where id = ${Number(id)}`.execute(world.db);
  return rows[0]?.reference ?? '';
};

describe('a line that names a loan (R22.4)', () => {
  const stillOwed = async (loan: Loan) => (await find(loan, loan.owner)).body.data.outstandingAmount;

  test('approves the payment that waits for it, and enters one where none does', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: office.officers[0] });
    const reference = await referenceOf(loan);
    expect(reference).toMatch(/^RF\d{2}2\d{7}$/);
    done(await pay(loan, 9));
    const [waiting, fresh] = [
      await oneLine(9, reference, { at: office.trusting }),
      await oneLine(4, reference, { at: office.trusting }),
    ];
    expect(waiting.match).toMatchObject({ how: 'automatic', rule: 'reference', preview: { amount: 9 } });
    const answer = await office.trusting.book([{ id: waiting.id }, { id: fresh.id }]);
    expect(answer.body.data.results.map(({ result }: { result: string }) => result)).toEqual(['booked', 'booked']);
    expect(await stillOwed(loan)).toBe(87);
    const payments = await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner });
    expect(payments.body.data.map(({ amount, state }: { amount: number; state: string }) => [amount, state])).toEqual([
      [4, 'approved'],
      [9, 'approved'],
    ]);
  });

  test('gives the payment its value day, and taken back leaves one that waited as it was (R21.9, R22.2, R22.8)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: office.officers[0], backings: [25, 75] });
    const [one] = loan.backers as [Person];
    const credit = () => balance('wallet', { user: one });
    const reference = await referenceOf(loan);
    const how = { channel: 'bank', reference: `T${loan.id}`, paidOn: '2026-01-31' };
    const body = { proposalId: loan.id, amount: 9, ...how };
    const { id } = done(await world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body }));
    const payments = async () =>
      (await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner })).body.data;
    const [before] = await payments();
    const waiting = await oneLine(9, reference, { at: office.trusting, day: '260130' });
    const fresh = await oneLine(4, reference, { at: office.trusting, day: '260129' });
    await office.trusting.book([{ id: waiting.id }, { id: fresh.id }]);
    expect(await payments()).toMatchObject([
      { amount: 4, state: 'approved', channel: 'bank', paidOn: '2026-01-29' },
      { id, amount: 9, state: 'approved', ...how, paidOn: '2026-01-30' },
    ]);
    expect(await credit()).toBe(325);

    for (const line of [fresh, waiting]) done(await office.trusting.undo(line.id, office.officers[1]));
    expect(await credit()).toBe(0);
    expect(await stillOwed(loan)).toBe(100);
    const after = await payments();
    expect(after.map(({ amount, state }: any) => [amount, state])).toEqual([
      [9, 'pending'],
      [4, 'reversed'],
      [9, 'reversed'],
    ]);
    expect(after[0]).toEqual({ ...before, id: after[0].id });
    const [again] = await office.trusting.lines(`&day=2026-01-30&q=${waiting.bankRef}`);
    expect(again).toMatchObject({ state: 'open', match: { how: 'automatic', target: { paymentId: after[0].id } } });
    expect((await office.trusting.book([{ id: waiting.id }])).body.data.results[0].result).toBe('booked');
    expect(await stillOwed(loan)).toBe(91);
  });

  test('is linked with a payment that staff approved before, which it does not pay twice (R21.7, R22.2)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer: office.officers[0] });
    const accountId = String(office.trusting.accountId);
    const body = { proposalId: loan.id, amount: 9, accountId, paidOn: '2026-01-31' };
    const { id } = done(await world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body }));
    done(
      await world.call('PATCH', `/api/borrow/approvePayment?proposalId=${loan.id}&id=${id}`, {
        as: office.officers[0],
      }),
    );
    const line = await oneLine(9, await referenceOf(loan), { at: office.trusting, day: '260130' });
    expect(line.match).toMatchObject({ how: 'automatic', rule: 'in_books', target: { paymentId: id } });
    expect((await office.trusting.book([{ id: line.id }])).body.data.results[0]).toMatchObject({
      result: 'booked',
      effects: { amount: 0 },
    });
    const paidOn = async () =>
      (await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner })).body.data.map(
        (payment: any) => [payment.state, payment.paidOn],
      );
    expect(await stillOwed(loan)).toBe(91);
    expect(await paidOn()).toEqual([['approved', '2026-01-30']]);
    done(await office.trusting.undo(line.id));
    expect(await paidOn()).toEqual([['approved', '2026-01-31']]);
  });

  test('is not taken back by the owner of the loan, after sixty days, or once the payment was taken back (R19.9, R22.8)', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS, owner: office.officers[0], officer: office.officers[1] });
    const line = await oneLine(5, await referenceOf(loan), { at: office.trusting });
    await office.trusting.book([{ id: line.id }], office.officers[1]);
    expect((await office.trusting.undo(line.id)).body.code).toBe('second_person_needed');
    const withoutReason = office.trusting.at('lines/undo', `&id=${line.id}`);
    const asOwner = { as: office.officers[0], body: {} };
    expect(refusal(await world.call('POST', withoutReason, asOwner))).toBe('403 second_person_needed');
    const { now } = world;
    world.now = new Date(now.getTime() + 61 * 86_400_000);
    expect((await office.trusting.undo(line.id, office.officers[1])).body.code).toBe('too_late');
    world.now = now;
    const [payment] = (
      await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: office.officers[1] })
    ).body.data;
    const third = await world.newPerson({ staffOf: [DCBS] });
    const reversal = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${payment.id}`;
    done(await world.call('PATCH', reversal, { as: third, body: { reason: 'Not ours' } }));
    expect((await office.trusting.undo(line.id, office.officers[1])).body.code).toBe('too_late');
  });

  test('pays at most what the loan owes: at trust the rest is set aside, else it is its owner’s', async () => {
    const atTrust = await newLoan({ status: 5, mfiId: DCBS, officer: office.officers[0], form: { amount: 10 } });
    const line = await oneLine(12, await referenceOf(atTrust), { at: office.trusting });
    expect(line.match).toMatchObject({ how: 'suggested', rule: 'above_outstanding', preview: null });
    const results = async (entry: object) => (await office.trusting.book([entry])).body.data.results[0];
    expect((await results({ id: line.id })).result).toBe('target_needed');
    expect(await results({ id: line.id, restAs: 'returned' })).toMatchObject({
      result: 'booked',
      effects: { amount: 10, toCredit: 0 },
    });
    expect(await stillOwed(atTrust)).toBe(0);

    const loan = await newLoan({ officer: office.officers[0], form: { amount: 10 } });
    const person = await world.newPerson();
    const { order } = done(await back(loan, person, 10));
    await office.desk.book([{ id: (await oneLine(10, order.reference)).id }]);
    done(await useLoans(world).decide('approveProposal', loan));
    done(await useLoans(world).decide('releaseFunds', loan, { as: office.officers[1] }));
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
    const loan = await newLoan({ status: 5, mfiId: DCBS, owner: office.officers[0], officer: office.officers[1] });
    const line = await oneLine(5, await referenceOf(loan), { at: office.trusting });
    const answer = await office.trusting.book([{ id: line.id }]);
    expect(answer.body.data.results[0].result).toBe('second_person_needed');
  });
});
