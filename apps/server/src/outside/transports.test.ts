import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { Delivery } from './outside.ts';
import { startGateway, type TestGateway, twilioGateway } from '../test/sms-gateway.ts';
import { startMailServer, type TestMailServer } from '../test/smtp-server.ts';
import { useWorld } from '../test/world.ts';
import { createFiles, createTransports, type Transports } from './transports.ts';

const world = useWorld();
const SID = `AC${'2'.repeat(32)}`;
let smtp: TestMailServer;
let gateway: TestGateway;
let made: Transports[] = [];
let serial = 0;

beforeEach(async () => {
  smtp = await startMailServer();
  gateway = await startGateway(twilioGateway(SID, 'token'));
  await world.db.deleteFrom('devInbox').execute();
  world.logLines.length = 0;
});
afterEach(async () => {
  for (const { close } of made) close();
  made = [];
  await smtp.close();
  await gateway.close();
});

const MAIL = () => ({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@sathi.example' });
const SMS = () => ({
  SMS_PROVIDER: 'twilio',
  SMS_TWILIO_ACCOUNT_SID: SID,
  SMS_TWILIO_AUTH_TOKEN: 'token',
  SMS_TWILIO_FROM: '+12025550100',
  SMS_ENDPOINT: gateway.url,
});
async function transports(env: Record<string, string>): Promise<Transports> {
  const transport = await createTransports({ ...world.outside, config: readConfig({ NODE_ENV: 'test', ...env }) });
  made.push(transport);
  return transport;
}
/** One of each; where they are found afterwards. */
async function sendBoth({ deliver }: Transports) {
  const message = (channel: 'sms' | 'email', to: string): Delivery => {
    serial += 1;
    return { channel, to, subject: 'Hello', text: 'Hello\n', html: '<p>Hello</p>', dedupeKey: `transports:${serial}` };
  };
  await deliver(message('email', 'amina@example.org'));
  await deliver(message('sms', '+8801700000001'));
  const kept = await world.db.selectFrom('devInbox').select('channel').orderBy('id').execute();
  return { mails: smtp.taken.length, sms: gateway.requests.length, kept: kept.map(({ channel }) => channel) };
}

test.each([
  { has: 'nothing', mail: false, sms: false, found: { mails: 0, sms: 0, kept: ['email', 'sms'] }, inbox: true },
  { has: 'mail', mail: true, sms: false, found: { mails: 1, sms: 0, kept: ['sms'] }, inbox: false },
  { has: 'SMS', mail: false, sms: true, found: { mails: 0, sms: 1, kept: ['email'] }, inbox: false },
  { has: 'both', mail: true, sms: true, found: { mails: 1, sms: 1, kept: [] }, inbox: false },
])(
  'with $has configured each message goes where it should, and the inbox is shown only where nothing leaves',
  async ({ mail, sms, found, inbox }) => {
    const transport = await transports({ ...(mail && MAIL()), ...(sms && SMS()) });
    expect(await sendBoth(transport)).toEqual(found);
    expect(transport.hasDevInbox).toBe(inbox);
  },
);

test('an address that the mail server does not know is remembered as bounced, once', async () => {
  const { deliver } = await transports(MAIL());
  smtp.mood = { kind: 'refuses', at: 'recipient', code: 550, words: '5.1.1 unknown' };
  for (const dedupeKey of ['bounce:1', 'bounce:2']) {
    const to = 'Nobody@Example.org';
    const mail: Delivery = { channel: 'email', to, subject: 'Hello', text: '', html: '', dedupeKey };
    await expect(deliver(mail)).rejects.toThrow('550 5.1.1');
  }
  expect(await world.db.selectFrom('suppressedAddresses').selectAll().execute()).toEqual([
    { address: 'nobody@example.org', kind: 'all', reason: 'bounced', at: world.now },
  ]);
});

test('production says in one line which messages are kept, and shows no inbox', async () => {
  const keptIn = async (env: Record<string, string>): Promise<unknown[]> => {
    world.logLines.length = 0;
    const { hasDevInbox } = await transports({ NODE_ENV: 'production', PUBLIC_URL: 'https://sathi.example', ...env });
    expect(hasDevInbox).toBe(false);
    return world.logLines.map((line) => (JSON.parse(line) as { kept: unknown }).kept);
  };
  expect(await keptIn({})).toEqual([['e-mails', 'SMS']]);
  expect(await keptIn({ ...MAIL(), MAIL_FROM: 'a@b.example' })).toEqual([['SMS']]);
  expect(await keptIn({ ...MAIL(), MAIL_FROM: 'a@b.example', ...SMS() })).toEqual([]);
  await transports({});
  expect(world.logLines).toEqual([]);
});

test('without a storage pictures are in a folder of this machine', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-transports-'));
  const files = await createFiles(readConfig({ DATA_DIR: dataDir }));
  const bytes = Buffer.from('picture');
  await files.write('proposalImages/a.webp', { '1600.webp': bytes });
  expect(fs.existsSync(path.join(dataDir, 'files', 'proposalImages', 'a.webp'))).toBe(true);
  fs.rmSync(dataDir, { recursive: true });
});
