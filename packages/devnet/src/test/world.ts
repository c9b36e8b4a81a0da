import type { ExecutableDeployItem, PrivateKey } from 'casper-js-sdk';
import { openDevnet } from '../devnet.ts';
import { CHAIN_NAME, type DeployChanges, INSTALL_MOTES, jsonOf, module, newKey, signedDeploy } from './deploys.ts';

export const START = Date.parse('2026-03-01T08:00:00.000Z');

/** A chain in memory with an owner who has all motes, and a clock that a test moves. */
export async function openWorld(dataDir: string | null = null, owner = newKey()) {
  const clock = { ms: START };
  const now = () => new Date(clock.ms);
  const genesis = [{ publicKeyHex: owner.publicKey.toHex(), motes: 10n ** 18n }];
  const devnet = await openDevnet({ dataDir, chainName: CHAIN_NAME, genesis, blockTimeMs: 'manual', now });

  /** Each deploy has its own instant, so that two which say the same are two. */
  const deploy = (from: PrivateKey, session: ExecutableDeployItem, changes: DeployChanges = {}) =>
    jsonOf(signedDeploy(from, session, { at: new Date(clock.ms++), ...changes }));

  const run = (from: PrivateKey, session: ExecutableDeployItem, changes: DeployChanges = {}) => {
    const hash = devnet.put(deploy(from, session, changes));
    devnet.produceBlock();
    const done = devnet.execution(hash);
    if (!done) throw new Error('the block left the deploy out');
    return done;
  };

  return {
    devnet,
    clock,
    owner,
    deploy,
    run,
    /** Runs wasm for the owner, with enough gas for an installation. */
    session: (wasm: Uint8Array, args = {}, changes: DeployChanges = {}) =>
      run(owner, module(wasm, args), { motes: INSTALL_MOTES, ...changes }),
  };
}
