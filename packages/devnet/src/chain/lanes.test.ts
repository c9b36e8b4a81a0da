import { describe, expect, test } from 'vitest';
import { unhex } from '../codec/bytes.ts';
import { typeFromJson } from '../codec/cl-type.ts';
import { argsToBytes } from '../codec/cl-value.ts';
import { module, newKey, transfer, TRANSFER_MOTES } from '../test/deploys.ts';
import { STEPS } from '../test/engine-steps.ts';
import { program } from '../test/program.ts';
import { openWorld } from '../test/world.ts';
import { wasmLane } from './lanes.ts';

const NOTHING = program({ call: [{ raw: [0x01] }] });

type World = Awaited<ReturnType<typeof openWorld>>;

describe('a block', () => {
  const put = (world: World, motes: bigint, from = world.owner) =>
    world.devnet.put(world.deploy(from, module(NOTHING), { motes }));

  test('takes two deploys of up to 100 CSPR, and the rest waits for the next', async () => {
    const world = await openWorld();
    const hashes = [1, 2, 3].map(() => put(world, 50_000_000_000n));
    expect(world.devnet.produceBlock().deployHashes).toEqual(hashes.slice(0, 2));
    expect(world.devnet.produceBlock().deployHashes).toEqual(hashes.slice(2));
  });

  test('takes 40 deploys of up to 5 CSPR', async () => {
    const world = await openWorld();
    for (let count = 0; count < 41; count++) put(world, 3_000_000_000n);
    expect(world.devnet.produceBlock().deployHashes).toHaveLength(40);
    expect(world.devnet.produceBlock().deployHashes).toHaveLength(1);
  });

  test('holds back later deploys of the same account after a deploy that waits, and none of others', async () => {
    const world = await openWorld();
    const other = newKey();
    world.run(world.owner, transfer(100_000_000_000n, other), { motes: TRANSFER_MOTES });
    const first = put(world, 800_000_000_000n);
    const waits = put(world, 800_000_000_000n);
    const after = put(world, 3_000_000_000n);
    const ofOther = put(world, 3_000_000_000n, other);
    expect(world.devnet.produceBlock().deployHashes).toEqual([first, ofOther]);
    expect(world.devnet.produceBlock().deployHashes).toEqual([waits, after]);
  });
});

test.each(STEPS.flatMap((step) => (step.sizes ? [[`${step.contract} ${step.step}, ${step.run}`, step] as const] : [])))(
  '%s has the lane and the length that a node gives it',
  (_, { limit, lane, sizes: [deployBytes = 0, sessionArgsBytes = 0, allArgsBytes = 0] = [], args }) => {
    expect(wasmLane(BigInt(limit), deployBytes, allArgsBytes)?.id).toBe(lane);
    const written = new Map(
      args.map((each) => [each.name, { bytes: bytesOf(each.hex), type: typeFromJson(each.type) }]),
    );
    expect(argsToBytes(written)).toHaveLength(sessionArgsBytes);
  },
);

/** Names in braces stand for the digits of a hash, once more as hexadecimal digits where it says so. */
function bytesOf(digits: string) {
  return unhex(digits.replace(/\{[^}]* as text\}/g, '00'.repeat(64)).replace(/\{[^}]*\}/g, '00'.repeat(32)));
}
