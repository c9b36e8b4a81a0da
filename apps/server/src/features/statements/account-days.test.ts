import type { MoneyAccountId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { useBells } from '../../test/bells.ts';
import { tellOfDays } from './day-news.ts';

const world = useWorld();
const { newLoan, back, pay, decidePayment, find } = useLoans(world);
const { heard } = useBells(world);
let officers: readonly [Person, Person, Person];
/** Released before the institution awaited money. */
let loans: readonly Loan[];
type Day = { readonly booksWithoutLine: readonly object[] };

beforeAll(async () => {
  officers = [
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI] }),
  ];
  loans = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  await expectMoney(world, ROI);
});

const openAccount = async () => {
  const desk = await openDesk(world, ROI, officers[0]);
  const agree = (day: string, { as = officers[2], ...body }: { as?: Person } & Record<string, unknown> = {}) =>
    world.call('POST', desk.at('days/agree'), { as, body: { accountId: String(desk.accountId), day, ...body } });
  const days = async () => (await world.call('GET', desk.at('days', desk.ofAccount), { as: officers[0] })).body.data;
  const book = async () => {
    const open = await desk.lines('&state=open');
    const answer = await desk.book(
      open.map(({ id }) => ({ id })),
      officers[1],
    );
    expect(answer.body.data.results.map(({ result }: { result: string }) => result)).not.toContain('target_needed');
  };
  return { ...desk, agree, days, bookAll: book };
};

test('a line of nothing is set aside, or booked as the fee that it is, and its day is agreed (R21.8, R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn(
    [
      { dollars: 0, text: 'Card fee waived' },
      { dollars: 0, text: 'Interest' },
    ],
    { day: '260127' },
  );
  const [waived, interest] = await desk.lines('&day=2026-01-27');
  expect(
    (await desk.book([{ id: waived?.id, target: { reference: 'RF5611588139' } }], officers[1])).body.data,
  ).toMatchObject({
    results: [{ result: 'wrong_status' }],
  });
  expect((await desk.book([{ id: waived?.id, target: { as: 'fee' } }], officers[1])).body.data.results[0].result).toBe(
    'booked',
  );
  expect((await desk.setAside({ id: interest?.id, as: 'own_money', note: 'Nothing' }, officers[1])).status).toBe(200);
  expect((await desk.agree('2026-01-27')).status).toBe(200);
  expect(await listViolations(world.db)).toEqual([]);
});

test('a day is agreed by other staff than sent its file or booked its lines, in order, and is final (R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn(
    [
      { dollars: 20, text: 'SERVICE CHARGE back' },
      { dollars: -5, text: 'SERVICE CHARGE' },
    ],
    { day: '260128' },
  );
  await desk.handIn([{ dollars: -1, text: 'SERVICE CHARGE' }], { day: '260129' });
  expect(await desk.days()).toMatchObject([
    { day: '2026-01-28', opening: '0.00', closing: '15.00', open: '15.00', gap: '0.00', state: 'open', agreedBy: null },
    { day: '2026-01-29', opening: '15.00', closing: '14.00', open: '-1.00', gap: '0.00', state: 'open' },
  ]);
  expect((await desk.agree('2026-01-28')).body.code).toBe('day_has_open_lines');
  const [incoming] = await desk.lines('&day=2026-01-28');
  await desk.setAside({ id: incoming?.id, as: 'own_money', note: 'Back from the bank' }, officers[1]);
  await desk.bookAll();
  expect((await desk.agree('2026-01-29')).body.code).toBe('day_out_of_order');
  expect((await desk.agree('2026-01-28', { as: officers[0] })).body.code).toBe('second_person_needed');
  expect((await desk.agree('2026-01-28', { as: officers[1] })).body.code).toBe('second_person_needed');
  expect((await desk.agree('2026-01-28')).body.data).toEqual({
    day: '2026-01-28',
    state: 'agreed',
    selfApproved: false,
  });
  expect((await desk.agree('2026-01-28')).body.code).toBe('day_agreed');
  expect((await desk.undo(incoming?.id ?? '')).body.code).toBe('day_agreed');
  expect((await desk.agree('2026-01-29')).status).toBe(200);
  expect((await desk.days()).map(({ state }: { state: string }) => state)).toEqual(['agreed', 'agreed']);
});

test('a line that comes after its day was agreed stands on the first day that is not (R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  await desk.bookAll();
  done(await desk.agree('2026-01-28'));
  await desk.handIn([{ dollars: -2, text: 'LATE CHARGE' }], { day: '260128' });
  const [late] = await desk.lines('&state=open');
  expect(late).toMatchObject({ bookedOn: '2026-01-28', badges: ['other_day'] });
  expect(await desk.days()).toMatchObject([
    { day: '2026-01-28', state: 'agreed', open: '0.00' },
    { day: '2026-01-29', state: 'open', opening: null, open: '-2.00', gap: null },
  ]);
  expect((await desk.agree('2026-01-29')).body.code).toBe('day_has_open_lines');
  for (const day of ['2026-01-28', '2026-01-29']) {
    expect((await desk.lines(`&state=open&day=${day}`)).map(({ id }) => id)).toEqual([late?.id]);
  }
  await desk.bookAll();
  expect((await desk.agree('2026-01-29')).body.code).toBe('day_has_gap');
  expect((await desk.agree('2026-01-29', { opening: '-5.00', closing: '-6.00' })).body.code).toBe('day_has_gap');
  expect((await desk.agree('2026-01-29', { opening: '-5.00', closing: '-7.00' })).status).toBe(200);
});

test('a statement that does not follow the one before shows its gap (R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  desk.skip(3);
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260129' });
  await desk.bookAll();
  expect((await desk.days()).map(({ gap }: { gap: string }) => gap)).toEqual(['0.00', '3.00']);
  done(await desk.agree('2026-01-28'));
  expect((await desk.agree('2026-01-29')).body.code).toBe('day_has_gap');
});

test('staff hear once of a day that stays open for three days, and of one that does not follow (R21.10)', async () => {
  const desk = await openAccount();
  const told = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notifications
      where user_id = ${officers[0].id} and dedupe_key like ${`day_differs:${desk.accountId}:%`}`.execute(world.db);
    return rows[0]?.count;
  };
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260129' });
  const { now } = world;
  await tellOfDays(world.outside);
  expect(await told()).toBe(0);
  world.now = new Date(now.getTime() + 86_400_000);
  for (let run = 0; run < 2; run += 1) await tellOfDays(world.outside);
  expect(await told()).toBe(1);
  desk.skip(3);
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260131' });
  world.now = new Date(now.getTime() + 15 * 3_600_000);
  await tellOfDays(world.outside);
  expect(await told()).toBe(1);
  world.now = new Date(now.getTime() + 2 * 86_400_000);
  for (let run = 0; run < 2; run += 1) await tellOfDays(world.outside);
  expect(await told()).toBe(2);
  const other = await world.newPerson({ staffOf: [DCBS] });
  expect(await heard(other)).toEqual([]);
  world.now = now;
});

test('money that staff entered by hand waits three days for its line, and then needs a reason (R21.10)', async () => {
  const desk = await openAccount();
  const person = await world.newPerson();
  const { order } = done(await back(await newLoan({ officer: officers[0] }), person, 10));
  const byHand = {
    reference: order.reference,
    accountId: String(desk.accountId),
    amount: 10,
    receivedOn: '2026-01-28',
  };
  const { id } = done(await world.call('POST', desk.at('receipts'), { as: officers[0], body: byHand }));
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  await desk.bookAll();
  expect(await desk.days()).toMatchObject([
    { booksWithoutLine: [{ document: `receipt:${id}`, amount: '10.00', needsReason: true }] },
  ]);
  expect((await desk.agree('2026-01-28')).body.code).toBe('reason_required');
  const reasons = [{ document: `receipt:${id}`, reason: 'The bank books it in February' }];
  expect((await desk.agree('2026-01-28', { reasons })).status).toBe(200);
});

test('money that waits on from a day that was agreed needs its reason on the next day with lines (R21.10)', async () => {
  const desk = await openAccount();
  const person = await world.newPerson();
  const { order } = done(await back(await newLoan({ officer: officers[0] }), person, 20));
  const byHand = (amount: number, receivedOn: string) => {
    const body = { reference: order.reference, accountId: String(desk.accountId), amount, receivedOn };
    return world.call('POST', desk.at('receipts'), { as: officers[0], body });
  };
  const [first, second] = [done(await byHand(10, '2026-01-29')).id, done(await byHand(5, '2026-01-30')).id];
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260129' });
  await desk.bookAll();
  done(await desk.agree('2026-01-29'));
  // The 30th has no lines, and so no day.
  await desk.handIn([{ dollars: -1, text: 'SERVICE CHARGE' }]);
  await desk.bookAll();
  const { now } = world;
  world.now = new Date(now.getTime() + 86_400_000);
  expect((await desk.days()).map(({ booksWithoutLine }: Day) => booksWithoutLine)).toEqual([
    [],
    [
      { document: `receipt:${first}`, amount: '10.00', needsReason: true },
      { document: `receipt:${second}`, amount: '5.00', needsReason: false },
    ],
  ]);
  expect((await desk.agree('2026-01-31')).body.code).toBe('reason_required');
  const reasons = [{ document: `receipt:${first}`, reason: 'The bank books it in February' }];
  expect((await desk.agree('2026-01-31', { reasons })).status).toBe(200);
  world.now = now;
});

test('a day is agreed with one reason for however much was booked by hand before the first file (R21.10)', async () => {
  const desk = await openAccount();
  const person = await world.newPerson();
  const { order } = done(await back(await newLoan({ officer: officers[0] }), person, 10));
  const byHand = { reference: order.reference, accountId: String(desk.accountId), amount: 1, receivedOn: '2026-01-20' };
  const { id } = done(await world.call('POST', desk.at('receipts'), { as: officers[0], body: byHand }));
  await sql`
    insert into receipts (mfi_id, user_id, amount_cents, received_on, account_id, local_minor, booked_by, booked_at)
    select mfi_id, user_id, amount_cents, received_on, account_id, local_minor, booked_by, booked_at
    from receipts, generate_series(1, 500) where id = ${id}`.execute(world.db);
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  await desk.bookAll();
  const [{ booksWithoutLine }] = await desk.days();
  expect(booksWithoutLine).toHaveLength(501);
  expect(refusal(await desk.agree('2026-01-28'))).toBe('422 reason_required');
  const reasons = [{ document: `receipt:${id}`, reason: 'Never came' }];
  done(await desk.agree('2026-01-28', { reasons, reason: 'Before the first file' }));
  const given = await world.db
    .selectFrom('dayReasons')
    .select(['reason', ({ fn }) => fn.countAll<number>().as('count')])
    .where('accountId', '=', desk.accountId as MoneyAccountId)
    .groupBy('reason')
    .orderBy('reason')
    .execute();
  expect(given.map(({ reason, count }) => [reason, Number(count)])).toEqual([
    ['Before the first file', 500],
    ['Never came', 1],
  ]);
  // They are in no journal.
  await sql`delete from day_reasons where receipt_id > ${id}`.execute(world.db);
  await sql`delete from receipts where id > ${id}`.execute(world.db);
});

test('a repayment that staff approved waits for its line as well, and links with it or gives a reason (R21.10)', async () => {
  const [late, linked] = [loans[0] as Loan, loans[1] as Loan];
  const desk = await openAccount();
  const accountId = String(desk.accountId);
  const paid = async (loan: Loan): Promise<string> => {
    const body = { proposalId: loan.id, amount: 10, accountId, paidOn: '2026-01-31' };
    const { id } = done(await pay(loan, undefined, { body }));
    expect((await desk.days()).flatMap(({ booksWithoutLine }: Day) => booksWithoutLine)).not.toContainEqual(
      expect.objectContaining({ document: `payment:${id}` }),
    );
    done(await decidePayment('approvePayment', loan, id));
    return id;
  };
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }]);
  await desk.bookAll();
  const [one, other] = [await paid(late), await paid(linked)];
  const waits = (id: string, needsReason: boolean) => ({ document: `payment:${id}`, amount: '10.00', needsReason });
  expect(await desk.days()).toMatchObject([{ booksWithoutLine: [waits(one, false), waits(other, false)] }]);
  const { loanReference } = done(await find(linked, linked.officer));
  await desk.handIn([{ dollars: 10, text: loanReference }]);
  const [line] = await desk.lines('&state=open');
  expect(line?.match).toMatchObject({ how: 'automatic', rule: 'in_books', target: { paymentId: other } });
  await desk.bookAll();
  const { now } = world;
  world.now = new Date(now.getTime() + 3 * 86_400_000);
  expect((await desk.days())[0].booksWithoutLine).toEqual([waits(one, true)]);
  expect((await desk.agree('2026-01-31')).body.code).toBe('reason_required');
  const reasons = [{ document: `payment:${one}`, reason: 'The bank books it in February' }];
  expect((await desk.agree('2026-01-31', { reasons })).status).toBe(200);
  expect((await desk.days())[0].booksWithoutLine).toEqual([]);
  world.now = now;
});

test('of two files of one day the position tells how the later one ended (R24.7, R21.10)', async () => {
  const desk = await openAccount();
  const balance = async () =>
    (await world.call('GET', desk.at('position'), { as: officers[0] })).body.data.accounts.find(
      ({ accountId }: { accountId: string }) => Number(accountId) === desk.accountId,
    ).balance;
  const told: string[] = [];
  for (const dollars of [40, -15, 20, -5]) {
    await desk.handIn([{ dollars, text: `SOME ${dollars}` }], { day: '260128' });
    told.push(await balance());
  }
  expect(told).toEqual(['40.00', '25.00', '45.00', '40.00']);
});

test('an agreed day confirms what came by a file without balances (R25.10), and the position follows the books (R24.7)', async () => {
  const desk = await openAccount();
  const position = async () => (await world.call('GET', desk.at('position'), { as: officers[0] })).body.data;
  const before = await position();
  const person = await world.newPerson();
  const { order } = done(await back(await newLoan({ officer: officers[0] }), person, 10));
  expect((await position()).mustHold).toBe(before.mustHold);
  await desk.handIn([{ dollars: 12.5, text: order.reference }], { day: '260128' });
  await desk.bookAll();
  const after = await position();
  expect(after.mustHold).toBe(before.mustHold + 12.5);
  expect(
    after.accounts.find(({ accountId }: { accountId: string }) => Number(accountId) === desk.accountId),
  ).toMatchObject({
    currency: 'USD',
    balance: '12.50',
    on: '2026-01-28',
    inUsd: 12.5,
    rate: null,
  });
  expect(after).toMatchObject({ pending: before.pending, house: { stillOut: 0, credit: 0 }, fund: { stillOut: 0 } });
  const file = await world.call('GET', desk.at('position', '&format=csv'), { as: officers[0] });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, first] = String(file.body).slice(1).split('\r\n');
  expect(head).toBe('"what","amount_usd","account","currency","balance","balance_on","rate"');
  expect(first).toBe(`"must_hold",${after.mustHold},"","","","",""`);
  expect(String(file.body)).toContain('"account",12.5,"Account","USD",12.5,"2026-01-28",""');
  expect((await world.call('GET', desk.at('position', '&format=pdf'), { as: officers[0] })).status).toBe(422);
  done(await desk.agree('2026-01-28'));
  const receipts = await world.call('GET', desk.at('receipts', `&personId=${person.id}`), { as: officers[1] });
  expect(receipts.body.data).toMatchObject([{ amount: 12.5, confirmed: true }]);
});

test('a refusal of a person or of a day is told before a value that is wrong (R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  const wrong = async (day: string, as?: Person) =>
    refusal(await desk.agree(day, { reasons: 'none', opening: 'x', ...(as && { as }) }));
  expect(await wrong('2026-01-28')).toBe('409 day_has_open_lines');
  await desk.bookAll();
  await desk.handIn([{ dollars: -1, text: 'SERVICE CHARGE' }], { day: '260129' });
  expect(await wrong('2026-01-29')).toBe('409 day_has_open_lines');
  await desk.bookAll();
  expect(await wrong('2026-01-29')).toBe('409 day_out_of_order');
  expect(await wrong('2026-01-28', officers[0])).toBe('403 second_person_needed');
  expect(await wrong('2026-01-28')).toBe('422 invalid_request');
  done(await desk.agree('2026-01-28'));
  expect(await wrong('2026-01-28')).toBe('409 day_agreed');
});

test('a day that one person agreed alone is marked in the log and in the activity by month (R2.6, R21.10)', async () => {
  const desk = await openAccount();
  await desk.handIn([{ dollars: -5, text: 'SERVICE CHARGE' }], { day: '260128' });
  await desk.bookAll();
  const [, only] = officers;
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).where('userId', '<>', only.id).execute();
  expect(done(await desk.agree('2026-01-28', { as: only }))).toMatchObject({ selfApproved: true });
  const log = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: only }));
  expect(log).toMatchObject([{ action: 'agreeDay', selfApproved: true }]);
  const { body } = await world.call('GET', '/api/mfi/export?mfiId=3&what=months', { as: only });
  expect(body).toMatch(/"agreeDay",\d+,"",1\r/);
});
