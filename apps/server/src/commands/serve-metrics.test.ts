import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { BUDGET_USED_UP } from '../errors/delivery-errors.ts';
import { reportViolations } from '../ledger/audit.ts';
import { writeCopiedAt } from './copied-at.ts';
import { readMetrics, serveMetrics } from './serve-metrics.ts';
import { createMetrics } from '../outside/metrics.ts';
import { deliveryHandlers, enqueueDeliveries } from '../delivery/deliveries.ts';
import { startRunner } from '../outbox/runner.ts';
import { enqueue } from '../outbox/outbox.ts';
import { readConfig } from '../config/config.ts';
import { useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const source = () => ({ ...world.outside, load: world.database.load });

/** The value of the line that begins with these words; undefined when there is none. */
async function figure(line: string): Promise<number | undefined> {
  const text = await readMetrics(source());
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

test('requests are counted by the pattern of their route, and no label holds a word of theirs', async () => {
  const { phone } = await world.newPerson({ firstName: 'Zubaida' });
  const loan = await newLoan();
  const backer = await world.newPerson();
  expect((await back(loan, backer, 25)).status).toBe(201);
  await world.call('GET', `/api/identity/userExists?username=${encodeURIComponent(phone)}`);
  await world.call('GET', `/nowhere/${encodeURIComponent(phone)}/Zubaida`);
  expect(
    await figure('sathi_http_requests_total{method="POST",route="/api/borrow/backProposal",status="201"}'),
  ).toBeGreaterThan(0);
  const labels = [...(await readMetrics(source())).matchAll(/"([^"]*)"/g)].map(([, label = '']) => label);
  expect(labels.filter((label) => /Zubaida|@|\d{5,}/.test(label))).toEqual([]);
});

test('a backing is seen in the size of its batch, and its time in the buckets of its route', async () => {
  const [loan, backer] = [await newLoan(), await world.newPerson()];
  const before = (await figure('sathi_batch_size_count{batch="backings"}')) ?? 0;
  await back(loan, backer, 25);
  expect(await figure('sathi_batch_size_count{batch="backings"}')).toBe(before + 1);
  const seconds =
    'sathi_http_request_duration_seconds_bucket{le="+Inf",method="POST",route="/api/borrow/backProposal"}';
  expect(await figure(seconds)).toBeGreaterThan(before);
});

test('the outbox tells what waits, how old the oldest is, and what was given up', async () => {
  const age = (minutes: number) => new Date(world.now.getTime() - minutes * 60_000);
  await transaction(world.db, async (tx) => {
    await enqueue(tx, [{ kind: 'old', dedupeKey: 'old:1', payload: {} }], age(10));
    await enqueue(tx, [{ kind: 'old', dedupeKey: 'old:2', payload: {} }], world.now);
    await enqueue(tx, [{ kind: 'lost', dedupeKey: 'lost:1', payload: {} }], world.now);
    await sql`update outbox set failed_at = now() where kind = 'lost'`.execute(tx);
  });
  expect(await figure('sathi_outbox_waiting{kind="old"}')).toBe(2);
  expect(await figure('sathi_outbox_oldest_seconds{kind="old"}')).toBe(600);
  expect(await figure('sathi_outbox_overdue_seconds{kind="old"}')).toBe(600);
  expect(await figure('sathi_outbox_given_up{kind="lost"}')).toBe(1);
  await world.db.updateTable('outbox').set({ doneAt: world.now }).where('kind', '=', 'old').execute();
  expect(await figure('sathi_outbox_waiting{kind="old"}')).toBeUndefined();
});

test('a job that waits for its budget has no age, and hides none that waits for the other side', async () => {
  const age = (minutes: number) => new Date(world.now.getTime() - minutes * 60_000);
  const wait = (key: string, error: string | null, minutes: number) =>
    transaction(world.db, async (tx) => {
      await enqueue(tx, [{ kind: 'costly', dedupeKey: key, payload: {} }], age(minutes));
      await tx.updateTable('outbox').set({ lastError: error }).where('dedupeKey', '=', key).execute();
    });
  await wait('costly:1', BUDGET_USED_UP, 60);
  expect(await figure('sathi_outbox_oldest_seconds{kind="costly"}')).toBe(0);
  await wait('costly:2', null, 5);
  expect(await figure('sathi_outbox_oldest_seconds{kind="costly"}')).toBe(300);
  await world.db.updateTable('outbox').set({ doneAt: world.now }).where('kind', '=', 'costly').execute();
});

test('a mail whose receiver does not take it yet is counted by itself, and has no age', async () => {
  await transaction(world.db, async (tx) => {
    const created = new Date(world.now.getTime() - 3_600_000);
    await enqueue(tx, [{ kind: 'email', dedupeKey: 'full box', payload: {} }], created);
    await tx
      .updateTable('outbox')
      .set({ lastError: 'smtp EENVELOPE RCPT TO 452 4.2.2' })
      .where('dedupeKey', '=', 'full box')
      .execute();
  });
  expect(await figure('sathi_outbox_deferred{kind="email"}')).toBe(1);
  expect(await figure('sathi_outbox_oldest_seconds{kind="email"}')).toBe(0);
  await world.db
    .updateTable('outbox')
    .set({ lastError: 'smtp ESOCKET CONN' })
    .where('dedupeKey', '=', 'full box')
    .execute();
  expect(await figure('sathi_outbox_deferred{kind="email"}')).toBe(0);
  expect(await figure('sathi_outbox_oldest_seconds{kind="email"}')).toBe(3600);
  await world.db.updateTable('outbox').set({ doneAt: world.now }).where('dedupeKey', '=', 'full box').execute();
});

test('copies beside PostgreSQL tell of their last moment, which stays when their disk is away', async () => {
  const backupDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-copies-'));
  const at = new Date('2026-03-01T12:00:00.500Z');
  const told = async (databaseUrl: string | null) => {
    const config = { ...world.outside.config, backupDir, databaseUrl };
    const text = await readMetrics({ ...source(), config });
    return Number(/^sathi_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await told('postgres://beside')).toBe(0);
  await writeCopiedAt(backupDir, at);
  expect(await told(null)).toBe(0);
  expect(await told('postgres://beside')).toBe(at.getTime() / 1000);
  fs.rmSync(backupDir, { recursive: true });
  expect(await told('postgres://beside')).toBe(at.getTime() / 1000);
});

test('a server without a chain has no figure of it, and one with a chain tells whether it is there', async () => {
  const { config } = world.outside;
  const read = (isOn: boolean) =>
    readMetrics({ ...source(), metrics: createMetrics(), config: { ...config, chain: { ...config.chain, isOn } } });
  expect(await read(false)).not.toMatch(/^sathi_chain_up/m);
  expect(await read(true)).toMatch(/^sathi_chain_up [01]$/m);
});

test('an audit is counted by its outcome, and none was wrong so far', async () => {
  expect(await figure('sathi_audit_runs_total{outcome="wrong"}')).toBe(0);
  expect(await reportViolations(world.outside)).toBe(true);
  expect(await figure('sathi_audit_runs_total{outcome="sound"}')).toBe(1);
  expect(await figure('sathi_audit_runs_total{outcome="wrong"}')).toBe(0);
});

test('an SMS that costs money is counted by country and part, and one that stays here by neither', async () => {
  const delivery = { channel: 'sms', to: '+8801712345678', subject: '', text: 'ম'.repeat(71), html: '' } as const;
  await transaction(world.db, (tx) =>
    enqueueDeliveries(tx, world.outside.secret, [{ dedupeKey: 'sms:1', purpose: 'reset', delivery }], world.now),
  );
  const job = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupeKey', '=', 'sms:1')
    .executeTakeFirstOrThrow();
  const costly = readConfig({
    SMS_PROVIDER: 'twilio',
    SMS_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    SMS_TWILIO_AUTH_TOKEN: 'token',
    SMS_TWILIO_FROM: '+12025550100',
  });
  const segments = 'sathi_sms_segments_total{purpose="reset",country="BD"}';
  await deliveryHandlers(world.outside)['sms']?.(job);
  expect(await figure(segments)).toBeUndefined();
  await deliveryHandlers({ ...world.outside, config: costly })['sms']?.(job);
  expect(await figure(segments)).toBe(2);
  expect(await figure('sathi_deliveries_sent_total{channel="sms",purpose="reset",country="BD"}')).toBe(2);
});

test('jobs are timed by how they ended, and failed work by the clock is counted from zero on', async () => {
  await transaction(world.db, (tx) =>
    enqueue(
      tx,
      ['good', 'bad'].map((kind) => ({ kind, dedupeKey: `${kind}:1`, payload: {} })),
      world.now,
    ),
  );
  const bad = async () => Promise.reject(new Error('bad'));
  const schedules = [
    { name: 'never', everyMinutes: 1, work: bad },
    { name: 'always', everyMinutes: 1, work: async () => {} },
  ];
  const runner = await startRunner(world.outside, { handlers: { good: async () => {}, bad }, schedules });
  await expect.poll(() => figure('sathi_job_duration_seconds_count{kind="good",outcome="done"}')).toBe(1);
  await expect.poll(() => figure('sathi_job_duration_seconds_count{kind="bad",outcome="failed"}')).toBe(1);
  await expect.poll(() => figure('sathi_schedule_failures_total{work="never"}')).toBe(1);
  expect(await figure('sathi_schedule_failures_total{work="always"}')).toBe(0);
  await runner.stop();
});

test('a database that is away takes its figures along, and the rest is told', async () => {
  const away = new Error('gone');
  const db = world.db.withPlugin({
    transformQuery: () => {
      throw away;
    },
    transformResult: async ({ result }) => result,
  });
  const text = await readMetrics({ ...source(), db });
  expect(text).toContain('\nsathi_database_up 0\n');
  expect(text).not.toContain('\nsathi_outbox_waiting{');
  expect(text).toContain('\nsathi_database_connections{state="idle"}');
  expect(await figure('sathi_database_up')).toBe(1);
});

test('the figures have a port of their own, at one address, and a taken port is told in one sentence', async () => {
  const config = readConfig({ METRICS_PORT: '0' });
  expect(await serveMetrics({ ...source(), config: readConfig({}) })).toBeNull();
  const served = await serveMetrics({ ...source(), config, metrics: createMetrics() });
  const url = `http://127.0.0.1:${served?.port}`;
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds');
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await world.call('GET', '/metrics')).status).toBe(404);
  const taken = { ...source(), metrics: createMetrics(), config: readConfig({ METRICS_PORT: String(served?.port) }) };
  await expect(serveMetrics(taken)).rejects.toThrow(
    /^Cannot listen at METRICS_HOST 127.0.0.1 and METRICS_PORT \d+: EADDRINUSE\.$/,
  );
  await served?.close();
});
