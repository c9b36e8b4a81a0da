import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createNoChain } from '../adapters/chain.ts';
import { createDiskFiles } from '../adapters/files-disk.ts';
import { createApp } from '../app.ts';
import type { ChainPort } from '../chain-port.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../db/db.ts';
import { hashToken, newToken } from '../features/identity/tokens.ts';
import { listViolations } from '../ledger/audit.ts';
import { createLog } from '../log.ts';
import type { Outside, OutgoingMessage } from '../outside.ts';
import { openTestDatabase, type TestDatabase } from './template-database.ts';

/** Morning of 31 January 2026 in Kolkata: a month's end, because those are what schedules get wrong. */
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
  /** What left through the message port. */
  sent: OutgoingMessage[];
  /** Every line logged so far, to look for what must not be there. */
  logLines: string[];
  /** The clock; assign to move it. */
  now: Date;
  newPerson: (options?: { firstName?: string; lastName?: string; staffOf?: readonly MfiId[] }) => Promise<Person>;
  call: (method: string, url: string, options?: Send) => Promise<Answer>;
};

type WorldOptions = {
  readonly env?: Record<string, string>;
  /** A chain instead of none. */
  readonly openChain?: (now: () => Date) => Promise<ChainPort>;
};

/**
 * A private database and the whole application on it, for one test file. Nothing is replaced but the clock and the outside.
 * After each test the audit of the books must be empty (R18.4).
 */
export function useWorld({ env = {}, openChain }: WorldOptions = {}): World {
  const world = { now: NOW, sent: [], logLines: [] } as unknown as World;
  const filesFolder = path.join(os.tmpdir(), `sathi-files-${randomUUID()}`);
  let people = 0;

  beforeAll(async () => {
    world.database = await openTestDatabase();
    world.db = world.database.db;
    world.outside = {
      db: world.db,
      listen: world.database.listen,
      now: () => world.now,
      secret: Buffer.alloc(32, 7),
      config: readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ...env }),
      log: createLog('info', linesInto(world.logLines)),
      sendMessage: async (message) => void world.sent.push(message),
      files: createDiskFiles(filesFolder),
      chain: (await openChain?.(() => world.now)) ?? createNoChain('none'),
      hasDevInbox: true,
    };
    world.app = await createApp(world.outside);
    await world.app.ready();
  });

  afterEach(async () => {
    expect(await listViolations(world.db)).toEqual([]);
  });

  afterAll(async () => {
    await world.app?.close();
    await world.outside?.chain.close();
    await world.database?.drop();
    fs.rmSync(filesFolder, { recursive: true, force: true });
  });

  world.newPerson = async ({ firstName = 'Amina', lastName = 'Rahman', staffOf = [] } = {}) => {
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
        createdAt,
      })
      .execute();
    const { id } = await world.db
      .insertInto('users')
      .values({ subject, firstName, lastName, phone, email, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const mfiId of staffOf) await world.db.insertInto('mfiStaff').values({ mfiId, userId: id }).execute();
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
    const isJson = String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
  };

  return world;
}

async function openSession(world: World, subject: string): Promise<string> {
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
