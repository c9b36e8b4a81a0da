import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../apps/server/src/db/db.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { hashToken } from '../apps/server/src/config/tokens.ts';
import { insertProposal } from '../apps/server/src/features/proposals/proposals.repository.ts';
import { auditWhole } from '../apps/server/src/ledger/audit.ts';
import { startCluster } from '../apps/server/src/test/postgres-cluster.ts';

/** The settings with which a production server commits: every acknowledged transaction is on the disk. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
};

export const ROI = 3 as MfiId;
export const DCBS = 1 as MfiId;
const LARGEST_LOAN = 100_000_000_00 as Cents;
const DAY_MS = 86_400_000;

export type Person = { readonly id: UserId; readonly subject: string; readonly token: string };

/** A migrated database of its own, gone after `close`, which refuses to hide unsound books. */
export type Books = Database & { readonly url: string | null; readonly dataDir: string | null };

export async function withBooks<Result>(
  kind: Database['kind'],
  work: (books: Books) => Promise<Result>,
): Promise<Result> {
  const { books, end } = kind === 'postgres' ? await onServer() : await inFolder();
  try {
    await migrate(books.db);
    const result = await work(books);
    await checkBooks(books);
    return result;
  } finally {
    await books.close();
    await end();
  }
}

async function checkBooks({ db }: Pick<Books, 'db'>): Promise<void> {
  const violations = await auditWhole(db);
  if (violations.length > 0) throw new Error(`the books are unsound: ${JSON.stringify(violations)}`);
}

async function onServer(): Promise<{ books: Books; end: () => Promise<void> }> {
  const cluster = await startCluster(DURABLE);
  const url = cluster.url('postgres');
  return { books: { ...(await openDatabase({ url })), url, dataDir: null }, end: cluster.stop };
}

async function inFolder(): Promise<{ books: Books; end: () => Promise<void> }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-bench-'));
  const end = async (): Promise<void> => fs.rmSync(dataDir, { recursive: true });
  return { books: { ...(await openDatabase({ dataDir })), url: null, dataDir }, end };
}

type Copy = { readonly DATA_DIR: string };

/** A copy of the embedded database for another process: only one can have its folder open. */
export async function withCopy<Result>({ db, dataDir }: Books, work: (copy: Copy) => Promise<Result>): Promise<Result> {
  if (dataDir === null) throw new Error('only an embedded database lies in a folder');
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-bench-'));
  try {
    await sql`checkpoint`.execute(db);
    fs.cpSync(dataDir, copy, { recursive: true });
    return await work({ DATA_DIR: copy });
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}

/** Opens the copy that another process has left, and refuses to hide unsound books. */
export async function withCopied(copy: Copy, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir: copy.DATA_DIR });
  try {
    await work(database);
    await checkBooks(database);
  } finally {
    await database.close();
  }
}

/** Adds people with a session each, as if they had signed in just now. */
export async function addPeople({ db }: Pick<Books, 'db'>, count: number): Promise<Person[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const subjects = numbers.map(() => randomUUID());
  const tokens = subjects.map((subject) => `${subject}-bench-token`);
  await sql`
    with people as (
      select * from unnest(${numbers}::int[], ${subjects}::uuid[], ${tokens.map(hashToken)}::text[])
        as p (number, subject, token_hash)
    ), identified as (
      insert into identities (subject, phone, email, password_hash, phone_verified_at, created_at)
      select subject, '+88018' || lpad(number::text, 8, '0'), 'bench' || number || '@example.org', 'none', now(), now()
      from people
    ), opened as (
      insert into sessions (subject, access_token_hash, access_expires_at, refresh_token_hash, refresh_expires_at,
        ends_at, created_at, refreshed_at)
      select subject, token_hash, now() + interval '1 day', 'r' || token_hash, now() + interval '1 day',
        now() + interval '1 day', now(), now()
      from people
    )
    insert into users (subject, first_name, last_name, phone, email, created_at)
    select subject, 'Amina', 'Rahman', '+88018' || lpad(number::text, 8, '0'), 'bench' || number || '@example.org', now()
    from people order by number`.execute(db);
  const rows = await db.selectFrom('users').select(['id', 'subject']).where('subject', 'in', subjects).execute();
  const ids = new Map(rows.map((row) => [row.subject, row.id]));
  return subjects.map((subject, index) => ({
    id: ids.get(subject) as UserId,
    subject,
    token: tokens[index] as string,
  }));
}

/** Adds a published proposal, too large to be ever fully backed. */
export async function addProposal({ db }: Pick<Books, 'db'>, ownerId: UserId, mfiId: MfiId = ROI): Promise<ProposalId> {
  const now = new Date();
  return db.transaction().execute((tx) =>
    insertProposal(tx, {
      ownerId,
      mfiId,
      title: 'A bridge over the river',
      description: 'So that the children can walk to school',
      amountCents: LARGEST_LOAN,
      monthsToRepay: 24,
      neededOn: '2030-01-01' as never,
      image: null,
      imageAlt: null,
      askedMinor: null,
      askedCurrency: null,
      publishedAt: now,
      fundingDeadline: new Date(now.getTime() + 30 * DAY_MS),
      createdAt: now,
    }),
  );
}
