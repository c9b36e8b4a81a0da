import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, openDevnet } from '@sathi/devnet/devnet.ts';
import { afterAll } from 'vitest';
import { createCasperSigner } from '../outside/chain-casper.ts';
import { createNodeChain } from '../outside/chain-node.ts';
import { makeOwnerKey } from '../outside/chain-owner-key.ts';
import { createRpc } from '../outside/chain-rpc.ts';
import type { ChainPort } from '../outside/chain-port.ts';
import type { WorkerOutside } from '../features/chain/chain-deploy-steps.ts';
import { createKeyring } from '../features/chain/chain-keys.repository.ts';
import { ensureSetup } from '../features/chain/chain-setup.ts';
import { drainChain } from '../features/chain/chain-worker.ts';
import { type Answer, type Person, useWorld, type World } from './world.ts';

export const CHAIN_NAME = 'casper-test-world';
const ROUNDS_MAX = 400;

/** Called before and after every call of the port; an error it throws is the caller's. */
export type Interrupt = (when: 'before' | 'after', call: keyof ChainPort) => void;

export type ChainWorld = World & {
  devnet: Devnet;
  /** PEM of the owner's key, to look for where it must not be. */
  ownerPem: string;
  interrupt: Interrupt;
  worker: () => WorkerOutside;
  /** Lets the worker and the chain work until nothing waits; every round is two seconds and a block. */
  settleChain: () => Promise<void>;
  /** One look of the worker, without a block. */
  drain: () => Promise<void>;
  setUp: () => Promise<void>;
  /** Asks for an operation and lets it come to its end. */
  act: (person: Person, action: string, body: object) => Promise<Answer['body']['data']>;
  assets: (person: Person) => Promise<any>;
  /** How many deploys of all operations were executed by the chain. */
  executed: () => number;
};

/** The whole application on a chain of its own, whose blocks are made by the test. */
export function useChainWorld(): ChainWorld {
  return onChain((openChain) => useWorld({ openChain }) as ChainWorld);
}

function onChain(makeWorld: (openChain: (now: () => Date) => Promise<ChainPort>) => ChainWorld): ChainWorld {
  const folder = path.join(os.tmpdir(), `sathi-chain-${randomUUID()}`);
  const world = makeWorld(open);
  world.interrupt = () => {};

  async function open(now: () => Date): Promise<ChainPort> {
    const keyFile = path.join(folder, 'owner.pem');
    makeOwnerKey(keyFile);
    world.ownerPem = fs.readFileSync(keyFile, 'utf8');
    const signer = createCasperSigner(CHAIN_NAME, keyFile);
    const genesis = [{ publicKeyHex: signer.ownerPublicKey, motes: 10n ** 18n }];
    world.devnet = await openDevnet({ dataDir: null, chainName: CHAIN_NAME, genesis, blockTimeMs: 'manual', now });
    const { url } = await world.devnet.listen(0);
    const place = { mode: 'devnet', chainName: CHAIN_NAME, explorerUrl: null, pollMs: 100 } as const;
    const rpc = createRpc({ url: async () => url, clock: () => now().getTime() });
    return interrupted(createNodeChain({ ...place, rpc, signer, close: () => world.devnet.close() }), (when, call) =>
      world.interrupt(when, call),
    );
  }

  world.worker = () => ({ ...world.outside, keyring: createKeyring(world.outside.secret, []) });
  world.drain = async () => void (await drainChain(world.worker()));
  world.settleChain = async () => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if ((await drainChain(world.worker())) === null) return;
      world.devnet.produceBlock();
      world.now = new Date(world.now.getTime() + 2_000);
    }
    throw new Error('the operations on the chain do not come to an end');
  };
  world.setUp = async () => {
    await ensureSetup(world.outside);
    await world.settleChain();
    if (!(await ensureSetup(world.outside))) throw new Error('the chain was not set up');
  };
  world.act = async (person, action, body) => {
    const answer = await world.call('POST', `/api/chain/${action}`, { as: person, body });
    if (answer.status !== 202) throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
    await world.settleChain();
    return (await world.call('GET', `/api/chain/operations/${answer.body.data.operationId}`, { as: person })).body.data;
  };
  world.assets = async (person) => (await world.call('GET', '/api/chain/assets', { as: person })).body.data;
  world.executed = () => world.devnet.chain.blocks.reduce((sum, block) => sum + block.deployHashes.length, 0);
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return world;
}

function interrupted(chain: ChainPort, interrupt: Interrupt): ChainPort {
  const wrapped = Object.entries(chain).map(([name, value]) => {
    const call = name as keyof ChainPort;
    if (typeof value !== 'function' || call === 'accountHash' || call === 'close') return [name, value];
    if (call === 'sign') {
      return [
        name,
        (...args: unknown[]) => {
          interrupt('before', call);
          return (value as (...all: unknown[]) => unknown)(...args);
        },
      ];
    }
    const around = async (...args: unknown[]): Promise<unknown> => {
      interrupt('before', call);
      const result = await (value as (...all: unknown[]) => Promise<unknown>)(...args);
      interrupt('after', call);
      return result;
    };
    return [name, around];
  });
  return Object.fromEntries(wrapped) as ChainPort;
}
