import type { Block } from '../chain/block.ts';
import { type Chain, PROPOSER } from '../chain/chain.ts';
import { gasLimitOf } from '../chain/acceptance.ts';
import { laneOf } from '../chain/lanes.ts';
import { transactionHashJson } from './transaction-json.ts';
import { PROTOCOL_VERSION } from './version.ts';

const ERA = 1;

export function headerJson(chain: Chain, block: Block) {
  return {
    parent_hash: block.parentHash,
    state_root_hash: block.stateRoot,
    body_hash: block.bodyHash,
    random_bit: true,
    accumulated_seed: block.hash,
    era_end: null,
    timestamp: block.timestamp,
    era_id: ERA,
    height: block.height,
    protocol_version: PROTOCOL_VERSION,
    proposer: PROPOSER,
    current_gas_price: 1,
    last_switch_block_hash: chain.blocks[0]?.hash ?? null,
  };
}

/** The transactions of a block, by their lanes. */
export function blockJson(chain: Chain, block: Block) {
  const transactions: Record<string, object[]> = {};
  for (const hash of block.deployHashes) {
    const deploy = chain.deploy(hash)?.deploy;
    if (!deploy) continue;
    // A deploy of an earlier version of this program may have no lane of today.
    const lane = laneOf(deploy, gasLimitOf(deploy) ?? 0n)?.id ?? 3;
    (transactions[lane] ??= []).push(transactionHashJson(deploy));
  }
  return {
    block: {
      Version2: { hash: block.hash, header: headerJson(chain, block), body: { transactions, rewarded_signatures: [] } },
    },
    proofs: [],
  };
}

export function blockInfoJson(block: Block) {
  return {
    hash: block.hash,
    timestamp: block.timestamp,
    era_id: ERA,
    height: block.height,
    state_root_hash: block.stateRoot,
    creator: PROPOSER,
  };
}
