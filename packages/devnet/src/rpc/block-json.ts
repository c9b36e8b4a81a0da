import type { Block } from '../chain/block.ts';
import { type Chain, PROPOSER } from '../chain/chain.ts';
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

/** The lane of wasm transactions is the one under which a node shows deploys. */
export function blockJson(chain: Chain, block: Block) {
  const transactions = { '3': block.deployHashes.map((hash) => ({ Deploy: hash })) };
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
