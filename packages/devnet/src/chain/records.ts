import { type Deploy } from '../codec/deploy.ts';
import { deployFromJson, deployToJson } from '../codec/deploy-json.ts';
import type { StateKey } from '../codec/keys.ts';
import { type Stored, storedFromJson, storedToJson } from '../vm/stored.ts';
import type { ExecutionResult } from './block.ts';

type Effects = ReadonlyMap<StateKey, Stored>;

/** A block as the journal keeps it: what it is made of, and the hash that must come out of that. */
export type BlockRecord = {
  readonly hash: string;
  readonly timestamp: string;
  readonly deployHashes: readonly string[];
  /** In the order of the deploys; the first block has none. */
  readonly results: readonly ExecutionResult[];
  /** What changed beside the deploys: the accounts of the first block. */
  readonly effects: Effects;
};

export type JournalRecord =
  | { readonly kind: 'chain'; readonly chainName: string }
  | { readonly kind: 'deploy'; readonly deploy: Deploy }
  | { readonly kind: 'block'; readonly block: BlockRecord };

export function recordToJson(record: JournalRecord): unknown {
  if (record.kind === 'chain') return record;
  if (record.kind === 'deploy') return { kind: 'deploy', deploy: deployToJson(record.deploy) };
  const { block } = record;
  const results = block.results.map(({ error, consumed, effects }) => ({
    error,
    consumed: consumed.toString(),
    effects: effectsToJson(effects),
  }));
  return { kind: 'block', block: { ...block, results, effects: effectsToJson(block.effects) } };
}

/** The inverse of {@link recordToJson}, for what this program wrote itself. */
export function recordFromJson(json: unknown): JournalRecord {
  const record = json as { kind: JournalRecord['kind']; deploy: unknown; block: WrittenBlock; chainName: string };
  if (record.kind === 'chain') return { kind: 'chain', chainName: record.chainName };
  if (record.kind === 'deploy') return { kind: 'deploy', deploy: deployFromJson(record.deploy) };
  const { block } = record;
  const results = block.results.map(({ error, consumed, effects }) => ({
    error,
    consumed: BigInt(consumed),
    effects: effectsFromJson(effects),
  }));
  return { kind: 'block', block: { ...block, results, effects: effectsFromJson(block.effects) } };
}

type WrittenEffects = ReadonlyArray<readonly [StateKey, unknown]>;
type WrittenBlock = Omit<BlockRecord, 'results' | 'effects'> & {
  readonly results: ReadonlyArray<{ error: string | null; consumed: string; effects: WrittenEffects }>;
  readonly effects: WrittenEffects;
};

function effectsToJson(effects: Effects): WrittenEffects {
  return [...effects].map(([key, stored]) => [key, storedToJson(stored)]);
}

function effectsFromJson(effects: WrittenEffects): Effects {
  return new Map(effects.map(([key, stored]) => [key, storedFromJson(stored)]));
}
