import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChainPort } from './chain-port.ts';
import { createLog } from '../config/log.ts';
import { StartupError } from '../errors/startup-error.ts';
import { createChain } from './chain.ts';

const PERSON = '0106ca7c39cd272dbf21a86eeb3b36b7c26e2e9b94af64292419f7862936bca2ca';
let dataDir: string;
const open: ChainPort[] = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-devnet-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((chain) => chain.close()));
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function openChain(): Promise<ChainPort> {
  const config = { dataDir, chain: { isOn: true, name: 'casper-two', node: null, keySecrets: [] } };
  const chain = await createChain(config, createLog('silent'));
  open.push(chain);
  return chain;
}

test('two on one folder have one chain; when the one that runs it ends, the other runs it', async () => {
  const [first, second] = [await openChain(), await openChain()];
  expect(second.ownerPublicKey).toBe(first.ownerPublicKey);
  await first.newest();
  const { hash, body } = second.sign({ kind: 'fund', publicKey: PERSON, motes: 5_000_000_000n }, 'owner', new Date());
  await second.put(body);
  await expect.poll(() => first.outcome(hash), { timeout: 30_000 }).toMatchObject({ error: null });
  await first.close();

  // The first look finds no running chain, the next one starts it here, with all its stored data.
  await expect.poll(() => second.balance(PERSON).catch(() => null), { timeout: 30_000 }).toBe(5_000_000_000n);
  expect(await second.outcome(hash)).toMatchObject({ error: null });
  await expect(first.newest()).rejects.toThrow('the server is ending');
});

test("the owner's key is for this account alone, and stays", async () => {
  const { ownerPublicKey } = await openChain();
  const file = path.join(dataDir, 'chain', 'owner.pem');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect((await openChain()).ownerPublicKey).toBe(ownerPublicKey);
});

test('a file that holds no key is a sentence at the start, which does not repeat its content', async () => {
  const file = path.join(dataDir, 'key.pem');
  fs.writeFileSync(file, 'hush');
  const node = { url: 'http://127.0.0.1:1/rpc', ownerKeyFile: file, explorerUrl: null };
  const config = { dataDir, chain: { isOn: true, name: 'casper-test', node, keySecrets: [] } };
  const failure: unknown = await createChain(config, createLog('silent')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).not.toContain('hush');
});

test('a chain that is switched off is not there', async () => {
  const chain = await createChain(
    { dataDir, chain: { isOn: false, name: 'none', node: null, keySecrets: [] } },
    createLog('silent'),
  );
  await expect(chain.newest()).rejects.toThrow('switched off');
  expect(fs.existsSync(path.join(dataDir, 'chain'))).toBe(false);
});
