import { setTimeout as sleep } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { createHints } from './hints.ts';
import type { Schema } from './schema.ts';

/** A database that does nothing, and the hints that each statement told. */
function deaf() {
  const told: unknown[][] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      told.push(query.parameters[1] as unknown[]);
    },
  });
  return { hints: createHints(db), told };
}

const hintsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ channel: 'outbox', payload: String(number) }));

test('the hints of one moment go in one statement, each of them once', async () => {
  const { hints, told } = deaf();
  for (const hint of [...hintsOf(500), ...hintsOf(500)]) hints.add([hint]);
  await sleep(120);
  expect(told.map((payloads) => payloads.length)).toEqual([500]);
  await hints.close();
  expect(told).toHaveLength(1);
});

test('a process tells at most once in 50 ms, however many transactions it commits', async () => {
  const { hints, told } = deaf();
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < 300) {
    hints.add([{ channel: 'outbox', payload: String(performance.now()) }]);
    await sleep(1);
  }
  expect(told.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAtMs) / 50));
  expect(told.length).toBeGreaterThan(1);
  await hints.close();
});

test('hints that were not told yet are told when the database closes, however many they are', async () => {
  const { hints, told } = deaf();
  hints.add(hintsOf(2_500));
  await hints.close();
  expect(told.map((payloads) => payloads.length)).toEqual([1_000, 1_000, 500]);
});
