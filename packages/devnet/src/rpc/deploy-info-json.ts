import { gasLimitOf } from '../chain/acceptance.ts';
import type { KnownDeploy } from '../chain/chain.ts';
import { deploySize } from '../codec/deploy.ts';
import { deployToJson } from '../codec/deploy-json.ts';
import { isURef } from '../codec/keys.ts';
import type { Written } from '../vm/stored.ts';
import { storedJson } from './stored-json.ts';

/** A deploy with its outcome, which is null until it is in a block. */
export function deployInfoJson({ deploy, done }: KnownDeploy) {
  return { deploy: deployToJson(deploy), execution_info: done && executionJson({ deploy, done }) };
}

function executionJson({ deploy, done }: { deploy: KnownDeploy['deploy']; done: NonNullable<KnownDeploy['done']> }) {
  const limit = gasLimitOf(deploy) ?? 0n;
  const result = {
    initiator: { PublicKey: deploy.header.account },
    error_message: done.error,
    current_price: 1,
    limit: limit.toString(),
    consumed: done.consumed.toString(),
    cost: limit.toString(),
    refund: (limit - done.paid).toString(),
    transfers: [],
    size_estimate: deploySize(deploy),
    effects: [...done.effects].map(effectJson),
  };
  return {
    block_hash: done.block.hash,
    block_height: done.block.height,
    execution_result: { Version2: result },
  };
}

function effectJson([key, stored]: readonly [string, Written]) {
  if (stored.kind === 'pruned') return { key, kind: { Prune: key } };
  return {
    key: isURef(key) ? `${key}-000` : key,
    // The code of a contract would make the answer a hundred kilobytes long.
    kind: stored.kind === 'wasm' ? 'Identity' : { Write: storedJson(stored) },
  };
}
