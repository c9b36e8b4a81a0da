import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { useBooking } from '../../test/statements/booking.ts';
import { DCBS, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);
const { office, backer, unpaidOf, oneLine, bookedOf } = useBooking(world);

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
    const [after] = await office.desk.lines(`&q=${reference}&state=booked`);
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
    await office.desk.book([{ id: line.id }]);
    world.now = new Date(world.now.getTime() + 5 * 86_400_000);
    expect((await office.desk.undo(line.id)).body.data).toEqual({ id: line.id, state: 'open' });
    expect(await unpaidOf(person)).toEqual(before);
    const [after] = await office.desk.lines(`&q=${reference}`);
    expect(after).toMatchObject({ state: 'open', match: { how: 'automatic', preview: { amount: 36 } } });
    expect((await office.desk.undo(line.id)).body.code).toBe('wrong_status');
    expect((await bookedOf([{ id: line.id }]))[0].result).toBe('booked');
    world.now = new Date(world.now.getTime() - 5 * 86_400_000);
  });

  test('is not booked by that person (R19.9), and at trust for nobody (R19.1)', async () => {
    const own = await newLoan({ officer: office.officers[1] });
    const { order } = done(await back(own, office.officers[0], 5));
    const line = await oneLine(5, order.reference);
    expect((await bookedOf([{ id: line.id }]))[0].result).toBe('second_person_needed');
    expect((await bookedOf([{ id: line.id }], office.officers[1]))[0].result).toBe('booked');

    const payer = await world.newPerson();
    await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
      values (${payer.id}, ${DCBS}, 'RF0810004217', ${world.now})`.execute(world.db);
    const atTrust = await oneLine(5, 'RF08 1000 4217', { at: office.trusting });
    expect(atTrust.match).toMatchObject({ how: 'automatic', preview: null });
    const answer = await office.trusting.book([{ id: atTrust.id }]);
    expect(answer.body.data.results[0].result).toBe('needs_expected');
  });

  test('is linked with the receipt that staff entered before, and loses only that link (R21.7, R21.9)', async () => {
    const { person, reference } = await backer();
    const receipt = { reference, accountId: String(office.desk.accountId), amount: 35, receivedOn: '2026-01-31' };
    const { id } = done(
      await world.call('POST', office.desk.at('receipts'), { as: office.officers[0], body: receipt }),
    );
    const line = await oneLine(35, reference);
    expect(line.match).toMatchObject({
      how: 'automatic',
      rule: 'in_books',
      target: { receiptId: id },
      preview: { amount: 0, settled: [], toCredit: 0 },
    });
    expect((await bookedOf([{ id: line.id }]))[0]).toMatchObject({ result: 'booked', effects: { amount: 0 } });
    expect((await office.desk.undo(line.id)).status).toBe(200);
    expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([0, 0]);
    const [again] = await office.desk.lines(`&q=${reference}`);
    expect(again).toMatchObject({ state: 'open', match: { rule: 'in_books' } });
  });

  test('that the bank takes back is reversed by other staff than booked it (R20.8)', async () => {
    const { person, reference } = await backer();
    const line = await oneLine(35, reference);
    await office.desk.book([{ id: line.id }]);
    const back = await oneLine(-35, `RETURNED ${reference}`, { isReversal: true });
    expect(back.match).toMatchObject({ how: 'suggested', rule: 'bounced', preview: { amount: -35 } });
    expect((await bookedOf([{ id: back.id }]))[0].result).toBe('second_person_needed');
    expect((await bookedOf([{ id: back.id }], office.officers[1]))[0]).toMatchObject({
      result: 'booked',
      effects: { amount: -35, settled: [], toCredit: 0 },
    });
    expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([1500, 2000]);
    expect((await office.desk.undo(line.id)).body.code).toBe('too_late');
  });

  test('is found by its own number when the bank takes it back, where no line has a number of the bank (R21.7)', async () => {
    const { desk, officers } = office;
    const { reference } = await backer();
    const byHand = { reference, accountId: String(desk.accountId), amount: 34.25, receivedOn: '2026-01-31' };
    const receipt = { ...byHand, ownReference: 'FT836016' };
    const { id } = done(await world.call('POST', desk.at('receipts'), { as: officers[0], body: receipt }));
    const matched = async (dollars: number, text: string) => {
      await desk.handIn([{ dollars, text, id: '', isReversal: dollars < 0 }]);
      return (await desk.lines('&state=open')).find((line) => line.text === text) as NonNullable<
        Awaited<ReturnType<typeof desk.lines>>[number]
      >;
    };
    const line = await matched(34.25, reference);
    expect(line).toMatchObject({ bankRef: '', match: { rule: 'in_books', target: { receiptId: id } } });
    await desk.book([{ id: line.id }]);
    expect(await matched(-34.25, 'RETURN OF FT836016')).toMatchObject({ match: { rule: 'bounced' } });
  });

  test('moves what must be held less by what the house takes over of released loans (R20.8)', async () => {
    const person = await world.newPerson();
    const loan = await newLoan({ officer: office.officers[0], form: { amount: 40 } });
    const { order } = done(await back(loan, person, 40));
    const line = await oneLine(40, order.reference);
    await office.desk.book([{ id: line.id }]);
    done(await decide('approveProposal', loan, { as: office.officers[0] }));
    done(await decide('releaseFunds', loan, { as: office.officers[1] }));
    const mustHold = async () =>
      done(await world.call('GET', `/api/mfi/position?mfiId=${ROI}`, { as: office.officers[0] })).mustHold;
    const before = await mustHold();
    const bounced = await oneLine(-40, `RETURNED ${order.reference}`, { isReversal: true });
    expect(bounced.match).toMatchObject({ rule: 'bounced', preview: { amount: 0, settled: [], toCredit: 0 } });
    const [booked] = await bookedOf([{ id: bounced.id }], office.officers[1]);
    expect(booked).toMatchObject({ result: 'booked', effects: { amount: 0, settled: [], toCredit: 0 } });
    expect(await mustHold()).toBe(before);
  });

  test('moves the same as its preview where a part is credit, and a part of a released loan (R20.8)', async () => {
    const person = await world.newPerson();
    const loan = await newLoan({ officer: office.officers[0], form: { amount: 40 } });
    const { order } = done(await back(loan, person, 40));
    const line = await oneLine(45.5, order.reference);
    await office.desk.book([{ id: line.id }]);
    done(await decide('approveProposal', loan, { as: office.officers[0] }));
    done(await decide('releaseFunds', loan, { as: office.officers[1] }));
    const bounced = await oneLine(-45.5, `RETURNED ${order.reference}`, { isReversal: true });
    expect(bounced.match).toMatchObject({ rule: 'bounced', preview: { amount: -5.5 } });
    const [booked] = await bookedOf([{ id: bounced.id }], office.officers[1]);
    expect(booked).toMatchObject({ result: 'booked', effects: { amount: -5.5 } });
  });
});
