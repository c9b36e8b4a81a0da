import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const SECRET = 'x'.repeat(32);

test('nothing set gives the embedded database on port 3000, seeded, seen by this machine only', () => {
  expect(readConfig({})).toEqual({
    environment: 'development',
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: null,
    databaseDirectUrl: null,
    seed: 'demo',
    rateLimits: true,
    publicUrl: null,
    trustProxy: null,
    appSecret: null,
    logLevel: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', APP_SECRET: '' })).toEqual(readConfig({}));
});

test('good values are read as they are meant', () => {
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'https://sathi.example/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1',
    DATABASE_URL: 'postgresql://db/sathi',
  });
  expect(config).toMatchObject({ port: 0, rateLimits: false, publicUrl: 'https://sathi.example' });
  expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
  expect(config.databaseUrl).toBe('postgresql://db/sathi');
});

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['HOST', { HOST: 'a host' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://root:hunter2@db' }],
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'db' }],
  ['SEED', { SEED: 'yes' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'false' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', NODE_ENV: 'production' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'sathi.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://sathi.example/app' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://sathi.example' }],
  // A number of hops would let whoever reaches the server directly name any address.
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1,,10.0.0.2' }],
  ['APP_SECRET', { APP_SECRET: 'short-hunter2' }],
  ['APP_SECRET', { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/sathi' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
])('a wrong %s is one sentence that names it and does not repeat its value: %j', (name, env) => {
  const error = (() => {
    try {
      readConfig(env);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toMatch(new RegExp(`^The environment variable ${name} must [^\\n]*\\.$`));
  expect((error as ConfigError).message).not.toContain('hunter2');
});

test('production with its own secret starts', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/sathi', APP_SECRET: SECRET };
  expect(readConfig(env)).toMatchObject({ environment: 'production', appSecret: SECRET });
});
