import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readAppSecret } from '../../config/secret.ts';
import { openDatabase } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { listSnapshots } from '../../commands/snapshots.ts';
import { tellFigures } from '../figures.ts';
import { startMailServer } from '../smtp-server.ts';
import { addPerson, addProposal, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const RESTORE = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url));
const place = usePlace();
const start = useServerProcesses();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-backup-long-'));
const backupDir = path.join(folder, 'backups');
const restored = path.join(folder, 'restored');
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The command as an operator runs it. */
const restore = async (...args: string[]) => {
  const env = { PATH: process.env['PATH'], ...place.env(), BACKUP_DIR: backupDir };
  return promisify(execFile)(process.execPath, [RESTORE, ...args], { env });
};

/** Six processes are started one after the other. */
const TIMEOUT_MS = 180_000;

test('the last backup of a server that stopped holds its last backing, proves itself, and starts elsewhere', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { proposalId, backer } = await place.look(async (db) => {
    const owner = await addPerson(db);
    return { proposalId: await addProposal(db, owner.id), backer: await addPerson(db) };
  });
  const server = start({ ...place.env(), BACKUP_DIR: backupDir });
  const url = await server.ready;
  const answer = await fetch(`${url}/api/borrow/backProposal`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backer.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ proposalId: String(proposalId), amount: 5 }),
  });
  expect(answer.status).toBe(201);
  expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null, stderr: '' });
  expect((await listSnapshots(backupDir)).length).toBeGreaterThan(0);

  const { stdout } = await restore('--verify');
  expect(stdout).toContain('The copy starts, its books agree, and every signed day stands as it was.');
  await expect(restore('--verify', '--root', 'another')).rejects.toMatchObject({ code: 1 });

  const from = performance.now();
  await restore('--into', restored);
  const again = start({ ...place.env(), DATA_DIR: restored });
  expect((await fetch(`${await again.ready}/readyz`)).status).toBe(200);
  tellFigures(`RTO ${((performance.now() - from) / 1000).toFixed(1)} s; RPO 0 for a server that stopped by itself`);
  await again.signal('SIGTERM');
  await expect(restore('--into', restored)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The folder .* is not empty/),
  });
  const database = await openDatabase({ dataDir: restored });
  const { backedCents } = await database.db.selectFrom('proposals').select('backedCents').executeTakeFirstOrThrow();
  await database.close();
  expect(backedCents).toBe(500);
});

test('a mail server that hangs keeps no stop from its last backup', { timeout: TIMEOUT_MS }, async () => {
  const mails = await startMailServer();
  mails.mood = { kind: 'tarpit', at: 'content' };
  const env: Record<string, string> = {
    ...place.env(),
    BACKUP_DIR: backupDir,
    SMTP_URL: mails.url,
    MAIL_FROM: 'no-reply@sathi.example',
  };
  const secret = readAppSecret({ appSecret: [env['APP_SECRET'] ?? ''], dataDir: '' });
  const delivery = { channel: 'email', to: 'amina@example.org', subject: 'Hello', text: 'Hello', html: '' } as const;
  await place.look((db) =>
    transaction(db, (tx) => enqueueDeliveries(tx, secret, [{ dedupeKey: 'hangs', delivery }], new Date())),
  );
  const server = start(env);
  await server.ready;
  await expect.poll(() => mails.connections(), { timeout: 20_000 }).toBeGreaterThan(0);
  const stoppedAt = new Date();
  expect(await server.signal('SIGTERM')).toMatchObject({ code: 1, signal: null });
  await mails.close();
  expect((await listSnapshots(backupDir)).at(-1)?.at.getTime()).toBeGreaterThan(stoppedAt.getTime());
});
