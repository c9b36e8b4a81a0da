import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { payInAccount } from '../../test/expected.ts';
import { fixture, statementFile, statementJson, taskFor } from '../../test/statements/statement-fixture.ts';
import { openSampleDesk, SAMPLE_NUMBERS } from '../../test/statements/sample-desk.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';

const world = useWorld();
let officer: Person;
let desk: Awaited<ReturnType<typeof openSampleDesk>>;

beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [DCBS] });
  desk = await openSampleDesk(world, officer);
});

const at: typeof desk.at = (...asked) => desk.at(...asked);
const upload: typeof desk.upload = async (...asked) => desk.upload(...asked);
const setMapping: typeof desk.setMapping = async (...asked) => desk.setMapping(...asked);
const linesOf: typeof desk.linesOf = async (...asked) => desk.linesOf(...asked);

test('a file is kept with its lines, and the same file is answered again without new ones (R21.5)', async () => {
  const file = statementFile('bank-usd-a.camt053.xml');
  const first = await upload('11', file, { key: 'first' });
  expect(first).toMatchObject({
    status: 201,
    body: {
      data: {
        format: 'camt.053',
        from: '2026-11-20',
        to: '2026-11-22',
        opening: '10000.00',
        closing: '10766.31',
        lines: 28,
        newLines: 28,
      },
    },
  });
  const again = await upload('11', file, { key: 'second' });
  expect(again).toMatchObject({ status: 200, body: { data: { ...first.body.data, newLines: 0 } } });
  const lines = await linesOf('11');
  const expected = statementJson<{ rows: { amountMinor: number }[] }>('expected/bank-usd-a.camt053.xml.json');
  expect(lines.map((line: { local: { amount: string } }) => line.local.amount).toSorted()).toEqual(
    expected.rows.map(({ amountMinor }) => (amountMinor / 100).toFixed(2)).toSorted(),
  );
  expect(lines.find((line: { text: string }) => line.text === 'SERVICE CHARGE AND VAT')).toMatchObject({
    line: 26,
    local: { amount: '-12.40', currency: 'USD' },
    state: 'open',
    match: { how: 'suggested', rule: 'fee_words', target: { as: 'fee' }, candidates: [], preview: { amount: 0 } },
  });
});

test('of a file that overlaps, only the lines are new that no file had (R21.5)', async () => {
  expect((await upload('11', statementFile('bank-usd-overlap.camt053.xml'))).body.data).toMatchObject({
    lines: 10,
    newLines: 2,
  });
  const list = await world.call('GET', at('statements', '11'), { as: officer });
  expect(list.body.data.map(({ newLines }: { newLines: number }) => newLines)).toEqual([2, 28]);
  const [newest] = list.body.data;
  expect((await linesOf('11', `&statementId=${newest.id}`)).map(({ line }: { line: number }) => line)).toEqual([9, 10]);
  const elsewhere = await world.newPerson({ staffOf: [ROI] });
  for (const [as, mfiId, id] of [
    [elsewhere, ROI, newest.id],
    [officer, DCBS, '987654321'],
  ] as const) {
    expect((await world.call('GET', `/api/mfi/lines?mfiId=${mfiId}&statementId=${id}`, { as })).status).toBe(404);
  }
});

test('a file sent again with its key is answered as before, and its key takes no other known file (R6.3)', async () => {
  const file = statementFile('bank-usd-a.camt053.xml');
  for (const [key, status, newLines] of [
    ['first', 201, 28],
    ['second', 200, 0],
  ] as const) {
    const replayed = await upload('11', file, { key });
    expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([status, 'true']);
    expect(replayed.body.data).toMatchObject({ lines: 28, newLines });
    const reused = await upload('11', statementFile('bank-usd-overlap.camt053.xml'), { key });
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    const done = { read: file.length, of: file.length, state: 'done' };
    expect((await progressOf(key)).body.data).toEqual(done);
  }
});

test('a file sent twice at once with one key is one attempt, and its progress is done (R6.3)', async () => {
  const text = statementFile('bank-usd-overlap.camt053.xml').toString('utf8').replace('</Document>', ' </Document>');
  const answers = await Promise.all([upload('11', text, { key: 'twin' }), upload('11', text, { key: 'twin' })]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(1);
  expect((await progressOf('twin')).body.data).toMatchObject({ state: 'done' });
});

test('a CSV needs a mapping once, and the proposal of the refusal is one (R21.4)', async () => {
  const file = statementFile('wallet-bdt.csv');
  const refused = await upload('13', file, { key: 'csv' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'mapping_needed', proposal: taskFor('13').mapping } });
  expect(refused.body.sample.length).toBeGreaterThan(0);
  const body = refused.body.proposal;
  expect((await world.call('PUT', at('statements/mapping', '13'), { as: officer, body })).status).toBe(200);
  expect(await upload('13', file, { key: 'csv' })).toMatchObject({
    status: 201,
    body: {
      data: {
        format: 'csv',
        opening: null,
        closing: null,
        lines: 40,
        newLines: 40,
        automatic: 5,
        badRows: [{ row: 40, problem: 'amount' }],
      },
    },
  });
  const progress = await progressOf('csv');
  expect(progress.body.data).toEqual({ read: file.length, of: file.length, state: 'done' });
});

describe('a file that is refused', () => {
  test.each(fixture.files.filter(({ refused }) => refused !== undefined && refused !== 'mapping_needed'))(
    '$file leaves nothing behind and tells its code (R21.2)',
    async ({ file, accountId, refused }) => {
      await setMapping('14');
      const before = await countLines();
      const answer = await upload(accountId, statementFile(file), { key: file });
      expect(answer.body.code).toBe(refused);
      expect(await countLines()).toBe(before);
      const progress = await progressOf(file);
      expect(progress.body.data.state).toBe('refused');
    },
  );

  test('tells the sums that do not add up, and the line that is broken', async () => {
    expect((await upload('12', statementFile('hostile/balance-does-not-add-up.sta'))).body).toMatchObject({
      opening: '250000.00',
      lines: '11080.00',
      closing: '9261080.00',
    });
    expect((await upload('11', statementFile('hostile/cut-off.xml'))).body).toMatchObject({ line: 16 });
  });

  test('for another account is told so', async () => {
    const text = statementFile('bank-bdt.mt940.sta').toString('utf8').replace('6612', '6613');
    expect((await upload('12', text)).body.code).toBe('wrong_account');
  });

  test('for a till is told that a till has none, mapped or not (R21.12)', async () => {
    const till = { mfiId: DCBS, kind: 'till', number: SAMPLE_NUMBERS[12], currency: 'BDT' };
    desk.ids.set('till', Number(await payInAccount(world, officer, till)));
    for (const file of ['bank-bdt.mt940.sta', 'bank-usd-b.csv'])
      expect((await upload('till', statementFile(file))).body.code).toBe('wrong_account');
  });
});

test('lines are found by state, day and words, page by page in their order', async () => {
  expect(await linesOf('11', '&day=2026-11-23')).toHaveLength(2);
  expect(await linesOf('11', '&q=VHY67H9RY5')).toHaveLength(1);
  expect(await linesOf('11', '&q=rafiqul')).toHaveLength(1);
  expect(await linesOf('11', '&q=%25')).toHaveLength(0);
  expect(await linesOf('11', '&state=booked')).toHaveLength(0);
  const whole = (await linesOf('11')).map(({ id }: { id: string }) => id);
  const pages: string[] = [];
  let cursor = '';
  do {
    const page = await world.call('GET', at('lines', '11', `&limit=7&cursor=${cursor}`), { as: officer });
    pages.push(...page.body.data.map(({ id }: { id: string }) => id));
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual(whole);
});

test('a person is found by their standing reference, from the first order on (R21.7)', async () => {
  const payer = await world.newPerson();
  await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
    values (${payer.id}, ${DCBS}, 'RF0810004217', ${world.now})`.execute(world.db);
  const file = `:20:X\n:25:${SAMPLE_NUMBERS['12']}\n:60F:C261120BDT0,00\n:61:2611201120C5,00NTRFNONREF//P1\n:86:RF08 1000 4217\n:62F:C261120BDT5,00\n-\n`;
  expect((await upload('12', file)).body.data).toMatchObject({ automatic: 1, open: 0 });
  expect(await linesOf('12', '&q=P1')).toMatchObject([
    { match: { how: 'automatic', rule: 'reference', target: { reference: 'RF0810004217' } } },
  ]);
});

test('the same file twice at once is one statement', async () => {
  const text = statementFile('bank-bdt.mt940.sta');
  const answers = await Promise.all([upload('12', text), upload('12', text)]);
  const told = answers.map(({ status, body }) => `${status}: ${body.data.newLines}`);
  expect(told.toSorted()).toEqual(['200: 0', '201: 26']);
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
});

test('staff of another institution see nothing of it, and a stranger hears no more', async () => {
  const other = await world.newPerson({ staffOf: [3 as typeof DCBS] });
  expect((await upload('11', 'x', { as: other })).status).toBe(403);
  for (const what of ['statements', 'lines', 'days']) {
    const own = await world.call('GET', `/api/mfi/${what}?mfiId=3&accountId=${desk.ids.get('11')}`, { as: other });
    expect([own.status, own.body.code], what).toEqual([404, 'not_found']);
  }
  expect((await world.call('GET', '/api/mfi/lines?mfiId=3', { as: other })).body.data).toEqual([]);
});

test('files are forgotten after 90 days, payers after 24 months, lines after 10 years (R21.1)', async () => {
  const after = (days: number) => new Date(world.now.getTime() + days * 86_400_000);
  const count = async (what: 'files' | 'payers' | 'lines') => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from statement_files) as files, (select count(*)::int from statement_lines) as lines,
        (select count(*)::int from statement_lines where payer <> '' or payer_account <> '') as payers`.execute(
      world.db,
    );
    return rows[0]?.[what] ?? 0;
  };
  expect(await count('files')).toBeGreaterThan(0);
  await deleteOutdated(world.db, after(89));
  expect(await count('files')).toBeGreaterThan(0);
  await deleteOutdated(world.db, after(91));
  expect([await count('files'), (await count('payers')) > 0]).toEqual([0, true]);
  const { rows } = await sql<{ payer: string; line: string }>`
    select max(booked_on) filter (where payer <> '' or payer_account <> '')::text as payer, max(booked_on)::text as line
    from statement_lines`.execute(world.db);
  const [{ payer, line }] = rows as [{ payer: string; line: string }];
  const atEnd = (day: string, years: number, days: number) =>
    new Date(Date.UTC(Number(day.slice(0, 4)) + years, Number(day.slice(5, 7)) - 1, Number(day.slice(8)) + days));
  await deleteOutdated(world.db, atEnd(payer, 2, 0));
  expect(await count('payers')).toBeGreaterThan(0);
  await deleteOutdated(world.db, atEnd(payer, 2, 1));
  expect(await count('payers')).toBe(0);
  await deleteOutdated(world.db, atEnd(line, 10, 0));
  expect(await count('lines')).toBeGreaterThan(0);
  await deleteOutdated(world.db, atEnd(line, 10, 1));
  expect(await count('lines')).toBe(0);
});

async function progressOf(key: string) {
  const path = `/api/mfi/statements/progress?mfiId=${DCBS}&key=${encodeURIComponent(key)}`;
  return world.call('GET', path, { as: officer });
}

async function countLines(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from statement_lines`.execute(world.db);
  return rows[0]?.count ?? 0;
}
