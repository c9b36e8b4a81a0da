import sdk from 'casper-js-sdk';
import { newKey, transfer, TRANSFER_MOTES } from './deploys.ts';
import { openWorld } from './world.ts';

/** Makes blocks until it is killed, and prints each acknowledged one: `node endless-blocks.ts <folder> <pem>`. */
const [, , folder = '', pem = ''] = process.argv;
const owner = sdk.PrivateKey.fromPem(pem, sdk.KeyAlgorithm.ED25519);
const { devnet, deploy, clock } = await openWorld(folder, owner);
clock.ms += devnet.chain.tip.height * 1_000;
const receiver = newKey();

for (let id = 0; ; id++) {
  const hash = devnet.put(deploy(owner, transfer(2_500_000_000n, receiver, id), { motes: TRANSFER_MOTES }));
  process.stdout.write(`deploy ${hash}\n`);
  if (id % 3 !== 2) continue;
  const { height, stateRoot } = devnet.produceBlock();
  process.stdout.write(`block ${height} ${stateRoot}\n`);
}
