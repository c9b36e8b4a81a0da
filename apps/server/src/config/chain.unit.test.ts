import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const NODE = {
  CASPER_NODE_URL: 'https://node.testnet.example/rpc',
  CASPER_CHAIN_NAME: 'casper-test',
  CASPER_OWNER_KEY_FILE: '/run/secrets/owner.pem',
};
const SECRET = 'a secret of thirty-two characters';

test('a node instead of the embedded chain', () => {
  expect(readConfig({ ...NODE, CASPER_EXPLORER_URL: 'https://testnet.cspr.example/' }).chain).toEqual({
    isOn: true,
    name: 'casper-test',
    node: {
      url: NODE.CASPER_NODE_URL,
      ownerKeyFile: '/run/secrets/owner.pem',
      explorerUrl: 'https://testnet.cspr.example',
    },
    keySecrets: [],
  });
});

test('secrets for the keys of people, the newest first; the chain switched off', () => {
  expect(readConfig({ CHAIN_KEY_SECRET: `${SECRET},${SECRET}2` }).chain.keySecrets).toEqual([SECRET, `${SECRET}2`]);
  expect(readConfig({ CHAIN: 'off' }).chain.isOn).toBe(false);
});

test.each([
  ['CHAIN', { CHAIN: 'maybe' }],
  ['CASPER_NODE_URL', { ...NODE, CASPER_NODE_URL: 'ftp://node' }],
  ['CASPER_NODE_URL', { CASPER_OWNER_KEY_FILE: '/a.pem' }],
  ['CASPER_NODE_URL', { CASPER_EXPLORER_URL: 'https://a.example' }],
  ['CASPER_CHAIN_NAME', { ...NODE, CASPER_CHAIN_NAME: '' }],
  ['CASPER_CHAIN_NAME', { ...NODE, CASPER_CHAIN_NAME: 'two words' }],
  ['CASPER_OWNER_KEY_FILE', { ...NODE, CASPER_OWNER_KEY_FILE: undefined }],
  ['CASPER_EXPLORER_URL', { ...NODE, CASPER_EXPLORER_URL: 'testnet' }],
  ['CHAIN_KEY_SECRET', { CHAIN_KEY_SECRET: 'short' }],
  ['CHAIN_KEY_SECRET', { CHAIN_KEY_SECRET: `${SECRET},` }],
])('a wrong or missing %s is named', (name, env) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(`The environment variable ${name} `);
});
