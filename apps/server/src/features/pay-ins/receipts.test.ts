import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectMoney, payInAccount, rateAtRoi } from '../../test/expected.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find, decide, balance } = useLoans(world);

const DAY_MS = 86_400_000;
const RECEIPTS = '/api/mfi/receipts';
let office: readonly [Person, Person];
let [bank, rupees] = ['', ''];
/** A loan that was released while the institution was still at trust. */
let running: Loan;
beforeAll(async () => {
  office = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI], role: 'officer' })];
  running = await newLoan({ status: 5 });
  await expectMoney(world, ROI);
  bank = await payInAccount(world, office[0]);
  rupees = await payInAccount(world, office[0], { currency: 'INR', kind: 'mobile_wallet' });
  await rateAtRoi(world, office[0], '2026-01-20', 80_000_000);
  await rateAtRoi(world, office[0], '2026-01-30', 84_000_000);
});
beforeEach(() => {
  world.now = NOW;
});

const open = (amount = 100) => newLoan({ officer: office[0], form: { amount } });
/** A person who owes this much for a new loan. */
async function debtor(dollars: number) {
  const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
  const { order } = done(await back(loan, backer, dollars));
  return { loan, backer, reference: order.reference as string };
}
const enter = (body: object, { as = office[0], mfiId = ROI }: { as?: Person; mfiId?: number } = {}) =>
  world.call('POST', `${RECEIPTS}?mfiId=${mfiId}`, {
    as,
    body: { accountId: bank, receivedOn: '2026-01-31', ...body },
  });
const act = (what: 'confirm' | 'reverse', id: string, as: Person, { query = '', reason = 'Returned' } = {}) =>
  world.call('POST', `${RECEIPTS}/${what}?mfiId=3&id=${id}${query}`, {
    as,
    ...(what === 'reverse' && { body: { reason } }),
  });
const { heard } = useBells(world);
const lastAct = async () => done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: office[0] }))[0];
const listed = async (as: Person, query = '') =>
  done(await world.call('GET', `${RECEIPTS}?mfiId=3${query}`, { as })) as any[];

describe('staff book money that came by its reference (R20.6)', () => {
  test('the others who may confirm it hear that it waits, not its payer (R25.10)', async () => {
    const { reference } = await debtor(15);
    const own = await world.newPerson({ staffOf: [ROI] });
    const { order } = done(await back(await open(), own, 15));
    for (const person of [...office, own])
      await world.db.deleteFrom('notifications').where('userId', '=', person.id).execute();
    const rung = async () =>
      Promise.all(
        [...office, own].map(async (as) => (await heard(as)).filter((text) => text === 'to_confirm null').length),
      );
    done(await enter({ reference, amount: 15 }));
    expect(await rung()).toEqual([0, 1, 1]);
    done(await enter({ reference: order.reference, amount: 15 }));
    expect(await rung()).toEqual([0, 2, 1]);
  });

  test('it pays the earliest day first, and the rest is credit', async () => {
    const { loan, backer, reference } = await debtor(15);
    const later = await open();
    world.now = new Date(NOW.getTime() + DAY_MS);
    done(await back(later, backer, 20));
    const typed = `${reference.slice(0, 4).toLowerCase()} ${reference.slice(4, 8)}-${reference.slice(8)}`;
    const booked = await enter({ reference: typed, amount: 20, ownReference: 'FT-1' });
    expect(booked.status).toBe(201);
    const { id } = done(booked);
    const settled = [
      { proposalId: loan.id, amount: 15 },
      { proposalId: later.id, amount: 5 },
    ];
    expect(done(booked)).toEqual({ id, amount: 20, settled, toCredit: 0, gain: 0 });
    expect(done(await enter({ reference, amount: 25.5 }))).toMatchObject({ settled: [{ amount: 15 }], toCredit: 10.5 });
    const [last, first] = await listed(office[1], `&personId=${backer.id}`);
    expect(first).toEqual({
      id,
      userId: String(backer.id),
      userName: 'Amina Rahman',
      reference,
      amount: 20,
      local: { amount: '20.00', currency: 'USD' },
      receivedOn: '2026-01-31',
      ownReference: 'FT-1',
      settled,
      toCredit: 0,
      gain: 0,
      state: 'booked',
      confirmed: false,
      bookedBy: String(office[0].id),
      bookedByName: 'Amina Rahman',
      reason: null,
      mayConfirm: true,
      mayReverse: true,
    });
    expect(last).toMatchObject({ amount: 25.5, ownReference: null });
    expect((await listed(office[0], `&personId=${backer.id}`))[0]).toMatchObject({
      mayConfirm: false,
      mayReverse: false,
    });
  });

  test('a reference with a wrong digit, of a loan or of nobody is unknown', async () => {
    const { reference } = await debtor(5);
    const wrong = reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
    for (const unknown of [wrong, 'RF5621000421', 'RF0810004217', 'nonsense']) {
      expect(refusal(await enter({ reference: unknown, amount: 5 })), unknown).toBe('404 unknown_reference');
    }
  });

  test('it is refused at trust, about oneself, and for an account or a currency that is not there', async () => {
    const { reference } = await debtor(5);
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    expect(refusal(await enter({ reference, amount: 5 }, { as: elsewhere, mfiId: DCBS }))).toBe('409 needs_expected');
    expect(refusal(await enter({ reference, amount: 5 }, { as: elsewhere }))).toBe('403 not_permitted');
    for (const wrong of [{}, { amount: 'x' }, { receivedOn: '2026-02-01' }, { reference: 'nonsense' }])
      expect(refusal(await enter({ reference, amount: 5, accountId: '98765', ...wrong }))).toBe('404 not_found');
    expect(refusal(await enter({ reference, amount: 5, accountId: rupees }))).toBe('422 wrong_currency');
    const taka = { amount: '5.00', currency: 'BDT' };
    expect(refusal(await enter({ reference, localAmount: taka }))).toBe('422 wrong_currency');
    expect(refusal(await enter({ reference, amount: 0 }))).toBe('422 amount_not_positive');
    for (const [wrong, path] of [
      [{ amount: 5, receivedOn: '2026-02-01' }, 'receivedOn'],
      [{}, 'amount'],
      [{ amount: 5, localAmount: { amount: '5.00', currency: 'USD' } }, 'localAmount'],
      [{ amount: 100_000_000.01 }, 'amount'],
      [{ accountId: rupees, localAmount: { amount: '9999999999999.99', currency: 'INR' } }, 'localAmount'],
    ] as const) {
      const answer = await enter({ reference, ...wrong });
      expect([refusal(answer), answer.body.errors[0].path]).toEqual(['422 invalid_request', path]);
    }
    const own = done(await back(await open(), office[1], 5)).order.reference;
    expect(refusal(await enter({ reference: own, amount: 5 }, { as: office[1] }))).toBe('403 second_person_needed');
    done(await enter({ reference: own, amount: 5 }));
  });

  test('a repayment and a receipt have no transaction number in common (R22.1)', async () => {
    const { reference } = await debtor(50);
    const pay = (ownReference: string) =>
      world.call('POST', '/api/borrow/proposalPayment', {
        as: running.owner,
        body: { proposalId: running.id, amount: 1, channel: 'bank', reference: ownReference },
      });
    const { id } = done(await enter({ reference, amount: 5, ownReference: 'Both 1' }));
    expect(refusal(await pay('BOTH 1'))).toBe('409 reference_used');
    done(await act('reverse', id, office[1]));
    done(await pay('both 1'));
    expect(refusal(await enter({ reference, amount: 5, ownReference: 'Both 1' }))).toBe('409 reference_used');
  });

  test('a transaction number is taken once for each channel, in any case (R22.1)', async () => {
    const { reference } = await debtor(50);
    const { id } = done(await enter({ reference, amount: 5, ownReference: 'Trx81' }));
    expect(refusal(await enter({ reference, amount: 6, ownReference: 'TRX81' }))).toBe('409 reference_used');
    const paid = { amount: '84.00', currency: 'INR' };
    done(await enter({ reference, localAmount: paid, accountId: rupees, ownReference: 'TRX81' }));
    done(await act('reverse', id, office[1]));
    done(await enter({ reference, amount: 6, ownReference: 'TRX81' }));
  });

  test('local money pays what the order asked on any day since, and else the worth of its day (R20.7)', async () => {
    world.now = new Date('2026-01-22T04:30:00.000Z');
    const { loan, backer, reference } = await debtor(35);
    world.now = NOW;
    const local = (amount: string) => ({
      reference,
      accountId: rupees,
      localAmount: { amount, currency: 'INR' },
    });
    expect(done(await enter(local('840.00')))).toMatchObject({ amount: 10, settled: [{ amount: 10 }], gain: 0 });
    // The order asked for the rest on 22 January, at 80 rupees.
    expect(done(await enter(local('2000.00')))).toMatchObject({ amount: 25, toCredit: 0, gain: -1.2 });
    expect(done(await find(loan, backer))).toMatchObject({ currentBalance: 35 });
    world.now = new Date('2026-03-02T04:30:00.000Z');
    expect(refusal(await enter({ ...local('84.00'), receivedOn: '2026-03-02' }))).toBe('409 rate_too_old');
    expect(done(await enter({ ...local('84.00'), receivedOn: '2026-03-01' }))).toMatchObject({
      amount: 1,
      toCredit: 1,
    });
  });

  test('ten identical requests at once are one', async () => {
    const { backer, reference } = await debtor(15);
    const send = {
      as: office[0],
      key: `same ${reference}`,
      body: { accountId: bank, receivedOn: '2026-01-31', reference, amount: 15 },
    };
    const ten = Array.from({ length: 10 }, () => world.call('POST', `${RECEIPTS}?mfiId=3`, send));
    const ids = (await Promise.all(ten)).map((answer) => done(answer).id);
    expect(new Set(ids).size).toBe(1);
    expect(await balance('world', { user: backer })).toBe(-1500);
  });
});

test('another person than booked it confirms it, once (R25.10)', async () => {
  const { reference } = await debtor(15);
  const { id } = done(await enter({ reference, amount: 15 }));
  expect(refusal(await act('confirm', id, office[0]))).toBe('403 second_person_needed');
  expect(done(await act('confirm', id, office[1]))).toEqual({ id, confirmed: true });
  expect(refusal(await act('confirm', id, office[1]))).toBe('409 already_approved');
  const find = async () => (await listed(office[1])).find((row) => row.id === id);
  expect(await find()).toMatchObject({ confirmed: true, mayConfirm: false, mayReverse: true });
  done(await act('reverse', id, office[1]));
  expect(await find()).toMatchObject({ state: 'reversed', reason: 'Returned', mayReverse: false });
  const other = done(await enter({ reference, amount: 15 }));
  done(await act('reverse', other.id, office[1]));
  expect(refusal(await act('confirm', other.id, office[1]))).toBe('409 wrong_status');
  expect(await listed(office[0], '&state=collected')).toEqual([]);
});

describe('a bank took money back (R20.8)', () => {
  test('the preview says it, and then it is so; both add up to the receipt', async () => {
    const { loan, backer, reference } = await debtor(15);
    const { id } = done(await enter({ reference, amount: 20 }));
    expect(refusal(await act('reverse', id, office[0]))).toBe('403 second_person_needed');
    const effects = {
      reopened: [{ proposalId: loan.id, amount: 15 }],
      takenOver: [],
      fromCredit: 5,
      belowZero: 0,
    };
    expect(done(await act('reverse', id, office[1], { query: '&preview=true' }))).toEqual(effects);
    expect((await listed(office[1], `&personId=${backer.id}`))[0].state).toBe('booked');
    expect(await lastAct()).toMatchObject({ action: 'enterReceipt', actorId: String(office[0].id) });
    const without = await world.call('POST', `${RECEIPTS}/reverse?mfiId=3&id=${id}`, { as: office[1], body: {} });
    expect([refusal(without), without.body.errors[0].path]).toEqual(['422 invalid_request', 'reason']);
    expect(done(await act('reverse', id, office[1]))).toEqual(effects);
    expect(await lastAct()).toMatchObject({ action: 'reverseReceipt', enteredById: String(office[0].id) });
    expect(refusal(await act('reverse', id, office[1]))).toBe('409 already_reversed');
    const list = done(await world.call('GET', '/api/mfi/awaited?mfiId=3', { as: office[0] })) as any[];
    expect(list.find((row) => row.reference === reference)).toMatchObject({ amountDue: 15, payBy: '2026-02-07' });
  });

  test('the house takes over what was released, and the rest goes below zero', async () => {
    const { loan, backer, reference } = await debtor(100);
    const { id } = done(await enter({ reference, amount: 110 }));
    done(await decide('approveProposal', loan));
    done(await decide('releaseFunds', loan));
    const next = await open();
    done(await back(next, backer, 10));
    const effects = { reopened: [], takenOver: [{ proposalId: loan.id, amount: 100 }], fromCredit: 0, belowZero: 10 };
    expect(done(await act('reverse', id, office[1], { query: '&preview=true' }))).toEqual(effects);
    expect(done(await act('reverse', id, office[1]))).toEqual(effects);
    const [order] = done(await world.call('GET', '/api/money/orders', { as: backer }));
    expect(order).toMatchObject({ credit: -10, amountDue: 0 });
  });

  test('ten requests at once take it back once', async () => {
    const { reference } = await debtor(15);
    const { id } = done(await enter({ reference, amount: 15 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('reverse', id, office[1])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(refusal))).toEqual(
      new Set(['409 already_reversed']),
    );
  });
});

test('staff see who owes what until when, the earliest day first, with the sum of all (R20.1)', async () => {
  const list = async (query = '') =>
    (await world.call('GET', `/api/mfi/awaited?mfiId=3${query}`, { as: office[1] })).body;
  const before = await list();
  world.now = new Date(NOW.getTime() - 2 * DAY_MS);
  const early = await debtor(7);
  world.now = NOW;
  const late = await debtor(8);
  const after = await list('&sort=payBy');
  expect(after.total - before.total).toBe(15);
  const own = after.data.filter(({ reference }: any) => [early.reference, late.reference].includes(reference));
  expect(own).toMatchObject([
    {
      userId: String(early.backer.id),
      name: 'Amina Rahman',
      phone: early.backer.phone,
      amountDue: 7,
      payBy: '2026-02-05',
      told: null,
      items: [{ proposalId: early.loan.id, unpaid: 7 }],
    },
    { amountDue: 8, payBy: '2026-02-07' },
  ]);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await list(`&limit=2&cursor=${cursor}`);
    seen.push(...page.data.map(({ userId }: any) => userId));
    cursor = page.nextCursor ?? '';
  } while (cursor);
  expect(seen).toEqual(after.data.map(({ userId }: any) => userId));
});
