import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Db, openDatabase } from '../../db/db.ts';
import { hashToken, newToken } from '../../config/tokens.ts';
import { openTestDatabase, type TestDatabase } from '../template-database.ts';
import { jpegPicture } from '../pictures.ts';
import { ROI } from '../world.ts';

const DAY_MS = 86_400_000;

/** A database that server processes are started on, and that the test looks into while they are not running. */
export type Place = {
  /** The variables that lead a server to it. */
  readonly env: () => Readonly<Record<string, string>>;
  /** Looks at the stored rows; for the embedded database no server may be running. */
  readonly look: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
};

/** A migrated database of the kind that this run is about, for one test file. */
export function usePlace(): Place {
  let dataDir: string;
  let onServer: TestDatabase | undefined;

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-crash-'));
    const template = inject('testTemplate');
    if (template.kind === 'postgres') {
      onServer = await openTestDatabase();
      return;
    }
    const folder = path.join(dataDir, 'database');
    fs.mkdirSync(folder, { mode: 0o700 });
    execFileSync('tar', ['-xf', template.dumpFile, '-C', folder], { stdio: ['ignore', 'ignore', 'ignore'] });
  });

  afterAll(async () => {
    await onServer?.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    env: () => ({
      DATA_DIR: dataDir,
      APP_SECRET: 'the secret that these processes share',
      ...(onServer?.url && { DATABASE_URL: onServer.url }),
    }),
    look: async (work) => {
      if (onServer) return work(onServer.db);
      const database = await openDatabase({ dataDir });
      return work(database.db).finally(() => database.close());
    },
  };
}

export type SignedInPerson = { readonly id: UserId; readonly subject: string; readonly token: string };

let numbers = 0;

/** A person who has just signed in. */
export async function addPerson(db: Db): Promise<SignedInPerson> {
  numbers += 1;
  const phone = `+8801${String(600_000_000 + numbers)}`;
  const email = `crash${numbers}@example.org`;
  const now = new Date();
  const later = new Date(now.getTime() + DAY_MS);
  const subject = randomUUID();
  const token = newToken();
  const identity = { subject, phone, email, passwordHash: 'none', phoneVerifiedAt: now, createdAt: now };
  await db.insertInto('identities').values(identity).execute();
  const profile = { subject, firstName: 'Amina', lastName: 'Rahman', phone, email, createdAt: now };
  const { id } = await db.insertInto('users').values(profile).returning('id').executeTakeFirstOrThrow();
  const session = {
    subject,
    accessTokenHash: hashToken(token),
    accessExpiresAt: later,
    refreshTokenHash: hashToken(newToken()),
    refreshExpiresAt: later,
    endsAt: later,
    createdAt: now,
    refreshedAt: now,
  };
  await db.insertInto('sessions').values(session).execute();
  return { id, subject, token };
}

/** Lets it be noon where the institution is, since news of money waits there for the day. */
export async function makeItNoon(db: Db): Promise<void> {
  const ahead = 12 - new Date().getUTCHours();
  // Hours ahead of UTC have a minus in these names, as POSIX writes them.
  const timeZone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
  await db.updateTable('mfis').set({ timeZone }).where('id', '=', ROI).execute();
}

/** A published proposal that is too large to be fully backed. */
export async function addProposal(db: Db, ownerId: UserId): Promise<ProposalId> {
  const now = new Date();
  const { id } = await db
    .insertInto('proposals')
    .values({
      ownerId,
      mfiId: ROI,
      title: 'A bridge',
      description: 'Over the river',
      amountCents: 1_000_000_00 as Cents,
      monthsToRepay: 12,
      neededOn: '2030-01-01' as never,
      publishedAt: now,
      fundingDeadline: new Date(now.getTime() + 30 * DAY_MS),
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends a picture to the server at `url` as this person. @returns where it is shown, and the bytes that are shown there */
export async function sendPicture(url: string, { token }: SignedInPerson): Promise<{ url: string; bytes: Buffer }> {
  const sent = await fetch(`${url}/files/profileImages/photo.jpg`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(await jpegPicture()),
  });
  const { data } = (await sent.json()) as { data: { url: string } };
  const shown = await fetch(`${url}${data.url}`);
  if (!shown.ok) throw new Error(`the picture that was sent is answered ${shown.status}`);
  return { url: data.url, bytes: Buffer.from(await shown.arrayBuffer()) };
}
