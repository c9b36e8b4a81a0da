import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { StaffRole } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createNoChain } from '../outside/chain.ts';
import { createDiskFiles } from '../outside/files-disk.ts';
import { createApp } from '../app.ts';
import type { ChainPort } from '../outside/chain-port.ts';
import { readConfig } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { hashToken, newToken } from '../config/tokens.ts';
import { listViolations } from '../ledger/audit.ts';
import { createLog } from '../config/log.ts';
import { createMetrics } from '../outside/metrics.ts';
import type { Outside, Delivery, PushPort } from '../outside/outside.ts';
import { checkAnswers } from './documented-answers.ts';
import { openTestDatabase, type TestDatabase } from './template-database.ts';

/** Morning of 31 January 2026 in Kolkata: a month's end, where schedules go wrong first. */
export const NOW = new Date('2026-01-31T04:30:00.000Z');
export const ROI = 3 as MfiId;
export const DCBS = 1 as MfiId;

export type Person = { readonly id: UserId; readonly subject: string; readonly token: string; readonly phone: string };
export type Answer = { readonly status: number; readonly body: any; readonly headers: Record<string, unknown> };
export type Send = {
  readonly as?: Person | null;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
};

export type World = {
  database: TestDatabase;
  db: Db;
  app: FastifyInstance;
  outside: Outside;
  /** The deliveries that left through the port. */
  sent: Delivery[];
  /** News that went to browsers; the answer of their service is `taken` until a test assigns another. */
  pushed: Parameters<PushPort['send']>[0][];
  push: PushPort['send'];
  /** Every line logged so far, to look for forbidden words. */
  logLines: string[];
  /** Answers that the document of the interface does not know. A test takes out those that it means to get. */
  departures: string[];
  /** Both clocks; assign to move them. */
  now: Date;
  /** How far `CLOCK_FILE` has set the rules' clock ahead of the real one. */
  daysAhead: number;
  newPerson: (options?: {
    firstName?: string;
    lastName?: string;
    staffOf?: readonly MfiId[];
    role?: StaffRole;
  }) => Promise<Person>;
  call: (method: string, url: string, options?: Send) => Promise<Answer>;
};

type WorldOptions = {
  readonly env?: Record<string, string>;
  /** A chain instead of none. */
  readonly openChain?: (now: () => Date) => Promise<ChainPort>;
};

/**
 * A private database and the whole application on it, for one test file. Nothing is replaced but the clock and the outside.
 * After each test the audit of the books must be empty (R18.4), and each answer was one that the OpenAPI document knows.
 */
export function useWorld({ env = {}, openChain }: WorldOptions = {}): World {
  const world = { now: NOW, daysAhead: 0, sent: [], pushed: [], logLines: [], departures: [] } as unknown as World;
  world.push = async (news) => {
    world.pushed.push(news);
    return 'taken';
  };
  const filesFolder = path.join(os.tmpdir(), `sathi-files-${randomUUID()}`);
  let people = 0;
  let soundAt = '';

  beforeAll(async () => {
    world.database = await openTestDatabase();
    world.db = world.database.db;
    world.outside = {
      db: world.db,
      listen: world.database.listen,
      replica: null,
      now: () => new Date(world.now.getTime() + world.daysAhead * 86_400_000),
      realNow: () => world.now,
      secret: [Buffer.alloc(32, 7)],
      config: readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', SEED: 'demo-for-others', ...env }),
      log: createLog('info', linesInto(world.logLines)),
      metrics: createMetrics(),
      tracing: null,
      deliver: async (message) => void world.sent.push(message),
      push: { publicKey: 'the key of now', send: (news) => world.push(news) },
      files: createDiskFiles(filesFolder),
      chain: (await openChain?.(() => world.now)) ?? createNoChain('none'),
      hasDevInbox: true,
    };
    world.app = await createApp(world.outside);
    checkAnswers(world.app, world.departures);
    await world.app.ready();
  });

  afterEach(async () => {
    expect(world.departures.splice(0)).toEqual([]);
    // Books that nobody has written to since they were sound still are.
    const writtenAt = await findSnapshot(world.db);
    if (writtenAt === soundAt) return;
    expect(await listViolations(world.db)).toEqual([]);
    soundAt = writtenAt;
  });

  afterAll(async () => {
    await world.app?.close();
    await world.outside?.chain.close();
    await world.database?.drop();
    fs.rmSync(filesFolder, { recursive: true, force: true });
  });

  world.newPerson = async ({ firstName = 'Amina', lastName = 'Rahman', staffOf = [], role = 'manager' } = {}) => {
    people += 1;
    const phone = `+8801${String(700_000_000 + people)}`;
    const email = `person${people}@example.org`;
    const subject = randomUUID();
    const createdAt = world.now;
    await world.db
      .insertInto('identities')
      .values({
        subject,
        phone,
        email,
        passwordHash: 'none',
        phoneVerifiedAt: createdAt,
        emailVerifiedAt: createdAt,
        createdAt,
      })
      .execute();
    const { id } = await world.db
      .insertInto('users')
      .values({ subject, firstName, lastName, phone, email, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const mfiId of staffOf) await world.db.insertInto('mfiStaff').values({ mfiId, userId: id, role }).execute();
    return { id, subject, phone, token: await openSession(world, subject) };
  };

  world.call = async (method, url, { as = null, body, key, headers = {} } = {}) => {
    const response = await world.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = method !== 'HEAD' && String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
  };

  return world;
}

/** Another after each transaction that wrote. */
async function findSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}

export async function openSession(world: World, subject: string): Promise<string> {
  const token = newToken();
  const later = new Date(world.now.getTime() + 400 * 86_400_000);
  await world.db
    .insertInto('sessions')
    .values({
      subject,
      accessTokenHash: hashToken(token),
      accessExpiresAt: later,
      refreshTokenHash: hashToken(newToken()),
      refreshExpiresAt: later,
      endsAt: later,
      createdAt: world.now,
      refreshedAt: world.now,
    })
    .execute();
  return token;
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
