import { blake, hex, u64, unhex, utf8 } from '../codec/bytes.ts';
import type { StateKey } from '../codec/keys.ts';
import type { Message } from '../vm/machine.ts';
import { storedToJson, type Written } from '../vm/stored.ts';

export type Block = {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  readonly timestamp: string;
  readonly stateRoot: string;
  readonly bodyHash: string;
  readonly deployHashes: readonly string[];
};

export type ExecutionResult = {
  /** Null when all went well. */
  readonly error: string | null;
  /** Gas. */
  readonly consumed: bigint;
  /** Motes. A quarter of the unused gas is paid too, and all of it when the execution failed. */
  readonly paid: bigint;
  readonly effects: ReadonlyMap<StateKey, Written>;
  /** The messages of contracts, where there are any. */
  readonly messages?: readonly Message[];
};

const NO_HASH = '00'.repeat(32);

/** Each root is the hash of the one before and of the changes; without changes it stays. */
function nextRoot(before: string, effects: ReadonlyMap<StateKey, Written>): string {
  if (effects.size === 0) return before;
  const changes = [...effects].sort(([a], [b]) => (a < b ? -1 : 1));
  const hashes = changes.map(([key, stored]) => blake(utf8(key), utf8(JSON.stringify(storedToJson(stored)))));
  return hex(blake(unhex(before), ...hashes));
}

type Contents = Pick<Block, 'timestamp' | 'deployHashes'> & { readonly effects: ReadonlyMap<StateKey, Written> };

export function nextBlock(parent: Block | undefined, { timestamp, deployHashes, effects }: Contents): Block {
  const parentHash = parent?.hash ?? NO_HASH;
  const height = parent ? parent.height + 1 : 0;
  const stateRoot = nextRoot(parent?.stateRoot ?? NO_HASH, effects);
  const bodyHash = hex(blake(...deployHashes.map(unhex)));
  const header = [unhex(parentHash), unhex(stateRoot), unhex(bodyHash), u64(BigInt(height)), utf8(timestamp)];
  return { hash: hex(blake(...header)), parentHash, height, timestamp, stateRoot, bodyHash, deployHashes };
}
