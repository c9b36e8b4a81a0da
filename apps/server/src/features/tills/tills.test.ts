import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { vectorOf } from '@sathi/domain/test/money-stories.ts';
import { writeLocal, type Minor } from '@sathi/domain/local-money.ts';
import { payInAccount, rateAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { useTills } from '../../test/tills.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, decidePayment } = useLoans(world);
const { open, send, results, change, find, cash, sum } = useTills(world);

let officer: Person;
let other: Person;
beforeEach(async () => {
  officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  other = await world.newPerson({ staffOf: [ROI] });
  await rateAtRoi(world, other, '2026-01-20', 83_350_000);
});
afterEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('moneyRates').execute();
});

const receiptPage = async (code: string) => done(await world.call('GET', `/api/receipts/${code}`));
const payments = async (loan: Loan) =>
  done(await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.officer })) as any[];

test('cash in hand has a bound, so that what an office holds can always be added up (R22.6, R24.7)', async () => {
  const account = await payInAccount(world, officer, { kind: 'till', currency: 'INR', forPayIn: false });
  const openWith = (amount: string) =>
    world.call('POST', '/api/mfi/tills?mfiId=3', {
      as: officer,
      body: { day: '2026-01-30', accountId: account, float: sum(amount) },
    });
  for (const amount of ['9999999999999.99', '10000000000.01']) {
    const answer = await openWith(amount);
    expect([refusal(answer), answer.body.errors]).toMatchObject(['422 invalid_request', [{ path: 'float' }]]);
  }
  const till = { ...done(await openWith('10000000000.00')), officer };
  const counted = await change(till, 'closed', officer, '10000000000.01', 'Found');
  expect([refusal(counted), counted.body.errors]).toMatchObject(['422 invalid_request', [{ path: 'counted' }]]);
  done(await change(till, 'closed', officer, '10000000000.00'));
  const received = await change(till, 'received', other, '9999999999999.99', 'Found');
  expect(refusal(received)).toBe('422 invalid_request');
});

test('a till is counted by two, and its payments are decided in one act: vector V16 (R22.6)', async () => {
  const v = vectorOf('V16') as any;
  const amount = (minor: number) => writeLocal(minor as Minor);
  const loan = await newLoan({ status: 5 });
  const till = await open(officer, amount(v.floatMinor));
  const entries = await Promise.all(
    v.receipts.map(({ number, localMinor }: any) => cash(loan, number, amount(localMinor))),
  );
  const taken = await results(till, entries);
  expect(taken.map(({ result, receipt }) => [result, receipt.number])).toEqual(
    [1, 2, 3].map((number) => ['taken', `ROI-${till.number}-00${number}`]),
  );
  expect(await receiptPage(taken[0].receipt.code)).toMatchObject({
    number: `ROI-${till.number}-001`,
    state: 'collected',
    local: { amount: '1020.00', currency: 'INR' },
  });
  expect(refusal(await change(till, 'received', other, amount(v.countedMinor)))).toBe('409 wrong_status');
  const closed = done(await change(till, 'closed', officer, amount(v.countedMinor)));
  const expected = { amount: amount(v.expectedMinor), currency: 'INR' };
  expect(closed).toMatchObject({ state: 'closed', expected, difference: { amount: amount(v.differenceMinor) } });
  expect(refusal(await change(till, 'received', officer, amount(v.receivedMinor)))).toBe('403 second_person_needed');
  // R17.12: the bell leads to the till, as its mail does, and not to the accounts.
  const news = await world.db
    .selectFrom('notifications')
    .select(['kind', 'path'])
    .where('userId', '=', other.id)
    .execute();
  expect(news).toEqual([{ kind: 'to_confirm', path: '/App/MFITills/ROI' }]);
  const received = done(await change(till, 'received', other, amount(v.receivedMinor)));
  expect(received).toEqual({ state: v.state, approved: v.approvesPayments, left: [] });
  expect((await payments(loan)).map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  expect((await receiptPage(taken[0].receipt.code)).state).toBe('confirmed');
});

test('cash of a till is in the log of the office, though its call broke off behind it (R34.5)', async () => {
  const loan = await newLoan({ status: 5 });
  const till = await open(officer);
  const entries = [await cash(loan, 1, '500.00'), await cash(loan, 2, '500.00')];
  const acts = async () => {
    const log = world.db.selectFrom('auditLog').select(['action', 'details']).where('actorId', '=', officer.id);
    return (await log.execute()).filter(({ action }) => action === 'enterTillEntries');
  };
  await sql`alter table till_entries add constraint breaks check (till_id <> ${sql.lit(Number(till.id))} or number <> 2)`.execute(
    world.db,
  );
  expect((await send(till, entries)).status).toBeGreaterThanOrEqual(400);
  await sql`alter table till_entries drop constraint breaks`.execute(world.db);
  expect((await find(till)).entries).toMatchObject([{ number: 1 }]);
  expect(await acts()).toEqual([{ action: 'enterTillEntries', details: JSON.stringify({ id: Number(till.id) }) }]);
});

test('each entry is judged by itself, and one that is known answers as before (R22.5)', async () => {
  const loan = await newLoan({ status: 5 });
  const own = await newLoan({ status: 5, owner: officer });
  const till = await open(officer);
  const first = await cash(loan, 1, '500.00');
  const entries = [
    first,
    { ...(await cash(loan, 1, '500.00')), clientId: 'b' },
    await cash(loan, 2, '500.00', { loanReference: 'RF00 2000 0000' }),
    await cash(own, 3, '500.00'),
    await cash(loan, 4, '99999.00'),
    await cash(loan, 5, '500.00', { paidOn: '2026-01-30' }),
    { ...(await cash(loan, 6, '500.00')), localAmount: undefined, amount: 5 },
    { ...(await cash(loan, 7, '500.00')), loanReference: undefined, personReference: 'RF08 1000 4217' },
  ];
  const answers = await results(till, entries);
  expect(answers.map(({ result }) => result)).toEqual([
    'taken',
    'number_used',
    'unknown_reference',
    'second_person_needed',
    'amount_above_outstanding',
    'invalid_date',
    'wrong_currency',
    'needs_expected',
  ]);
  expect((await results(till, [first]))[0]).toEqual(answers[0]);
  expect((await payments(loan)).length).toBe(1);
  expect(await find(till)).toMatchObject({ expected: { amount: '1000.00' }, missing: [], mayClose: false });

  // Entered anew under the same id and under another one, and handed back.
  const again = await results(till, [
    { ...first, clientId: 'b', number: 8 },
    { ...first, clientId: 'c', number: 2 },
    ...entries.slice(3).map(({ clientId, number }) => ({ clientId, number, returned: { signedBy: 'Rahima' } })),
  ]);
  expect(again.map(({ result }) => result)).toEqual(Array.from({ length: 7 }, () => 'taken'));
  expect(await find(till)).toMatchObject({ expected: { amount: '2000.00' }, missing: [], mayClose: true });
});

test('cash of a used number blocks the closing until it is handed back, and taken cash is not (R22.5)', async () => {
  const loan = await newLoan({ status: 5 });
  const till = await open(officer);
  const first = await cash(loan, 1, '500.00');
  const second = { ...first, clientId: 'second' };
  await results(till, [first, second]);
  expect((await find(till)).mayClose).toBe(false);
  const back = ({ clientId, number }: { clientId: string; number: number }) => ({
    clientId,
    number,
    returned: { signedBy: 'Rahima' },
  });
  const answers = await results(till, [back(second), back(first)]);
  expect(answers.map(({ result }) => result)).toEqual(['taken', 'wrong_status']);
  expect(await find(till)).toMatchObject({ expected: { amount: '1000.00' }, mayClose: true });
});

test('cash in a till is decided with it alone, and not while refused cash is in the hand (R22.6)', async () => {
  const loan = await newLoan({ status: 5 });
  const till = await open(officer);
  const [taken] = await results(till, [await cash(loan, 1, '500.00')]);
  await results(till, [await cash(loan, 2, '500.00', { loanReference: 'RF00 2000 0000' })]);
  expect(refusal(await decidePayment('approvePayment', loan, taken.paymentId))).toBe('409 wrong_status');
  expect(refusal(await decidePayment('rejectPayment', loan, taken.paymentId))).toBe('409 wrong_status');
  const ownAgain = decidePayment('takeBackPayment', loan, taken.paymentId, { as: officer });
  expect(refusal(await ownAgain)).toBe('409 wrong_status');
  expect(refusal(await change(till, 'closed', officer, '1000.00'))).toBe('409 wrong_status');
  const stranger = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  expect(refusal(await change(till, 'closed', stranger, '1000.00', 'Left'))).toBe('403 not_permitted');
  expect(refusal(await send(till, [await cash(loan, 3, '5.00')], other))).toBe('403 not_permitted');

  expect(refusal(await change(till, 'closed', other, '1000.00'))).toBe('422 reason_required');
  done(await change(till, 'closed', other, '900.00', 'He has left with it'));
  const [late] = await results(till, [await cash(loan, 3, '500.00')]);
  expect(late).toEqual({ clientId: late.clientId, result: 'till_closed', receipt: null });
  expect((await results(till, [await cash(loan, 1, '500.00')]))[0]).toEqual(taken);

  expect(refusal(await change(till, 'received', other, '900.00'))).toBe('403 second_person_needed');
  expect(refusal(await change(till, 'received', stranger, '800.00'))).toBe('422 reason_required');
  expect(done(await change(till, 'received', stranger, '800.00', 'Counted twice'))).toMatchObject({ approved: 1 });
  expect((await find(till)).reasons).toEqual(['He has left with it', 'Counted twice']);
  expect(refusal(await change(till, 'received', stranger, '800.00'))).toBe('409 wrong_status');
});

test("the receiver's own payment is left for other staff (R19.9, R22.6)", async () => {
  const [loan, own] = [await newLoan({ status: 5 }), await newLoan({ status: 5, owner: other })];
  const till = await open(officer);
  await results(till, [await cash(loan, 1, '500.00'), await cash(own, 2, '500.00')]);
  done(await change(till, 'closed', officer, '1500.00'));
  const first = done(await change(till, 'received', other, '1500.00'));
  expect(first).toMatchObject({ approved: 1, left: [{ number: 2 }] });
  expect((await payments(own))[0]).toMatchObject({ state: 'pending' });
  const third = await world.newPerson({ staffOf: [ROI] });
  expect(done(await change(till, 'received', third, '1500.00'))).toMatchObject({ approved: 1, left: [] });
  expect((await payments(own))[0]).toMatchObject({ state: 'approved' });
});

test('cash of the only colleague is refused, since nobody could decide it (R19.9, R22.6)', async () => {
  await world.db
    .deleteFrom('mfiStaff')
    .where('mfiId', '=', ROI)
    .where('userId', 'not in', [officer.id, other.id])
    .execute();
  const [loan, own] = [await newLoan({ status: 5, officer }), await newLoan({ status: 5, officer, owner: other })];
  const till = await open(officer);
  const entries = [await cash(loan, 1, '500.00'), await cash(own, 2, '500.00')];
  expect((await results(till, entries)).map(({ result }) => result)).toEqual(['taken', 'second_person_needed']);
  await world.newPerson({ staffOf: [ROI] });
  expect((await results(till, [await cash(own, 3, '500.00')])).map(({ result }) => result)).toEqual(['taken']);
});

test('an account that is none and a second till are told before a float that is wrong (R22.6)', async () => {
  const { accountId } = await find(await open(officer));
  const wrong = async (id: string, day = '2026-01-31') => {
    const body = { day, accountId: id, float: { amount: '1.00', currency: 'none' } };
    return refusal(await world.call('POST', '/api/mfi/tills?mfiId=3', { as: officer, body }));
  };
  expect(await wrong('987654321')).toBe('404 not_found');
  expect(await wrong(String(accountId))).toBe('409 till_open');
  expect(await wrong(String(accountId), '2026-02-01')).toBe('422 invalid_request');
});

test('an officer has one till a day, in the money of its account', async () => {
  const till = await open(officer);
  expect((await open(await world.newPerson({ staffOf: [ROI] }))).number).toBe(till.number + 1);
  await expect(open(officer)).rejects.toThrow('till_open');
  const body = { day: '2026-02-01', accountId: '1', float: { amount: '1.00', currency: 'USD' } };
  const accountId = String((await find(till)).accountId);
  const asked = { as: officer, body: { ...body, accountId } };
  expect(refusal(await world.call('POST', '/api/mfi/tills?mfiId=3', asked))).toBe('422 wrong_currency');
});

test('a day to come or of years ago is that of a wrong clock and refused, and the day itself stays free (R22.6)', async () => {
  const till = await open(other);
  const accountId = String((await find(till, other)).accountId);
  const asked = (day: string) => {
    const body = { day, accountId, float: { amount: '500.00', currency: 'INR' } };
    return world.call('POST', '/api/mfi/tills?mfiId=3', { as: officer, body });
  };
  for (const day of ['2026-02-02', '2027-01-31', '2024-01-30', '1970-01-01']) {
    const answer = await asked(day);
    expect([refusal(answer), answer.body.errors]).toEqual([
      '422 invalid_date',
      [expect.objectContaining({ path: 'day' })],
    ]);
  }
  // It is the first of February there already.
  world.now = new Date('2026-01-31T18:30:00.000Z');
  expect(refusal(await asked('2026-02-03'))).toBe('422 invalid_date');
  for (const day of ['2024-02-01', '2026-01-31', '2026-02-01', '2026-02-02']) done(await asked(day));
});

test('of two who receive a till at once one does, and its payments count once', async () => {
  const loan = await newLoan({ status: 5 });
  const till = await open(officer);
  await results(till, [await cash(loan, 1, '500.00'), await cash(loan, 2, '500.00')]);
  done(await change(till, 'closed', officer, '1500.00'));
  const third = await world.newPerson({ staffOf: [ROI] });
  const answers = await Promise.all([other, third, other, third].map((as) => change(till, 'received', as, '1500.00')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect((await payments(loan)).map(({ state }) => state)).toEqual(['approved', 'approved']);
});

test('till × approval: a payment of a till is decided with it, whatever else is asked meanwhile (R22.6)', async () => {
  const loan = await newLoan({ status: 5 });
  const till = await open(await world.newPerson({ staffOf: [ROI] }));
  const [{ paymentId }] = await results(till, [await cash(loan, 1, '100.00')]);
  done(await change(till, 'closed', till.officer, '600.00', 'Counted'));
  const alone = (['approvePayment', 'rejectPayment'] as const).map((what) =>
    decidePayment(what, loan, paymentId, { as: other }),
  );
  const [received, ...decided] = await Promise.all([change(till, 'received', other, '600.00'), ...alone]);
  expect(done(received)).toMatchObject({ state: 'received', approved: 1 });
  // A request before the till is told that the till decides, one after it that the till has decided.
  for (const answer of decided) expect(['409 wrong_status', '409 already_approved']).toContain(refusal(answer));
  expect((await payments(loan)).map(({ state }) => state)).toEqual(['approved']);
});

test('an entry beside the closing of its till is in the count, or told that it is too late', async () => {
  const loan = await newLoan({ status: 5 });
  for (let round = 0; round < 4; round += 1) {
    const till = await open(await world.newPerson({ staffOf: [ROI] }));
    const entry = await cash(loan, 1, '100.00', { clientId: `race-${round}` });
    const [closed, answers] = await Promise.all([
      change(till, 'closed', till.officer, '600.00', 'Counted'),
      results(till, [entry]),
    ]);
    const isIn = done(closed).expected.amount === '600.00';
    expect(answers[0].result).toBe(isIn ? 'taken' : 'till_closed');
  }
});
