import { createHash, createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sdk from 'casper-js-sdk';
import { expect, test } from 'vitest';
import { contractCall } from '../test/deploys.ts';
import { openWorld } from '../test/world.ts';

/**
 * A journal of the version before gas was exact: a contract, a call, a failed call, a transfer, and a call that waits.
 */
const JOURNAL = new URL('../test/before-exact-gas.journal', import.meta.url);
const TIP = '70302aeadc8ab1e7ba5836b458e1de7b8988e31f72ca9d9b29025024e50fc7f0';

function ownerOfThen() {
  const secret = createHash('sha256').update('owner of an old journal').digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return sdk.PrivateKey.fromPem(key.export({ type: 'pkcs8', format: 'pem' }).toString(), sdk.KeyAlgorithm.ED25519);
}

test('a chain that an earlier version wrote is there as a whole and goes on', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devnet-'));
  fs.copyFileSync(JOURNAL, path.join(folder, 'chain.journal'));
  const { devnet, owner, run } = await openWorld(folder, ownerOfThen());
  const { chain } = devnet;
  expect({ height: chain.tip.height, hash: chain.tip.hash, waiting: chain.waiting }).toEqual({
    height: 4,
    hash: TIP,
    waiting: 1,
  });
  // Old payments stay as they were: the gas that was used.
  const done = chain.blocks.flatMap(({ deployHashes }) => deployHashes).map((hash) => devnet.execution(hash));
  expect(done.map((each) => each?.error)).toEqual([null, null, 'User error: 1', null]);
  expect(done.every((each) => each?.paid === each?.consumed)).toBe(true);
  // The old contract, whose stored code counts nothing, is called by the prices of now.
  const [waited = ''] = devnet.produceBlock().deployHashes;
  expect(devnet.execution(waited)).toMatchObject({ error: null });
  const door = devnet.namedKeys(owner.publicKey.toHex()).door ?? '';
  expect(run(owner, contractCall(door, 'knock')).error).toBeNull();
  expect(run(owner, contractCall(door, 'refuse')).error).toBe('User error: 1');
  expect(run(owner, contractCall(door, 'spin')).error).toBe('Out of gas error');
  await devnet.close();
  const again = await openWorld(folder, owner);
  expect(again.devnet.chain.tip.height).toBe(8);
  await again.devnet.close();
  fs.rmSync(folder, { recursive: true });
});
