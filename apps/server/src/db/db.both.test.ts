import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/template-database.ts';
import { notify } from './db.ts';
import { DatabaseBusyError, isCheckViolation, isForeignKeyViolation, isUniqueViolation, SQLSTATE } from './errors.ts';
import { transaction } from './transaction.ts';

type Scratch = { notes: { id: number; bodyText: string; size: number | null } };

let database: TestDatabase;
let db: Kysely<Scratch>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db as unknown as Kysely<Scratch>;
  await sql`create table notes (
    id bigint primary key, body_text text not null constraint notes_body unique, size int constraint notes_size check (size > 0)
  )`.execute(db);
  await sql`create table replies (note_id bigint constraint replies_note references notes (id))`.execute(db);
});
afterAll(() => database.drop());
beforeEach(() => sql`truncate notes, replies`.execute(db));

async function value<Value>(expression: ReturnType<typeof sql>): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`select ${expression} as value`.execute(db);
  return rows[0]?.value as Value;
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
const noteIds = async (): Promise<number[]> =>
  (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

test('values arrive as the same types from both databases', async () => {
  expect(await value(sql`9007199254740991::bigint`)).toBe(9007199254740991);
  expect(await value(sql`(select sum(x) from (values (1::bigint), (2)) v (x))`)).toBe('3');
  expect(await value(sql`(select count(*) from (values (1), (2)) v (x))`)).toBe(2);
  expect(await value(sql`12.50::numeric`)).toBe('12.50');
  expect(await value(sql`date '2026-01-31'`)).toBe('2026-01-31');
  expect(await value(sql`timestamptz '2026-01-31 09:30:00.123+05:30'`)).toEqual(new Date('2026-01-31T04:00:00.123Z'));
  expect(await value(sql`'{"some_key": {"a_b": 1}}'::jsonb`)).toEqual({ some_key: { a_b: 1 } });
  expect(await value(sql`array[1, null]::bigint[]`)).toEqual([1, null]);
  expect(await value(sql`array['2026-01-31']::date[]`)).toEqual(['2026-01-31']);
  expect(await value(sql`array[0.1]::numeric[]`)).toEqual(['0.1']);
  expect(await value(sql`true`)).toBe(true);
  expect(await value(sql`1.5::float8`)).toBe(1.5);
  expect(new Uint8Array(await value(sql`'\\x0102'::bytea`))).toEqual(new Uint8Array([1, 2]));
});

test('a bigint that a number cannot hold is an error and never a wrong number', async () => {
  expect(await failure(value(sql`9007199254740992::bigint`))).toMatchObject({
    message: expect.stringContaining('safe integers'),
  });
  expect(await value(sql`1`)).toBe(1);
});

test('parameters of every kind reach the database as they were', async () => {
  const at = new Date('2026-01-31T04:00:00.123Z');
  expect(await value(sql`${at}::timestamptz(3)`)).toEqual(at);
  expect(await value(sql`${JSON.stringify({ a: [1] })}::jsonb`)).toEqual({ a: [1] });
  expect(await value(sql`${[1, 2]}::bigint[]`)).toEqual([1, 2]);
  expect(await value(sql`${'2026-02-28'}::date`)).toBe('2026-02-28');
  expect(await value(sql`${null}::text`)).toBe(null);
  expect(await value(sql`${Buffer.from([7])}::bytea = '\\x07'`)).toBe(true);
});

test('the session speaks UTC', async () => {
  expect(await value(sql`current_setting('TimeZone')`)).toMatch(/^(UTC|GMT)$/);
});

test('an error tells its code, its constraint and its detail', async () => {
  await db.insertInto('notes').values({ id: 1, bodyText: 'one', size: 1 }).execute();
  const twice = await failure(db.insertInto('notes').values({ id: 2, bodyText: 'one', size: 1 }).execute());
  expect(twice).toMatchObject({
    code: '23505',
    constraint: 'notes_body',
    detail: 'Key (body_text)=(one) already exists.',
  });
  expect(isUniqueViolation(twice)).toBe(true);
  expect(isUniqueViolation(twice, 'notes_body')).toBe(true);
  expect(isUniqueViolation(twice, 'notes_pkey')).toBe(false);
  expect(
    isCheckViolation(
      await failure(db.insertInto('notes').values({ id: 3, bodyText: 'x', size: 0 }).execute()),
      'notes_size',
    ),
  ).toBe(true);
  expect(isForeignKeyViolation(await failure(sql`insert into replies values (9)`.execute(db)), 'replies_note')).toBe(
    true,
  );
});

test('updates tell how many rows they changed', async () => {
  await db
    .insertInto('notes')
    .values([
      { id: 1, bodyText: 'one', size: 1 },
      { id: 2, bodyText: 'two', size: 1 },
    ])
    .execute();
  const result = await db.updateTable('notes').set({ size: 5 }).executeTakeFirstOrThrow();
  expect(result.numUpdatedRows).toBe(2n);
});

test('the writes of a failing transaction are gone, and its error comes out', async () => {
  const thrown = await failure(
    transaction(database.db, async (tx) => {
      await sql`insert into notes values (1, 'gone', 1)`.execute(tx);
      throw new Error('changed my mind');
    }),
  );
  expect(thrown).toMatchObject({ message: 'changed my mind' });
  expect(await noteIds()).toEqual([]);
});

test('a swallowed error inside a transaction cannot pass for a commit', async () => {
  const thrown = await failure(
    transaction(database.db, async (tx) => {
      await sql`insert into notes values (1, 'one', 1)`.execute(tx);
      await failure(sql`insert into notes values (1, 'again', 1)`.execute(tx));
    }),
  );
  expect(thrown).toMatchObject({ code: SQLSTATE.inFailedTransaction });
  expect(await noteIds()).toEqual([]);
});

test('statements outside a transaction are not part of it, even when they are sent while it is open', async () => {
  const opened = Promise.withResolvers<void>();
  const rolledBack = failure(
    transaction(database.db, async (tx) => {
      await sql`insert into notes values (1, 'inside', 1)`.execute(tx);
      opened.resolve();
      await sleep(50);
      throw new Error('undo');
    }),
  );
  await opened.promise;
  await db.insertInto('notes').values({ id: 2, bodyText: 'outside', size: 1 }).execute();
  await rolledBack;
  expect(await noteIds()).toEqual([2]);
});

test('statements of a transaction that are asked for at once are done in that order', async () => {
  const sizes = await transaction(database.db, async (tx) => {
    await sql`insert into notes values (1, 'one', 1)`.execute(tx);
    const grow = () => sql<{ size: number }>`update notes set size = size + ${1} returning size`.execute(tx);
    return Promise.all([grow(), grow(), grow()].map(async (result) => (await result).rows[0]?.size));
  });
  expect(sizes).toEqual([2, 3, 4]);
});

test('statements of a transaction at once end with the first error, and none is done after the rollback', async () => {
  let late: unknown;
  const thrown = await failure(
    transaction(database.db, async (tx) => {
      const note = (id: number, text: string) => sql`insert into notes values (${id}, ${text}, 1)`.execute(tx);
      const [first, second] = [note(1, 'one'), note(2, 'one')];
      const afterwards = second.catch(async () => {
        // The rollback is on its way and not answered.
        await setImmediate();
        late = await failure(note(3, 'three'));
      });
      await Promise.all([first, second, note(4, 'four'), afterwards]);
    }),
  );
  expect(thrown).toMatchObject({ constraint: 'notes_body' });
  await expect.poll(() => late).toBeInstanceOf(Error);
  expect(await noteIds()).toEqual([]);
});

test('a statement that was not done because another had failed ends the transaction with that error', async () => {
  const thrown = await failure(
    transaction(database.db, async (tx) => {
      const note = (id: number) => sql`insert into notes values (${id}, 'the same', 1)`.execute(tx);
      const [, second, third] = [note(1), note(2), note(3)];
      second.catch(() => {});
      await third;
    }),
  );
  expect(thrown).toMatchObject({ constraint: 'notes_body' });
});

test('ten transactions at once each keep their own work', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, id) =>
      failure(
        transaction(database.db, async (tx) => {
          await sql`insert into notes values (${id}, ${`note ${id}`}, 1)`.execute(tx);
          await sleep(5);
          if (id % 2 === 1) throw new Error('undo');
        }),
      ),
    ),
  );
  expect(await noteIds()).toEqual([0, 2, 4, 6, 8]);
});

test('the isolation level and access mode asked for are the ones given', async () => {
  const level = await db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(
      async (tx) =>
        (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx)).rows[0],
    );
  expect(level).toEqual({ level: 'serializable' });
  const readOnly = db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => sql`truncate notes`.execute(tx));
  expect(await failure(readOnly)).toMatchObject({ code: '25006' });
});

const raiseDeadlock = sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`;

test('a transaction that meets a deadlock runs again, at most three times', async () => {
  let runs = 0;
  const result = await transaction(database.db, async (tx) => {
    runs += 1;
    if (runs < 3) await raiseDeadlock.execute(tx);
    return 'done';
  });
  expect([result, runs]).toEqual(['done', 3]);

  runs = 0;
  const always = transaction(database.db, async (tx) => {
    runs += 1;
    await raiseDeadlock.execute(tx);
  });
  expect(await failure(always)).toBeInstanceOf(DatabaseBusyError);
  expect(runs).toBe(4);
});

test('a transaction that meets a deadlock after more than ten seconds does not run again', async () => {
  const beganAtMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(beganAtMs);
  onTestFinished(() => clock.mockRestore());
  let runs = 0;
  const slow = transaction(database.db, async (tx) => {
    runs += 1;
    clock.mockReturnValue(beganAtMs + (runs === 1 ? 9_999 : 10_001));
    await raiseDeadlock.execute(tx);
  });
  expect(await failure(slow)).toBeInstanceOf(DatabaseBusyError);
  expect(runs).toBe(2);
});

test('a notification arrives after its transaction commits, and never when it rolls back', async () => {
  const heard: string[] = [];
  const unlisten = await database.listen('Some channel', (payload) => heard.push(payload));
  await failure(
    transaction(database.db, async (tx) => {
      await notify(tx, 'Some channel', 'undone');
      throw new Error('undo');
    }),
  );
  await transaction(database.db, async (tx) => {
    await notify(tx, 'Some channel', 'done');
    await sleep(20);
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual(['done']);
  await unlisten();
  await notify(database.db, 'Some channel', 'nobody');
  await sleep(50);
  expect(heard).toEqual(['done']);
});
