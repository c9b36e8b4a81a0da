import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const PUBLIC = { PUBLIC_URL: 'https://sathi.example' };
const PRODUCTION = { NODE_ENV: 'production', ...PUBLIC };
const NEAR = { PUBLIC_URL: 'http://10.0.0.7:3000' };
const APP_SECRET = 'a secret of thirty-two characters';
const DATABASE = { DATABASE_URL: 'postgres://db/sathi' };

test.each([
  [{ PUBLIC_URL: 'http://localhost:3000' }, []],
  [DATABASE, []],
  [{ HOST: '127.0.0.2' }, []],
  [{ HOST: '[::1]' }, []],
  [{ HOST: 'localhost' }, []],
  [{ NODE_ENV: 'test' }, []],
  [PRODUCTION, ['NODE_ENV=production', 'https in PUBLIC_URL']],
  [PUBLIC, ['https in PUBLIC_URL']],
  [{ ...NEAR, TRUST_PROXY: 'loopback' }, ['TRUST_PROXY']],
  [{ ...NEAR, HOST: '0.0.0.0' }, ['HOST 0.0.0.0']],
  [{ ...NEAR, HOST: '::' }, ['HOST ::']],
  [{ ...NEAR, HOST: '127.example' }, ['HOST 127.example']],
])('the signs of production in %j are %j', (env, signs) => {
  expect(readConfig(env).signs).toEqual(signs);
});

test('an empty database is seeded without a sign and not with one, unless a demo for others is asked for', () => {
  expect(readConfig({})).toMatchObject({ seed: 'demo', isProduction: false });
  expect(readConfig(DATABASE)).toMatchObject({ seed: 'demo', isProduction: false });
  expect(readConfig({ SEED: 'none' })).toMatchObject({ seed: 'none', isProduction: false });
  expect(readConfig(PUBLIC)).toMatchObject({ seed: 'none', isProduction: true });
  expect(readConfig({ ...PUBLIC, SEED: 'none' })).toMatchObject({ seed: 'none', isProduction: true });
  expect(readConfig({ ...PUBLIC, SEED: 'demo-for-others' })).toMatchObject({
    seed: 'demo-for-others',
    isProduction: false,
  });
});

test.each([
  ['demo people with NODE_ENV=production', 'SEED', { ...PRODUCTION, SEED: 'demo' }],
  ['a demo for others with NODE_ENV=production', 'SEED', { ...PRODUCTION, SEED: 'demo-for-others' }],
  ['demo people behind https', 'SEED', { ...PUBLIC, SEED: 'demo' }],
  ['demo people who await money', 'SEED', { ...PUBLIC, SEED: 'money' }],
  ['demo people behind a proxy', 'SEED', { ...NEAR, TRUST_PROXY: 'loopback', SEED: 'demo' }],
  ['demo people for other machines', 'SEED', { ...NEAR, HOST: '0.0.0.0', SEED: 'demo' }],
  ['production without its address', 'PUBLIC_URL', { NODE_ENV: 'production' }],
  ['a proxy without the address', 'PUBLIC_URL', { TRUST_PROXY: 'loopback' }],
  ['other machines without the address', 'PUBLIC_URL', { HOST: '0.0.0.0', SEED: 'demo-for-others' }],
  ['a clock that is set', 'CLOCK_FILE', { ...PUBLIC, CLOCK_FILE: '/tmp/clock', SEED: 'demo-for-others' }],
  ['no limits', 'RATE_LIMITS', { ...PUBLIC, RATE_LIMITS: 'off' }],
  ['staff with a password alone', 'REQUIRE_SECOND_FACTOR', { ...PUBLIC, REQUIRE_SECOND_FACTOR: 'off' }],
  ['a database without a shared secret', 'APP_SECRET', { ...PUBLIC, ...DATABASE }],
  ['a chain on each machine', 'CASPER_NODE_URL', { ...PUBLIC, ...DATABASE, APP_SECRET }],
  ['pictures on each machine', 'S3_BUCKET', { ...PUBLIC, ...DATABASE, APP_SECRET, CHAIN: 'off' }],
  ['mails without a sender', 'MAIL_FROM', { ...PUBLIC, SMTP_URL: 'smtp://mail.example' }],
])('%s is refused in one sentence that names %s', (_, variable, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^The environment variable ${variable} must [^\\n]*[^.]\\.$`));
});

test('a database in production with everything on one machine, or nothing of it there, is allowed', () => {
  const production = { ...PUBLIC, ...DATABASE, APP_SECRET };
  const shared = { CHAIN: 'off', S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ ...production, ONE_MACHINE: 'yes' })).toMatchObject({ isProduction: true });
  expect(readConfig({ ...production, ...shared })).toMatchObject({ isProduction: true });
});

test('settings that production refuses are allowed without a sign, and in a demo for others', () => {
  const loose = { RATE_LIMITS: 'off', SMTP_URL: 'smtp://mail.example', ...DATABASE };
  expect(readConfig({ ...loose, CLOCK_FILE: '/tmp/clock' })).toMatchObject({ clockFile: '/tmp/clock' });
  expect(readConfig({ ...loose, ...PUBLIC, SEED: 'demo-for-others' })).toMatchObject({ rateLimits: false });
});
