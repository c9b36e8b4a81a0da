import { type Chain, PROPOSER } from '../chain/chain.ts';
import { blockInfoJson } from './block-json.ts';
import { PROTOCOL_VERSION } from './version.ts';

const ROUND_LENGTH = '1s';

export function statusJson(chain: Chain, startedAtMs: number) {
  const { tip } = chain;
  const [first = tip] = chain.blocks;
  return {
    protocol_version: PROTOCOL_VERSION,
    peers: [],
    build_version: 'casper-devnet',
    chainspec_name: chain.chainName,
    starting_state_root_hash: first.stateRoot,
    last_added_block_info: blockInfoJson(tip),
    our_public_signing_key: PROPOSER,
    round_length: ROUND_LENGTH,
    next_upgrade: null,
    uptime: `${Math.floor((performance.now() - startedAtMs) / 1000)}s`,
    reactor_state: 'Validate',
    last_progress: tip.timestamp,
    available_block_range: { low: 0, high: tip.height },
    block_sync: { historical: null, forward: null },
    latest_switch_block_hash: first.hash,
  };
}
