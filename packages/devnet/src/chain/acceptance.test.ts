import sdk from 'casper-js-sdk';
import { describe, expect, test } from 'vitest';
import { contract } from '../test/contracts.ts';
import {
  contractCall,
  jsonOf,
  module,
  newKey,
  signedDeploy,
  string,
  transfer,
  TRANSFER_MOTES,
} from '../test/deploys.ts';
import { Memory, program } from '../test/program.ts';
import { openWorld, START } from '../test/world.ts';
import { RpcError } from './rpc-error.ts';

/** Does nothing, for 105 motes. */
const NOTHING = program({ call: [{ raw: [0x01] }] });

type World = Awaited<ReturnType<typeof openWorld>>;

/** Why the deploy is refused; the test fails when it is not. */
function refusalOf(world: World, json: unknown): string {
  try {
    world.devnet.put(json);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, data } = error as RpcError;
    expect([-32008, -32602]).toContain(code);
    expect(world.devnet.chain.waiting).toBe(0);
    return String(data);
  }
  throw new Error('the deploy was accepted');
}

describe('deploys that a node refuses', () => {
  test.each([
    ['another chain', { chainName: 'casper' }, /invalid chain name: expected casper-dev, got casper$/],
    ['a deploy that has expired', { at: new Date(START - 1_800_001) }, /has expired$/],
    ['a time to live of two hours and a second', { ttlMs: 7_201_000 }, /time-to-live exceeds limit$/],
    ['a deploy of tomorrow', { at: new Date(START + 60_000) }, /timestamp in the future$/],
    ['no gas price', { gasPrice: 0 }, /gas price tolerance of 0 is too low$/],
    ['a payment below the least', { motes: 2_499_999_999n }, /invalid payment amount$/],
    [
      'a payment above what a block may use',
      { motes: 812_500_000_001n },
      /exceeds the block gas limit of 812500000000$/,
    ],
    ['the signature of another', { signer: newKey() }, /^the deploy was sent with invalid authorization$/],
  ] as const)('%s', async (_, changes, reason) => {
    const world = await openWorld();
    expect(refusalOf(world, world.deploy(world.owner, module(NOTHING), { at: new Date(START), ...changes }))).toMatch(
      reason,
    );
  });

  test('an account that does not exist', async () => {
    const world = await openWorld();
    expect(refusalOf(world, world.deploy(newKey(), module(NOTHING)))).toMatch(/no such addressable entity \/ account$/);
  });

  test('a purse that holds less than the payment', async () => {
    const world = await openWorld();
    const poor = newKey();
    expect(world.run(world.owner, transfer(2_500_000_000n, poor), { motes: TRANSFER_MOTES }).error).toBeNull();
    expect(refusalOf(world, world.deploy(poor, module(NOTHING), { motes: 2_500_000_001n }))).toMatch(
      /insufficient balance$/,
    );
    expect(world.devnet.put(world.deploy(poor, module(NOTHING), { motes: 2_500_000_000n }))).toHaveLength(64);
  });

  test('a contract or an entry point that does not exist', async () => {
    const world = await openWorld();
    expect(world.session(contract('door', new Memory(), { knock: [] })).error).toBeNull();
    const address = world.devnet.namedKeys(world.owner.publicKey.toHex()).door ?? '';
    expect(refusalOf(world, world.deploy(world.owner, contractCall(address, 'kick')))).toMatch(/no such entry point$/);
    const nowhere = contractCall('ab'.repeat(32), 'knock');
    expect(refusalOf(world, world.deploy(world.owner, nowhere))).toMatch(/no such contract$/);
  });

  test('arguments of more than 1024 bytes, in bytes and not in letters', async () => {
    const world = await openWorld();
    const withText = (text: string) => world.deploy(world.owner, module(NOTHING, { t: string(text) }));
    // 4 for the count, 5 for the name, 4 and 4 for the lengths, 1 for the type.
    const room = 1024 - 18;
    expect(world.devnet.put(withText('a'.repeat(room)))).toHaveLength(64);
    world.devnet.produceBlock();
    expect(refusalOf(world, withText('a'.repeat(room + 1)))).toMatch(/args of 1025 exceeds limit of 1024$/);
    expect(refusalOf(world, withText('ক'.repeat(336)))).toMatch(/args of 1026 exceeds limit of 1024$/);
  });

  test('a transfer below the least', async () => {
    const world = await openWorld();
    const small = world.deploy(world.owner, transfer(2_499_999_999n, newKey()), { motes: TRANSFER_MOTES });
    expect(refusalOf(world, small)).toMatch(/insufficient transfer amount; minimum: 2500000000 attempted: 2499999999$/);
  });

  test('wasm of 750,000 bytes, and none at all', async () => {
    const world = await openWorld();
    expect(refusalOf(world, world.deploy(world.owner, module(new Uint8Array(750_000))))).toMatch(/any wasm lanes/);
    expect(refusalOf(world, world.deploy(world.owner, module(new Uint8Array(0))))).toMatch(/module bytes are empty$/);
  });
});

describe('a deploy changed after it was signed is refused', () => {
  const changed = async (change: (json: any) => unknown): Promise<string> => {
    const world = await openWorld();
    const json = world.deploy(world.owner, module(NOTHING, { word: string('yes') }));
    return refusalOf(world, change(json) ?? json);
  };

  test('no approvals', async () => {
    expect(await changed((json) => ({ ...json, approvals: [] }))).toMatch(/the deploy has no approvals$/);
  });

  test('101 approvals', async () => {
    const many = (json: any) => ({ ...json, approvals: Array.from({ length: 101 }, () => json.approvals[0]) });
    expect(await changed(many)).toMatch(/number of approvals 101 exceeds the maximum number of associated keys 100$/);
  });

  test('one bit of the signature', async () => {
    const flip = (json: any) => {
      const [approval] = json.approvals;
      const last = Number.parseInt(approval.signature.slice(-1), 16) ^ 1;
      approval.signature = approval.signature.slice(0, -1) + last.toString(16);
    };
    expect(await changed(flip)).toMatch(/invalid approval signature by 01/);
  });

  test('a signature that is of another length', async () => {
    expect(await changed((json) => void (json.approvals[0].signature += '00'))).toMatch(/invalid approval signature/);
  });

  test('the payment, an argument, the time to live, the hash', async () => {
    expect(await changed((json) => void (json.payment.ModuleBytes.args[0][1].bytes = '0400286bee'))).toMatch(
      /invalid body hash$/,
    );
    expect(await changed((json) => void (json.session.ModuleBytes.args[0][1].bytes = '020000006e6f'))).toMatch(
      /invalid body hash$/,
    );
    expect(await changed((json) => void (json.header.ttl = '31m'))).toMatch(/invalid deploy hash$/);
    expect(await changed((json) => void (json.header.chain_name = 'casper'))).toMatch(/invalid deploy hash$/);
    expect(await changed((json) => void (json.hash = '00'.repeat(32)))).toMatch(/invalid deploy hash$/);
  });

  test('dependencies, which a node of 2.x does not take', async () => {
    expect(await changed((json) => void (json.header.dependencies = ['00'.repeat(32)]))).toMatch(
      /invalid deploy hash$/,
    );
  });

  test('JSON that is no deploy', async () => {
    expect(await changed(() => ({}))).toMatch(/^not a deploy/);
    expect(await changed((json) => void (json.header.account = '03ff'))).toMatch(/^not a deploy/);
    expect(await changed((json) => void (json.header.timestamp = 'yesterday'))).toMatch(/^not a deploy/);
    expect(await changed((json) => void (json.header.ttl = 'long'))).toMatch(/^not a deploy/);
    expect(await changed((json) => void (json.session = { Magic: { args: [] } }))).toMatch(/^not a deploy/);
    expect(await changed((json) => void (json.session.ModuleBytes.args[0][1].cl_type = 'Money'))).toMatch(
      /^not a deploy/,
    );
  });
});

describe('a deploy that is sent again', () => {
  test('it has the same hash and is executed once', async () => {
    const world = await openWorld();
    const json = jsonOf(signedDeploy(world.owner, transfer(2_500_000_000n, newKey()), { at: new Date(START) }));
    expect(world.devnet.put(json)).toBe(world.devnet.put(json));
    world.devnet.produceBlock();
    expect(world.devnet.put(json)).toBe(json.hash);
    expect(world.devnet.produceBlock().deployHashes).toEqual([]);
    expect(world.devnet.execution(json.hash)?.blockHeight).toBe(1);
  });

  test('it is refused once it has expired, as a node refuses it', async () => {
    const world = await openWorld();
    const json = world.deploy(world.owner, module(NOTHING));
    world.devnet.put(json);
    world.devnet.produceBlock();
    world.clock.ms += 1_800_001;
    expect(refusalOf(world, json)).toMatch(/has expired$/);
  });
});

test('a deploy that waits until it has expired is never executed', async () => {
  const world = await openWorld();
  const hash = world.devnet.put(world.deploy(world.owner, module(NOTHING)));
  world.clock.ms += 1_800_001;
  world.devnet.produceBlock();
  world.clock.ms -= 1_800_001;
  world.devnet.produceBlock();
  expect(world.devnet.execution(hash)).toBeNull();
});

test('a deploy cannot spend again the motes that another has spent meanwhile', async () => {
  const world = await openWorld();
  const poor = newKey();
  world.run(world.owner, transfer(5_000_000_000n, poor), { motes: TRANSFER_MOTES });
  const first = world.devnet.put(world.deploy(poor, transfer(4_500_000_000n, newKey(), 1), { motes: 400_000_000n }));
  const second = world.devnet.put(world.deploy(poor, transfer(4_500_000_000n, newKey(), 2), { motes: 400_000_000n }));
  world.devnet.produceBlock();
  expect(world.devnet.execution(first)).toMatchObject({ error: null, consumed: 100_000_000n });
  expect(world.devnet.execution(second)).toMatchObject({ error: 'Insufficient funds', consumed: 100_000_000n });
  expect(world.devnet.balance(poor.publicKey.toHex())).toBe(300_000_000n);
});

test('a failed deploy is paid in full, and the next one may find too little', async () => {
  const world = await openWorld();
  const poor = newKey();
  world.run(world.owner, transfer(5_000_000_000n, poor), { motes: TRANSFER_MOTES });
  const trap = program({ call: [{ raw: [0x00] }] });
  const hashes = [1, 2].map(() => world.devnet.put(world.deploy(poor, module(trap), { motes: 3_000_000_000n })));
  world.devnet.produceBlock();
  expect(world.devnet.execution(hashes[0] ?? '')).toMatchObject({ consumed: 105n, paid: 3_000_000_000n });
  const nothing = { error: 'Insufficient balance', consumed: 0n, paid: 0n };
  expect(world.devnet.execution(hashes[1] ?? '')).toMatchObject(nothing);
});

test('a contract is found by the name that the account gave it', async () => {
  const world = await openWorld();
  expect(world.session(contract('door', new Memory(), { knock: [] })).error).toBeNull();
  const { StoredContractByName } = sdk as any;
  const item = new sdk.ExecutableDeployItem();
  (item as any).storedContractByName = new StoredContractByName('door', 'knock', sdk.Args.fromMap({}));
  expect(world.run(world.owner, item).error).toBeNull();
});
