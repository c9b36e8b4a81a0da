import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moveClock, runJobs } from '../../test/accounts.ts';
import { payInAccount } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { useBooking } from '../../test/statements/booking.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { office, backer, unpaidOf, oneLine, bookedOf } = useBooking(world);

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

test('a call sent twice at once with its key books each line once and tells of it as booked, or is refused (R6.3)', async () => {
  const lines = [];
  for (let index = 0; index < 4; index += 1) lines.push(await oneLine(1 + index, (await backer()).reference));
  const body = { lines: lines.map(({ id }) => ({ id })) };
  const send = () =>
    world.call('POST', `/api/mfi/lines/book?mfiId=${ROI}`, { as: office.officers[0], body, key: 'twin' });
  const answers = await Promise.all([send(), send()]);
  expect(
    answers.map(({ status, body: { code } }) => [status, code]).toSorted(([a], [b]) => Number(a) - Number(b)),
  ).toEqual([
    [200, undefined],
    [409, 'request_in_progress'],
  ]);
  const { results } = done(answers.find(({ status }) => status === 200) as never);
  expect(results.map(({ result }: { result: string }) => result)).toEqual(lines.map(() => 'booked'));
  const replayed = await send();
  expect([done(replayed).results, replayed.headers['idempotent-replayed']]).toEqual([results, 'true']);
  // The stored answer comes before the person is judged.
  const staffRow = await world.db
    .deleteFrom('mfiStaff')
    .where('userId', '=', office.officers[0].id)
    .where('mfiId', '=', ROI)
    .returningAll()
    .executeTakeFirstOrThrow();
  expect((await send()).status).toBe(200);
  await world.db.insertInto('mfiStaff').values(staffRow).execute();
});

test('lines that were booked are in the log of the office, though their call broke off behind them (R34.5)', async () => {
  const lines = [await oneLine(4, (await backer()).reference), await oneLine(5, (await backer()).reference)];
  const [first, second] = lines.map(({ id }) => Number(id));
  const row = JSON.stringify({ lineIds: [first, second] });
  const body = { lines: lines.map(({ id }) => ({ id })) };
  const send = () =>
    world.call('POST', `/api/mfi/lines/book?mfiId=${ROI}`, { as: office.officers[0], body, key: 'cut' });
  const acts = async () => {
    const log = await world.db.selectFrom('auditLog').select('details').where('action', '=', 'bookLines').execute();
    return log.map(({ details }) => details).filter((details) => details === row);
  };
  await sql`alter table line_parts add constraint breaks check (line_id <> ${sql.lit(second)})`.execute(world.db);
  expect((await send()).status).toBeGreaterThanOrEqual(400);
  await sql`alter table line_parts drop constraint breaks`.execute(world.db);
  expect((await office.desk.lines()).find(({ id }) => Number(id) === first)?.state).not.toBe('open');
  expect(await acts()).toEqual([row]);
  expect(done(await send()).results.map(({ result }: { result: string }) => result)).toEqual(['line_booked', 'booked']);
  expect(await acts(), 'a row of the call that booked the second').toEqual([row, row]);
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(await acts()).toHaveLength(2);
});

test('a line is split between targets that add up to it, or none of the call is booked (R21.8)', async () => {
  const [one, other] = [await backer(), await backer()];
  const line = await oneLine(50, 'for two');
  const part = (reference: string, amount: number) => ({ id: line.id, target: { reference, amount } });
  const short = await office.desk.book([part(one.reference, 30), part(other.reference, 19)]);
  expect([short.status, short.body.code]).toEqual([422, 'split_sum']);
  const taka = { id: line.id, target: { reference: one.reference, amount: { amount: '50.00', currency: 'BDT' } } };
  expect((await office.desk.book([taka])).body.code).toBe('wrong_currency');
  expect(await bookedOf([part(one.reference, 30), part(other.reference, 20)])).toMatchObject([
    { id: line.id, result: 'booked', effects: { amount: 50, toCredit: 0 } },
  ]);
  expect((await office.desk.undo(line.id)).status).toBe(200);
  expect((await unpaidOf(one.person)).map(({ unpaid }) => unpaid)).toEqual([1500, 2000]);
});

test('a fee and money of the house are set aside, and come back (R21.8)', async () => {
  const [fee, own] = [await oneLine(-2, 'SERVICE CHARGE'), await oneLine(80, 'grant')];
  expect(fee.match).toMatchObject({ rule: 'fee_words', preview: { amount: 0 } });
  expect((await bookedOf([{ id: fee.id }]))[0]).toMatchObject({ result: 'booked', effects: { amount: 0 } });
  const aside = { id: own.id, as: 'own_money', note: 'A grant' };
  expect((await office.desk.setAside(aside)).body.data).toEqual({ id: own.id, state: 'set_aside' });
  expect((await office.desk.setAside(aside)).body.code).toBe('line_booked');
  expect((await bookedOf([{ id: own.id }]))[0].result).toBe('line_booked');
  expect((await office.desk.lines('&state=set_aside')).map(({ id }) => id)).toEqual(
    expect.arrayContaining([fee.id, own.id]),
  );
  expect((await office.desk.undo(own.id)).body.data.state).toBe('open');
});

test('money that goes back names the line that it came by, money between accounts may name a till (R21.8)', async () => {
  const [came, went, moved] = [
    await oneLine(30, 'by mistake'),
    await oneLine(-30, 'sent back'),
    await oneLine(-50, 'cash'),
  ];
  const returned = { id: went.id, as: 'returned', note: 'It was not ours' };
  const problems = async (body: object) => (await office.desk.setAside(body)).body.errors?.map(({ path }: any) => path);
  expect(await problems(returned)).toEqual(['otherLineId']);
  expect(await problems({ ...returned, otherLineId: went.id })).toEqual(['otherLineId']);
  for (const wrong of [{}, { note: '' }, { as: 'nonsense' }])
    expect((await office.desk.setAside({ ...returned, otherLineId: '987654321', ...wrong })).body.code).toBe(
      'not_found',
    );
  done(await office.desk.setAside({ ...returned, otherLineId: came.id }));
  done(await office.desk.setAside({ id: came.id, as: 'returned', note: 'It goes back', otherLineId: went.id }));
  const between = { id: moved.id, as: 'between_accounts', note: 'To the till' };
  const till = await payInAccount(world, office.officers[0], { kind: 'till', number: 'T1' });
  const unconfirmed = await payInAccount(world, office.officers[0], {
    kind: 'till',
    number: 'T2',
    approvedBy: null,
    approvedAt: null,
  });
  for (const accountId of [String(office.desk.accountId), unconfirmed])
    for (const wrong of [{}, { note: undefined }])
      expect((await office.desk.setAside({ ...between, accountId, ...wrong })).body.code).toBe('not_found');
  expect(await problems({ ...between, as: 'fee', accountId: till })).toEqual(['accountId']);
  done(await office.desk.setAside({ ...between, accountId: till }));
});

test('of ten who book one line at once one does, and booking against taking back leaves one of both', async () => {
  const { reference } = await backer();
  const line = await oneLine(7, reference);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => bookedOf([{ id: line.id }], office.officers[index % 2])),
  );
  expect(answers.flat().filter(({ result }) => result === 'booked')).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([bookedOf([{ id: line.id }]), office.desk.undo(line.id, office.officers[1])]);
  }
  const [{ state } = { state: '' }] = await office.desk.lines(`&q=${reference}`);
  const { rows } = await sql<{ parts: number; receipts: number }>`
    select (select count(*)::int from line_parts where line_id = ${Number(line.id)} and undone_at is null) as parts,
      (select count(*)::int from receipts r join line_parts d on d.receipt_id = r.id
        where d.line_id = ${Number(line.id)} and r.state = 'booked') as receipts`.execute(world.db);
  const count = state === 'booked' ? 1 : 0;
  expect(rows).toEqual([{ parts: count, receipts: count }]);
});

test('an upload books its sure lines at once if its institution wants that, but none of the actor (R21.8, R19.9)', async () => {
  const { reference, person } = await backer();
  const own = done(await back(await newLoan({ officer: office.officers[1] }), office.officers[0], 6)).order
    .reference as string;
  await sql`update mfis set auto_book = true where id = ${ROI}`.execute(world.db);
  const words = `${reference} at once`;
  const answer = await office.desk.handIn([
    { dollars: 15, text: words },
    { dollars: 6, text: `${own} at once` },
    { dollars: -1, text: 'SERVICE CHARGE at once' },
  ]);
  await sql`update mfis set auto_book = false where id = ${ROI}`.execute(world.db);
  expect(answer.body.data).toMatchObject({ automatic: 2, suggested: 1 });
  const states = (await office.desk.lines('&q=at%20once')).map(({ text, state }) => [text, state]);
  expect(states).toEqual([
    [words, 'booked'],
    [`${own} at once`, 'open'],
    ['SERVICE CHARGE at once', 'open'],
  ]);
  expect((await unpaidOf(person)).map(({ unpaid }) => unpaid)).toEqual([0, 2000]);
});

test('a line that fails at the upload harms no other, and is booked later; one that was taken back stays open (R21.8)', async () => {
  const people = [await backer(), await backer(), await backer()];
  const texts = people.map(({ reference }) => `${reference} in parts`);
  const fails = sql`create function fail_part() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`;
  await fails.execute(world.db);
  await sql`create trigger fail_part before insert on line_parts for each row when (new.amount_minor = 1600)
    execute function fail_part()`.execute(world.db);
  await sql`update mfis set auto_book = true where id = ${ROI}`.execute(world.db);
  const movements = texts.map((text, index) => ({ dollars: 15 + index, text }));
  expect((await office.desk.handIn(movements)).status).toBe(201);
  const lines = async () => (await office.desk.lines('&q=in%20parts')).toSorted((a, b) => Number(a.id) - Number(b.id));
  const states = async () => (await lines()).map(({ state }) => state);
  expect(await states()).toEqual(['booked', 'open', 'booked']);

  done(await office.desk.undo((await lines())[0]?.id ?? '', office.officers[1]));
  await sql`drop function fail_part cascade`.execute(world.db);
  const { now } = world;
  moveClock(world, 11 * 60);
  await runJobs(world);
  expect(await states()).toEqual(['open', 'booked', 'booked']);
  world.now = now;
  await sql`update mfis set auto_book = false where id = ${ROI}`.execute(world.db);
});

test('a line that becomes sure only after its upload waits for an officer (R21.7, R21.8)', async () => {
  const { person, reference } = await backer();
  const setReference = (value: string) =>
    sql`update pay_in_orders set reference = ${value} where user_id = ${person.id} and mfi_id = ${ROI}`.execute(
      world.db,
    );
  await sql`update mfis set auto_book = true where id = ${ROI}`.execute(world.db);
  await setReference('RF0010000000');
  expect((await office.desk.handIn([{ dollars: 15, text: `${reference} too early` }])).status).toBe(201);
  await setReference(reference);
  const line = async () => (await office.desk.lines('&q=too%20early'))[0];
  expect(await line()).toMatchObject({ state: 'open', match: { how: 'automatic' } });
  const { now } = world;
  moveClock(world, 11 * 60);
  await runJobs(world);
  expect(await line()).toMatchObject({ state: 'open' });
  world.now = now;
  await sql`update mfis set auto_book = false where id = ${ROI}`.execute(world.db);
});
