import { type Deploy } from '../codec/deploy.ts';
import { deployFromJson, deployToJson } from '../codec/deploy-json.ts';
import { transactionFromJson } from '../codec/transaction.ts';
import type { StateKey } from '../codec/keys.ts';
import type { Message } from '../vm/machine.ts';
import { storedFromJson, storedToJson, type Written } from '../vm/stored.ts';
import type { ExecutionResult } from './block.ts';

type Effects = ReadonlyMap<StateKey, Written>;

/** A block as the journal keeps it: its parts, and the hash that must come out of them. */
export type BlockRecord = {
  readonly hash: string;
  readonly timestamp: string;
  readonly deployHashes: readonly string[];
  /** The results in the order of the deploys; the first block has none. */
  readonly results: readonly ExecutionResult[];
  /** Changes beside the deploys: the accounts of the first block. */
  readonly effects: Effects;
};

export type JournalRecord =
  | { readonly kind: 'chain'; readonly chainName: string }
  | { readonly kind: 'deploy'; readonly deploy: Deploy }
  | { readonly kind: 'block'; readonly block: BlockRecord };

export function recordToJson(record: JournalRecord): unknown {
  if (record.kind === 'chain') return record;
  if (record.kind === 'deploy') {
    const { deploy } = record;
    if (deploy.transaction) return { kind: 'deploy', transaction: deploy.transaction.json };
    return { kind: 'deploy', deploy: deployToJson(deploy) };
  }
  const { block } = record;
  const results = block.results.map(({ error, consumed, paid, effects, messages }) => ({
    error,
    consumed: consumed.toString(),
    paid: paid.toString(),
    effects: effectsToJson(effects),
    ...(messages && { messages }),
  }));
  return { kind: 'block', block: { ...block, results, effects: effectsToJson(block.effects) } };
}

/** The inverse of {@link recordToJson}, for records that this program wrote itself. */
export function recordFromJson(json: unknown): JournalRecord {
  const record = json as {
    kind: JournalRecord['kind'];
    deploy: unknown;
    transaction?: unknown;
    block: WrittenBlock;
    chainName: string;
  };
  if (record.kind === 'chain') return { kind: 'chain', chainName: record.chainName };
  if (record.kind === 'deploy') {
    const { transaction } = record;
    const deploy = transaction === undefined ? deployFromJson(record.deploy) : transactionFromJson(transaction);
    return { kind: 'deploy', deploy };
  }
  const { block } = record;
  const results = block.results.map(({ error, consumed, paid = consumed, effects, messages }) => ({
    error,
    consumed: BigInt(consumed),
    // Chains of an earlier version of this program paid for the used gas alone.
    paid: BigInt(paid),
    effects: effectsFromJson(effects),
    ...(messages && { messages }),
  }));
  return { kind: 'block', block: { ...block, results, effects: effectsFromJson(block.effects) } };
}

type WrittenEffects = ReadonlyArray<readonly [StateKey, unknown]>;
type WrittenBlock = Omit<BlockRecord, 'results' | 'effects'> & {
  readonly results: ReadonlyArray<{
    error: string | null;
    consumed: string;
    paid?: string;
    effects: WrittenEffects;
    messages?: readonly Message[];
  }>;
  readonly effects: WrittenEffects;
};

function effectsToJson(effects: Effects): WrittenEffects {
  return [...effects].map(([key, stored]) => [key, storedToJson(stored)]);
}

function effectsFromJson(effects: WrittenEffects): Effects {
  return new Map(effects.map(([key, stored]) => [key, storedFromJson(stored)]));
}
