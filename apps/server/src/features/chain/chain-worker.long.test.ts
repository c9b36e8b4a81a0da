import type { UserId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChainPort, DeployRefusedError } from '../../outside/chain-port.ts';
import { useChainWorld } from '../../test/chain-world.ts';
import type { Person } from '../../test/world.ts';
import { insertOperation } from './chain-operations.repository.ts';
import { listStuck, retryStuck } from './chain-stuck.repository.ts';
import { drainChain } from './chain-worker.ts';

const world = useChainWorld();
let asha: Person;

beforeAll(async () => {
  await world.setUp();
  asha = await world.newPerson();
  await world.act(asha, 'faucet', { token: 'tUSDC', amount: 1000 });
  await world.act(asha, 'mint', { token: 'tUSDC', amount: 500 });
});
beforeEach(() => {
  world.interrupt = () => {};
});

const insert = (kind: 'mint' | 'stake' | 'redeem', units: bigint, userId: UserId = asha.id) =>
  world.db
    .transaction()
    .execute((tx) => insertOperation(tx, { kind, userId, token: 'aUSDC', units, proposalRef: null }, world.now));
const deploysOf = (operationId: number) =>
  world.db
    .selectFrom('chainDeploys')
    .selectAll()
    .where('operationId', '=', operationId)
    .orderBy('step')
    .orderBy('attempt')
    .execute();
const statusOf = async (id: number) =>
  (await world.db.selectFrom('chainOperations').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

class Cut extends Error {}

/** Counts the calls of the port, and breaks off at one of them. */
function cutAt(number: number): { readonly wasCut: () => boolean } {
  let count = 0;
  world.interrupt = () => {
    count += 1;
    if (count === number) throw new Cut('cut off');
  };
  return { wasCut: () => count >= number };
}

describe('broken off at any call of the chain, before it or after it', () => {
  test('a minting is done once: two deploys, each executed once', async () => {
    const units = 1_000n;
    for (let number = 1; ; number += 1) {
      const before = await world.assets(asha);
      const executed = world.executed();
      const cut = cutAt(number);
      const id = await insert('mint', units);
      await world.settleChain();
      world.interrupt = () => {};
      expect(await statusOf(id)).toBe('succeeded');
      expect((await deploysOf(id)).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual([
        'succeeded 1',
        'succeeded 1',
      ]);
      expect(world.executed() - executed).toBe(2);
      const after = await world.assets(asha);
      expect(BigInt(before.balances.tUSDC) - BigInt(after.balances.tUSDC)).toBe(units);
      expect(BigInt(after.balances.aUSDC) - BigInt(before.balances.aUSDC)).toBe(units);
      if (!cut.wasCut()) break;
    }
  });
});

describe('a signed deploy', () => {
  test('is stored before it is sent, and sent again as it is', async () => {
    const bodies: unknown[] = [];
    const put = world.outside.chain.put;
    const spied: ChainPort = {
      ...world.outside.chain,
      put: async (body) => {
        const { hash } = body as { hash: string };
        const row = await world.db
          .selectFrom('chainDeploys')
          .select('body')
          .where('hash', '=', hash)
          .executeTakeFirst();
        expect(row?.body).toEqual(body);
        bodies.push(body);
        if (bodies.length < 3) throw new Cut('cut off');
        return put(body);
      },
    };
    const id = await insert('redeem', 7n);
    for (let round = 0; round < 8; round += 1) {
      await drainChain({ ...world.worker(), chain: spied });
      world.now = new Date(world.now.getTime() + 20_000);
    }
    await world.settleChain();
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await statusOf(id)).toBe('succeeded');
  });

  test('that the node forgot before it was in a block is sent again as it is', async () => {
    const id = await insert('redeem', 7n);
    const forgetful: ChainPort = { ...world.outside.chain, put: async () => {} };
    await drainChain({ ...world.worker(), chain: forgetful });
    expect((await deploysOf(id)).map(({ status }) => status)).toEqual(['sent']);
    world.now = new Date(world.now.getTime() + 2_000);
    await world.settleChain();
    expect((await deploysOf(id)).map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test('that was never executed is replaced after its end, and not before', async () => {
    const id = await insert('redeem', 7n);
    const forgetful: ChainPort = { ...world.outside.chain, put: async () => {} };
    const look = () => drainChain({ ...world.worker(), chain: forgetful });
    await look();
    world.now = new Date(world.now.getTime() + 1_800_000 + 119_000);
    await look();
    expect((await deploysOf(id)).map(({ status }) => status)).toEqual(['sent']);
    world.now = new Date(world.now.getTime() + 20_000);
    await look();
    expect((await deploysOf(id)).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['expired 1', 'sent 2']);
    await world.settleChain();
    expect(await statusOf(id)).toBe('succeeded');
  });

  test('that was executed is not replaced because a node that is behind the network does not know it', async () => {
    const id = await insert('redeem', 7n);
    await world.drain();
    const { height, at } = await world.outside.chain.newest();
    world.devnet.produceBlock();
    const behind: ChainPort = {
      ...world.outside.chain,
      mode: 'node',
      newest: async () => ({ height, at, item: async () => null }),
      outcome: async () => 'unknown',
      put: async () => {
        throw new DeployRefusedError('insufficient balance');
      },
    };
    const look = () => drainChain({ ...world.worker(), chain: behind });
    world.now = new Date(world.now.getTime() + 60_000);
    await look();
    world.now = new Date(world.now.getTime() + 1_860_000);
    await look();
    expect((await deploysOf(id)).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['sent 1']);
    await world.settleChain();
    expect(await statusOf(id)).toBe('succeeded');
    expect((await deploysOf(id)).map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test('that a node of a network never had is replaced once a block is younger than its end', async () => {
    const id = await insert('redeem', 7n);
    const node: ChainPort = { ...world.outside.chain, mode: 'node', put: async () => {} };
    const look = () => drainChain({ ...world.worker(), chain: node });
    await look();
    world.now = new Date(world.now.getTime() + 1_921_000);
    await look();
    expect((await deploysOf(id)).map(({ status }) => status)).toEqual(['sent']);
    world.devnet.produceBlock();
    world.now = new Date(world.now.getTime() + 15_000);
    await look();
    expect((await deploysOf(id)).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['expired 1', 'sent 2']);
    await world.settleChain();
    expect(await statusOf(id)).toBe('succeeded');
  });

  test('that was executed and is refused for its age when it is sent again counts as executed', async () => {
    const id = await insert('redeem', 7n);
    // The deploy arrives, and its sender does not learn of it.
    world.interrupt = (when, call) => {
      if (when === 'after' && call === 'put') throw new Cut('cut off');
    };
    await world.drain();
    world.interrupt = () => {};
    expect((await deploysOf(id)).map(({ status }) => status)).toEqual(['stored']);
    world.devnet.produceBlock();
    world.now = new Date(world.now.getTime() + 3_600_000);
    await world.settleChain();
    expect((await deploysOf(id)).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual([
      'succeeded 1',
      'succeeded 1',
    ]);
  });

  test('with a twin of the same content in the same millisecond is signed for another one', async () => {
    const other = await world.newPerson();
    const ask = { as: other, body: { token: 'tUSDT', amount: 1 } };
    await world.call('POST', '/api/chain/faucet', ask);
    await world.call('POST', '/api/chain/faucet', ask);
    const frozen = world.now;
    for (let round = 0; round < 6; round += 1) {
      world.now = frozen;
      await world.db.updateTable('chainOperations').set({ runAt: frozen }).where('status', '=', 'pending').execute();
      await world.drain();
      world.devnet.produceBlock();
    }
    await world.settleChain();
    expect((await world.assets(other)).balances.tUSDT).toBe('2000000');
  });
});

describe('an operation that cannot be done', () => {
  test('fails when no token has moved: an earlier operation spent the balance', async () => {
    const poor = await world.newPerson();
    await world.act(poor, 'faucet', { token: 'tUSDC', amount: 10 });
    const ids = [await insert('mint', 10_000_000n, poor.id), await insert('mint', 10_000_000n, poor.id)];
    await world.settleChain();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['succeeded', 'failed']);
    const failed = await world.call('GET', `/api/chain/operations/${ids[1]}`, { as: poor });
    expect(failed.body.data).toMatchObject({ status: 'failed', error: 'You do not have that many tokens.', steps: [] });
    expect((await world.assets(poor)).balances).toMatchObject({ tUSDC: '0', aUSDC: '10000000' });
  });

  test('an error of a contract fails the operation, with its sentence', async () => {
    const poor = await world.newPerson();
    await world.act(poor, 'faucet', { token: 'tUSDC', amount: 10 });
    const id = await insert('mint', 10_000_000n, poor.id);
    // The plan is made while there is enough; the tokens are gone when the deploy runs.
    const plan = JSON.stringify([
      { name: 'fund', motes: '40000000000' },
      { name: 'pay', token: 'tUSDC', units: '99000000' },
    ]);
    await world.db.updateTable('chainOperations').set({ plan }).where('id', '=', id).execute();
    await world.settleChain();
    const { body } = await world.call('GET', `/api/chain/operations/${id}`, { as: poor });
    expect(body.data).toMatchObject({ status: 'failed', error: 'You do not have that many tokens.' });
    expect(body.data.steps.map(({ state }: any) => state)).toEqual(['succeeded', 'failed']);
  });

  test('is stuck when tokens have moved; it is listed, and goes on from there when it is retried', async () => {
    const before = await world.assets(asha);
    const id = await insert('mint', 5n);
    // The second deploy is refused by the node.
    let puts = 0;
    const put = world.outside.chain.put;
    const strict: ChainPort = {
      ...world.outside.chain,
      put: (body) => {
        puts += 1;
        const broken = { ...(body as object), hash: '00'.repeat(32) };
        return put(puts === 1 ? body : broken);
      },
    };
    for (let round = 0; round < 6; round += 1) {
      await drainChain({ ...world.worker(), chain: strict });
      world.devnet.produceBlock();
      world.now = new Date(world.now.getTime() + 2_000);
    }
    expect((await listStuck(world.db)).map((operation) => operation.id)).toEqual([id]);
    const { body } = await world.call('GET', `/api/chain/operations/${id}`, { as: asha });
    expect(body.data).toMatchObject({ status: 'pending', stuck: true, error: 'Invalid Deploy' });
    expect(world.logLines.some((line) => line.includes('chain_stuck'))).toBe(true);

    expect(await retryStuck(world.db, [id], world.now)).toBe(1);
    await world.settleChain();
    expect(await statusOf(id)).toBe('succeeded');
    const after = await world.assets(asha);
    expect(BigInt(before.balances.tUSDC) - BigInt(after.balances.tUSDC)).toBe(5n);
    expect(BigInt(after.balances.aUSDC) - BigInt(before.balances.aUSDC)).toBe(5n);
  });
});

test('two workers at once do each step once', async () => {
  const before = await world.assets(asha);
  const executed = world.executed();
  const ids = [await insert('mint', 3n), await insert('stake', 3n)];
  for (let round = 0; round < 30; round += 1) {
    await Promise.all([drainChain(world.worker()), drainChain(world.worker())]);
    // The leases end here, as if they had run out while the first worker was still at it.
    await world.db.updateTable('chainOperations').set({ runAt: world.now }).where('status', '=', 'pending').execute();
    if (round % 3 === 2) world.devnet.produceBlock();
  }
  await world.settleChain();
  expect(await Promise.all(ids.map(statusOf))).toEqual(['succeeded', 'succeeded']);
  // Two deploys of each, and one that gives the account motes when too few are left.
  const plans = await world.db.selectFrom('chainOperations').select('plan').where('id', 'in', ids).execute();
  expect(world.executed() - executed).toBe(plans.flatMap(({ plan }) => plan as unknown[]).length);
  const after = await world.assets(asha);
  expect(BigInt(after.stake) - BigInt(before.stake)).toBe(3n);
});
