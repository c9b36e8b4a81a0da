import { expect, test } from 'vitest';
import { createChanges, writesVisibly } from './changes.ts';

test('a statement that writes what visitors are shown counts, in each way of writing', () => {
  for (const text of [
    'insert into "proposals" ("title") values ($1)',
    'update "users" set "first_name" = $1',
    'delete from campaign_proposals where proposal_id = $1',
    'with made as (\n  insert into investments (amount_cents) values (1) returning id) select * from made',
    'UPDATE ONLY mfis SET name = $1',
    'truncate proposals',
    'insert into outbox (kind) values ($1); update proposals set title = $1',
    'drop table translations',
  ]) {
    expect([text, writesVisibly(text)]).toEqual([text, true]);
  }
});

test('a read, a lock and a write that no visitor sees count nothing', () => {
  for (const text of [
    'select * from proposals where id = $1',
    'select id from proposals where id = $1 for update',
    'select id from outbox for update skip locked limit 10',
    'select id from proposals for no key update of proposals nowait',
    'update outbox set done_at = $1 where id in (select id from outbox for update skip locked)',
    'insert into limit_counters as c (key) values ($1) on conflict (key) do update set used = 1',
    'select pg_notify($1, $2)',
    'start transaction isolation level read committed',
  ]) {
    expect([text, writesVisibly(text)]).toEqual([text, false]);
  }
});

const WRITE = 'update proposals set title = $1';
const BEGIN = 'start transaction isolation level read committed';

test('a transaction that wrote counts once, at its commit', () => {
  const changes = createChanges();
  const answered = changes.connection();
  for (const text of [BEGIN, WRITE, WRITE]) answered(text);
  expect(changes.count()).toBe(0);
  answered('commit');
  expect(changes.count()).toBe(1);
  answered(WRITE);
  expect(changes.count()).toBe(2);
});

test('a transaction that was rolled back or only read counts nothing', () => {
  const changes = createChanges();
  const answered = changes.connection();
  for (const text of [BEGIN, WRITE, 'rollback', 'begin', 'select 1', 'commit']) answered(text);
  expect(changes.count()).toBe(0);
});

test('a change of this process is told, one that another told of is not told again', () => {
  const changes = createChanges();
  let told = 0;
  const stop = changes.onOwn(() => {
    told += 1;
  });
  changes.add();
  changes.connection()(WRITE);
  expect([changes.count(), told]).toEqual([2, 1]);
  stop();
  changes.connection()(WRITE);
  expect([changes.count(), told]).toEqual([3, 1]);
});
