import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://sathi.example' };
const SECRET = 'x'.repeat(32);
const POSTGRES = { DATABASE_URL: 'postgres://db/sathi' };
const TWILIO = {
  SMS_PROVIDER: 'twilio',
  SMS_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  SMS_TWILIO_AUTH_TOKEN: 'hunter2',
  SMS_TWILIO_FROM: '+12025550100',
};
const S3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' };

test('an empty environment gives the embedded database on port 3000, seeded, seen by this machine only', () => {
  expect(readConfig({})).toEqual({
    chain: { isOn: true, name: 'casper-sathi', node: null, keySecrets: [] },
    environment: 'development',
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    backupDir: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseReplicaUrl: null,
    seed: 'demo',
    rateLimits: true,
    requireSecondFactor: false,
    publicUrl: null,
    trustProxy: null,
    signs: [],
    isProduction: false,
    appSecret: null,
    clockFile: null,
    lameDuckSeconds: 0,
    logLevel: 'info',
    mail: null,
    sms: null,
    smsCountries: ['BD', 'IN', 'TL', 'US'],
    storage: null,
    push: null,
    metrics: null,
    tracing: null,
    challengeSteps: 700,
    budgets: [
      { channel: 'sms', purpose: 'sign_up', country: null, aDay: 5_000 },
      { channel: 'sms', purpose: 'reset', country: null, aDay: 5_000 },
      { channel: 'sms', purpose: 'notice', country: null, aDay: 20_000 },
      { channel: 'sms', purpose: 'import', country: null, aDay: 10_000 },
      { channel: 'email', purpose: 'sign_up', country: null, aDay: 10_000 },
      { channel: 'email', purpose: 'reset', country: null, aDay: 10_000 },
      { channel: 'email', purpose: 'notice', country: null, aDay: 200_000 },
      { channel: 'email', purpose: 'import', country: null, aDay: 10_000 },
    ],
  });
});

test('traces go to the collector that is named, with its headers, and by default all of them', () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  const plain = { endpoint: 'http://127.0.0.1:4318', headers: {}, serviceName: 'sathi', share: 1 };
  expect(readConfig(at).tracing).toEqual(plain);
  const all = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%2Cb, y=2', OTEL_TRACES_SAMPLER_ARG: '0.05', ...at };
  expect(readConfig(all).tracing).toEqual({ ...plain, headers: { 'x-key': 'a,b', y: '2' }, share: 0.05 });
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:hunter2@collector'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ] as const) {
    expect(() => readConfig({ ...at, [name]: value })).toThrow(`The environment variable ${name} must be`);
  }
});

test('figures are served to this machine alone unless a host is named', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics).toEqual({
    port: 9464,
    host: '10.0.0.5',
  });
  expect(() => readConfig({ METRICS_HOST: '10.0.0.5' })).toThrow(/^The environment variable METRICS_PORT must be/);
});

test('backups lie outside the folder that they are copied from', () => {
  expect(readConfig({ DATA_DIR: '/d/data', BACKUP_DIR: '/d/data-backups' }).backupDir).toBe('/d/data-backups');
  for (const backups of ['/d/data', '/d/data/backups', '/d/x/../data/backups']) {
    const env = { DATA_DIR: '/d/data', BACKUP_DIR: backups };
    expect(() => readConfig(env)).toThrow('The environment variable BACKUP_DIR must be the path of a folder outside');
  }
});

test('a process with a sign of production answers on for five seconds, others stop at once', () => {
  expect(readConfig({ PUBLIC_URL: 'https://sathi.example' }).lameDuckSeconds).toBe(5);
  expect(readConfig({ LAME_DUCK_SECONDS: '30' }).lameDuckSeconds).toBe(30);
  expect(() => readConfig({ LAME_DUCK_SECONDS: '301' })).toThrow('LAME_DUCK_SECONDS must be');
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', APP_SECRET: '' })).toEqual(readConfig({}));
});

test('good values are read as they are meant', () => {
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'https://sathi.example/',
    SEED: 'demo-for-others',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1',
    DATABASE_URL: 'postgresql://db/sathi',
  });
  expect(config).toMatchObject({ port: 0, rateLimits: false, publicUrl: 'https://sathi.example' });
  expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
  expect(config.databaseUrl).toBe('postgresql://db/sathi');
});

test.each([
  'postgres://postgres@%2Ftmp%2Fsocket/db',
  'postgres:///sathi?host=/var/run/postgresql',
  'postgres://sathi:a%2Fb%40c@[::1]:5432/sathi?pgbouncer=true',
  'postgresql://sathi:a b@db.example/sathi?sslmode=verify-full',
])('the address of a database is taken with a socket, encoded signs and settings: %s', (url) => {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, url])))).toMatchObject({
    databaseUrl: url,
    databaseDirectUrl: url,
    databaseReplicaUrl: url,
  });
});

test('a budget for deliveries is given by purpose, and for SMS by country; the others keep theirs', () => {
  const { budgets } = readConfig({ SMS_BUDGET: 'sign_up=900, sign_up/BD=500' });
  const ofSms = budgets
    .filter(({ channel }) => channel === 'sms')
    .map(({ purpose, country, aDay }) => [purpose, country, aDay]);
  expect(ofSms).toEqual([
    ['sign_up', null, 900],
    ['sign_up', 'BD', 500],
    ['reset', null, 5_000],
    ['notice', null, 20_000],
    ['import', null, 10_000],
  ]);
});

test.each([
  ['SMS_BUDGET', { SMS_BUDGET: 'signup=5' }],
  ['MAIL_BUDGET', { MAIL_BUDGET: 'notice/BD=100' }],
  ['SMS_BUDGET', { SMS_BUDGET: 'sign_up/bd=5' }],
  ['MAIL_BUDGET', { MAIL_BUDGET: '500' }],
  ['CHALLENGE_STEPS', { CHALLENGE_STEPS: '0' }],
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['HOST', { HOST: 'a host' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://root:hunter2@db' }],
  ['DATABASE_DIRECT_URL', { ...POSTGRES, DATABASE_DIRECT_URL: 'db' }],
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://db/sathi' }],
  ['DATABASE_REPLICA_URL', { ...POSTGRES, DATABASE_REPLICA_URL: 'db' }],
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://db/sathi' }],
  ['SEED', { SEED: 'yes' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'false' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', ...PRODUCTION }],
  ['PUBLIC_URL', { PUBLIC_URL: 'sathi.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://sathi.example/app' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://sathi.example' }],
  // A number of hops would let a client that reaches the server directly name any address.
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1,,10.0.0.2' }],
  ['APP_SECRET', { APP_SECRET: 'short-hunter2' }],
  ['APP_SECRET', { APP_SECRET: `${SECRET},short-hunter2` }],
  ['APP_SECRET', { APP_SECRET: `${SECRET},${SECRET}` }],
  ['APP_SECRET', { ...PRODUCTION, DATABASE_URL: 'postgres://db/sathi' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }],
  ['SMTP_URL', { SMTP_URL: 'http://u:hunter2@mail.example', MAIL_FROM: 'a@b.example' }],
  // It would switch off the check of the server's certificate.
  ['SMTP_URL', { SMTP_URL: 'smtp://u:hunter2@mail.example?tls.rejectUnauthorized=false', MAIL_FROM: 'a@b.example' }],
  ['MAIL_FROM', { ...PRODUCTION, SMTP_URL: 'smtp://u:hunter2@mail.example' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }],
  ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
  ['SMS_PROVIDER', { SMS_TWILIO_AUTH_TOKEN: 'hunter2' }],
  ['SMS_TWILIO_FROM', { ...TWILIO, SMS_TWILIO_FROM: '' }],
  ['SMS_TWILIO_ACCOUNT_SID', { ...TWILIO, SMS_TWILIO_ACCOUNT_SID: '../Messages' }],
  ['SMS_SNS_SECRET_ACCESS_KEY', { SMS_PROVIDER: 'sns', SMS_SNS_ACCESS_KEY_ID: 'hunter2' }],
  ['SMS_ENDPOINT', { ...TWILIO, SMS_ENDPOINT: 'file:///etc/hunter2' }],
  ['SMS_COUNTRIES', { SMS_COUNTRIES: 'BD,India' }],
  ['S3_BUCKET', { S3_SECRET_ACCESS_KEY: 'hunter2' }],
  ['S3_BUCKET', { ...S3, S3_BUCKET: 'Pictures/of people' }],
  ['S3_SECRET_ACCESS_KEY', { ...S3, S3_SECRET_ACCESS_KEY: '' }],
  ['VAPID_KEYS', { VAPID_KEYS: 'hunter2', VAPID_CONTACT: 'mailto:a@b.example' }],
  ['VAPID_KEYS', { VAPID_KEYS: 'A'.repeat(43), VAPID_CONTACT: 'mailto:a@b.example' }],
  ['VAPID_KEYS', { VAPID_CONTACT: 'mailto:a@b.example' }],
  ['VAPID_CONTACT', { VAPID_KEYS: `${'A'.repeat(42)}E` }],
  ['VAPID_CONTACT', { VAPID_KEYS: `${'A'.repeat(42)}E`, VAPID_CONTACT: 'hunter2' }],
  ['S3_FORCE_PATH_STYLE', { ...S3, S3_FORCE_PATH_STYLE: 'yes' }],
])('a wrong %s is one sentence that names it and does not repeat its value: %j', (name, env) => {
  const { message } = refusalOf(env);
  expect(message).toMatch(sentenceOf(name));
  expect(message).not.toContain('hunter2');
});

test.each(['hunter2/x', 'hunter2?x', 'hunter2#x', '2/hunter2', '/hunter2', '2?hunter2', '#hunter2'])(
  'an address of a database that its password %s cuts off is refused and not repeated',
  (password) => {
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']) {
      const { message } = refusalOf({ ...POSTGRES, [name]: `postgres://sathi:${password}@db:5432/sathi` });
      expect(message).toMatch(sentenceOf(name));
      expect(message).not.toContain('hunter2');
    }
  },
);

const sentenceOf = (name: string) => new RegExp(`^The environment variable ${name} must [^\\n]*\\.$`);

function refusalOf(env: Readonly<Record<string, string>>): ConfigError {
  try {
    readConfig(env);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown;
    throw thrown;
  }
  throw new Error('the environment was taken');
}

test('production with its own secret starts', () => {
  const env = { ...PRODUCTION, DATABASE_URL: 'postgres://db/sathi', APP_SECRET: SECRET, ONE_MACHINE: 'yes' };
  expect(readConfig(env)).toMatchObject({ environment: 'production', appSecret: [SECRET] });
});

test('outside production a mail server alone is enough', () => {
  expect(readConfig({ SMTP_URL: 'smtp://127.0.0.1:2525' }).mail?.from).toBe('Sathi <no-reply@localhost>');
});

test('keys for browsers are a ring, the newest first', () => {
  const [newest, older] = [`${'A'.repeat(42)}E`, `${'A'.repeat(42)}I`];
  expect(readConfig({ VAPID_KEYS: `${newest}, ${older}`, VAPID_CONTACT: 'mailto:a@b.example' }).push).toEqual({
    keys: [newest, older],
    contact: 'mailto:a@b.example',
  });
});

test('each transport is switched on by its variables', () => {
  expect(
    readConfig({ SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'Sathi <no-reply@sathi.example>' }).mail,
  ).toEqual({
    url: 'smtps://u:p@mail.example',
    from: 'Sathi <no-reply@sathi.example>',
  });
  expect(readConfig({ ...TWILIO, SMS_COUNTRIES: 'BD, NP' })).toMatchObject({
    sms: { provider: 'twilio', from: '+12025550100', authToken: 'hunter2', endpoint: null },
    smsCountries: ['BD', 'NP'],
  });
  const sns = { SMS_PROVIDER: 'sns', SMS_SNS_ACCESS_KEY_ID: 'key', SMS_SNS_SECRET_ACCESS_KEY: 'hunter2' };
  expect(readConfig(sns).sms).toMatchObject({ provider: 'sns', region: 'us-east-1' });
  expect(readConfig({ ...S3, S3_FORCE_PATH_STYLE: 'true' }).storage).toEqual({
    endpoint: null,
    region: 'us-east-1',
    bucket: 'pictures',
    accessKeyId: 'key',
    secretAccessKey: 'hunter2',
    forcePathStyle: true,
  });
});
