import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase, toDatabase } from '../db/db.ts';
import { openInMemory } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { KeptDatabase } from './kept-database.ts';
import { startCluster } from './postgres-cluster.ts';

const TEMPLATE = 'sathi_test_template';
const MIGRATIONS = fileURLToPath(new URL('../db/migrations/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/sathi/', import.meta.url));

/** The migrated database of which each test file starts from a copy. */
export type TestTemplate =
  | { readonly kind: 'pglite'; readonly dumpFile: string }
  | { readonly kind: 'postgres'; readonly url: string };

declare module 'vitest' {
  interface ProvidedContext {
    testTemplate: TestTemplate;
  }
}

export type TestDatabase = Database & {
  /** The address in PostgreSQL, for a test that starts another process on it; null for the embedded database. */
  readonly url: string | null;
  /** Closes it and takes it away. */
  readonly drop: () => Promise<void>;
};

/** Vitest's global setup: migrates once, so that each test file starts from a copy in a moment. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.config.env['TEST_DATABASE'] === 'postgres') {
    const cluster = await startCluster();
    const url = cluster.url(TEMPLATE);
    await onServer(cluster.url('postgres'), `create database ${TEMPLATE}`);
    const database = await openDatabase({ url });
    await migrate(database.db);
    await database.close();
    project.provide('testTemplate', { kind: 'postgres', url });
    return cluster.stop;
  }
  project.provide('testTemplate', { kind: 'pglite', dumpFile: await dumpOfMigratedDatabase() });
  return async () => {};
}

let kept: KeptDatabase | null = null;

async function takeKept(dumpFile: string): Promise<KeptDatabase> {
  const own = kept;
  kept = null;
  return own ?? KeptDatabase.of(toDatabase(await openInMemory({ dump: fs.readFileSync(dumpFile) })));
}

async function keep(own: KeptDatabase): Promise<void> {
  if (kept === null && (await own.reset())) kept = own;
  else await own.database.close();
}

/** A private copy of the migrated, otherwise empty database, of the kind that this run is about. The caller drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  // This file is also loaded outside the tests, where vitest cannot be imported.
  const { inject } = await import('vitest');
  const template = inject('testTemplate');
  if (template.kind === 'pglite') {
    const own = await takeKept(template.dumpFile);
    return { ...own.database, url: null, drop: () => keep(own) };
  }
  const name = `sathi_test_${randomUUID().replaceAll('-', '')}`;
  const serverUrl = databaseUrl(template.url, 'postgres');
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  const url = databaseUrl(template.url, name);
  const database = await openDatabase({ url });
  const drop = async (): Promise<void> => {
    await database.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  };
  return { ...database, url, drop };
}

function databaseUrl(url: string, name: string): string {
  return `${url.slice(0, url.lastIndexOf('/'))}/${name}`;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Making one takes seconds, so it is kept until a migration changes. */
async function dumpOfMigratedDatabase(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of fs.readdirSync(MIGRATIONS).toSorted()) {
    hash.update(`${name}\0`).update(fs.readFileSync(path.join(MIGRATIONS, name)));
  }
  const file = path.join(CACHE, `migrated-${hash.digest('hex').slice(0, 24)}.tar`);
  if (fs.existsSync(file)) return file;
  const backend = await openInMemory({});
  const database = toDatabase(backend);
  await migrate(database.db);
  const dump = await backend.dump();
  await database.close();
  fs.mkdirSync(CACHE, { recursive: true });
  for (const old of fs.readdirSync(CACHE)) if (old.startsWith('migrated-')) fs.rmSync(path.join(CACHE, old));
  // Another run may be writing the same one.
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, dump);
  fs.renameSync(draft, file);
  return file;
}
