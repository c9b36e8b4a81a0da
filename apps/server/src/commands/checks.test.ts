import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createDiskFiles } from '../outside/files-disk.ts';
import { freePort } from '../test/nginx.ts';
import { useLoans } from '../test/loans.ts';
import { DCBS, ROI, useWorld } from '../test/world.ts';
import { CHECKS, type Checked, runQuickChecks } from './checks.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);
const NODE = {
  CASPER_NODE_URL: 'http://127.0.0.1:9/rpc',
  CASPER_CHAIN_NAME: 'casper-test',
  CASPER_OWNER_KEY_FILE: '/run/secrets/owner.pem',
};
const TWILIO = {
  SMS_PROVIDER: 'twilio',
  SMS_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  SMS_TWILIO_AUTH_TOKEN: 'token',
  SMS_TWILIO_FROM: '+12025550100',
  SMS_ENDPOINT: 'http://127.0.0.1:9',
};
const S3 = {
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'http://127.0.0.1:9',
};

const check = async (name: string, env: Record<string, string> = {}, change: Partial<Checked> = {}) => {
  const { db, files, chain, secret } = world.outside;
  const found = CHECKS.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found.run({ config: readConfig(env), db, files, chain, secret, ...change });
};

test('a database, its migrations, the clocks and the folder of pictures of a machine that is well are ok', async () => {
  for (const name of ['database', 'pooler', 'migrations', 'secret', 'clock', 'pictures', 'proxy']) {
    expect([name, (await check(name)).state]).toEqual([name, 'ok']);
  }
  expect(await runQuickChecks({ ...world.outside, config: readConfig({}) }, world.outside.log)).toBeUndefined();
});

test('an institution that nobody manages is a note where people come to it: the default, or one with open proposals', async () => {
  const none = 'no manager at ROI: npm run staff:add -- --mfi ROI';
  expect(await check('staff')).toEqual({ state: 'note', words: none });
  const manager = await world.newPerson({ staffOf: [DCBS, ROI] });
  expect((await check('staff')).state).toBe('ok');
  await newLoan({ mfiId: DCBS, officer: manager });
  expect((await check('staff')).state).toBe('ok');
  await world.db.updateTable('mfiStaff').set({ role: 'officer' }).where('mfiId', '=', DCBS).execute();
  expect(await check('staff')).toEqual({ state: 'note', words: none.replaceAll('ROI', 'DCBS') });
});

test('a ring without the secret that sealed the newest values is a note, which each start logs', async () => {
  const loan = await newLoan({ status: 5 });
  await withdraw(loan);
  const other = Buffer.alloc(32, 8);
  expect(await check('secret')).toEqual({ state: 'ok', words: 'the newest sealed values open' });
  expect((await check('secret', {}, { secret: [other, ...world.outside.secret] })).state).toBe('ok');
  const found = await check('secret', {}, { secret: [other] });
  expect(found.state).toBe('note');
  expect(found.words).toMatch(/^withdrawals sealed with a secret that the ring does not hold: /);
  const warned: unknown[] = [];
  const log = Object.assign(Object.create(world.outside.log), { warn: (...line: unknown[]) => warned.push(line) });
  await runQuickChecks({ ...world.outside, config: readConfig({}), secret: [other] }, log);
  expect(warned).toEqual([[{ check: 'secret' }, found.words]]);
});

test('a part that is switched off is a note', async () => {
  for (const name of ['mail', 'SMS']) expect((await check(name)).state).toBe('note');
  expect((await check('chain', { CHAIN: 'off' })).state).toBe('note');
});

test('a pooler without an address past it, or a role without limits behind it, is a note', async () => {
  const url = 'postgres://sathi@127.0.0.1:9/sathi';
  const env = { DATABASE_URL: `${url}?pgbouncer=true` };
  expect(await check('pooler', env)).toEqual({ state: 'note', words: 'no DATABASE_DIRECT_URL leads past it' });
  const past = { ...env, DATABASE_DIRECT_URL: url };
  expect((await check('pooler', past)).words).toBe('the role has no limits: operation/patroni/limits.sql');
  const undone = new Error('undone');
  const limited = world.db.transaction().execute(async (tx) => {
    await sql`alter role current_user set statement_timeout = '10s'`.execute(tx);
    expect((await check('pooler', past, { db: tx })).state).toBe('ok');
    throw undone;
  });
  await expect(limited).rejects.toBe(undone);
});

test('the way through a proxy that asks first whether the server is ready is ok', async () => {
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const proxy = createServer(async ({ url }, response) => {
    const { ok } = await fetch(`${server}/readyz`);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    response.writeHead(ok ? (await fetch(`${server}${url}`, { headers })).status : 503).end();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const env = { PUBLIC_URL: `http://127.0.0.1:${proxyPort}`, PORT: String(port), TRUST_PROXY: 'loopback' };
  expect((await check('proxy', env)).state).toBe('ok');
  proxy.close();
});

test.each([
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:9' }, {}],
  ['SMS', TWILIO, {}],
  ['chain', NODE, {}],
  ['proxy', { PUBLIC_URL: 'http://127.0.0.1:9', NODE_ENV: 'production' }, {}],
  ['proxy', { PUBLIC_URL: 'https://127.0.0.1:9', PORT: '0' }, {}],
  ['pictures', S3, { files: { read: async () => null, write: async () => {}, remove: async () => {} } }],
])('%s that does not answer, or not as it should, has to be put right: %j', async (name, env, change) => {
  expect(await check(name, env, change)).toEqual({ state: 'bad', words: expect.stringMatching(/\S/) });
});

test('a folder of pictures that cannot be written ends the start with one sentence', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-checks-'));
  fs.writeFileSync(path.join(folder, 'file'), '');
  const files = createDiskFiles(path.join(folder, 'file', 'files'));
  const start = runQuickChecks({ ...world.outside, config: readConfig({}), files }, world.outside.log);
  await expect(start).rejects.toThrow(/^The start needs pictures: [^\n]+$/);
  fs.rmSync(folder, { recursive: true });
});

test('a database that may only be read ends the start with one sentence, and a check leaves nothing behind', async () => {
  expect((await check('database')).state).toBe('ok');
  const { rows } = await sql`select from pg_class where relname = 'doctor_was_here'`.execute(world.db);
  expect(rows).toEqual([]);
  await world.db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db);
    expect(await check('database', {}, { db })).toEqual({
      state: 'bad',
      words: 'The database cannot be used: it is read-only (25006).',
    });
    await sql`set default_transaction_read_only = off`.execute(db);
  });
});
