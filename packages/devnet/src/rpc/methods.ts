import type { Block } from '../chain/block.ts';
import type { Chain } from '../chain/chain.ts';
import { RPC, RpcError } from '../chain/rpc-error.ts';
import { blockJson, headerJson } from './block-json.ts';
import { deployInfoJson } from './deploy-info-json.ts';
import { asHash, asHeight, asObject, asText, asTexts, type Params, paramsByName, wrong } from './params.ts';
import { accountKeyFrom, View } from './queries.ts';
import { statusJson } from './status-json.ts';
import { accountJson, storedJson } from './stored-json.ts';
import { isAccount } from '../vm/stored.ts';
import { transactionInfoJson } from './transaction-json.ts';
import { API_VERSION } from './version.ts';

type Method = { readonly params: readonly string[]; readonly answer: (params: Params) => object };

/** No proof is given, because the state is no tree of hashes. */
const PROOF = { merkle_proof: '' };

export type Methods = ReadonlyMap<string, (params: unknown) => object>;

/** The calls of a node that are answered. Each throws RpcError with the number that a node gives. */
export function methodsOf(chain: Chain, startedAtMs: number): Methods {
  const all = {
    ...deployMethods(chain),
    ...blockMethods(chain, startedAtMs),
    ...stateMethods(chain),
    ...accountMethods(chain),
  };
  return new Map(
    Object.entries(all).map(([name, { params: names, answer }]) => [
      name,
      (params: unknown) => ({ api_version: API_VERSION, ...answer(paramsByName(params, names)) }),
    ]),
  );
}

function deployMethods(chain: Chain): Record<string, Method> {
  return {
    account_put_deploy: { params: ['deploy'], answer: ({ deploy }) => ({ deploy_hash: chain.put(deploy) }) },
    info_get_deploy: {
      params: ['deploy_hash', 'finalized_approvals'],
      answer: ({ deploy_hash }) => {
        const hash = asHash(deploy_hash, 'deploy_hash');
        const known = chain.deploy(hash);
        if (!known || known.deploy.transaction) throw new RpcError(RPC.noSuchDeploy, hash);
        return deployInfoJson(known);
      },
    },
    account_put_transaction: {
      params: ['transaction'],
      answer: ({ transaction }) => {
        const { Deploy, Version1 } = asObject(transaction, 'transaction');
        if (Deploy !== undefined) return { transaction_hash: { Deploy: chain.put(Deploy) } };
        return { transaction_hash: { Version1: chain.putTransaction(Version1) } };
      },
    },
    info_get_transaction: {
      params: ['transaction_hash', 'finalized_approvals'],
      answer: ({ transaction_hash }) => {
        const { Deploy, Version1 } = asObject(transaction_hash, 'transaction_hash');
        const hash = asHash(Deploy ?? Version1, 'transaction_hash');
        const known = chain.deploy(hash);
        const isKind = (known?.deploy.transaction === undefined) === (Deploy !== undefined);
        if (!known || !isKind) throw new RpcError(RPC.noSuchTransaction, hash);
        return transactionInfoJson(known);
      },
    },
  };
}

function blockMethods(chain: Chain, startedAtMs: number): Record<string, Method> {
  return {
    chain_get_block: {
      params: ['block_identifier'],
      answer: (params) => ({ block_with_signatures: blockJson(chain, blockOf(chain, params.block_identifier)) }),
    },
    chain_get_state_root_hash: {
      params: ['block_identifier'],
      answer: (params) => ({ state_root_hash: blockOf(chain, params.block_identifier).stateRoot }),
    },
    info_get_status: { params: [], answer: () => statusJson(chain, startedAtMs) },
  };
}

function stateMethods(chain: Chain): Record<string, Method> {
  return {
    state_get_item: {
      params: ['state_root_hash', 'key', 'path'],
      answer: ({ state_root_hash, key, path }) => {
        const view = viewAtRoot(chain, state_root_hash);
        return { stored_value: storedJson(view.find(asText(key, 'key'), asTexts(path, 'path'))), ...PROOF };
      },
    },
    query_global_state: {
      params: ['state_identifier', 'key', 'path'],
      answer: ({ state_identifier, key, path }) => {
        const { view, block } = viewAt(chain, state_identifier);
        const stored = view.find(asText(key, 'key'), asTexts(path, 'path'));
        const block_header = block && { Version2: headerJson(chain, block) };
        return { block_header, stored_value: storedJson(stored), ...PROOF };
      },
    },
    state_get_dictionary_item: {
      params: ['state_root_hash', 'dictionary_identifier'],
      answer: ({ state_root_hash, dictionary_identifier }) => {
        const view = viewAtRoot(chain, state_root_hash);
        const dictionary_key = dictionaryItemKey(view, asObject(dictionary_identifier, 'dictionary_identifier'));
        return { dictionary_key, stored_value: storedJson(view.find(dictionary_key, [])), ...PROOF };
      },
    },
  };
}

function accountMethods(chain: Chain): Record<string, Method> {
  return {
    state_get_account_info: {
      params: ['account_identifier', 'block_identifier'],
      answer: ({ account_identifier, public_key, block_identifier }) => {
        const view = new View(chain, blockOf(chain, block_identifier).height);
        const account = view.account(asText(account_identifier ?? public_key, 'account_identifier'));
        return { account: accountJson(account), ...PROOF };
      },
    },
    // Accounts are no addressable entities here, nor on the network `casper`.
    state_get_entity: {
      params: ['entity_identifier', 'block_identifier', 'include_bytecode'],
      answer: ({ entity_identifier, block_identifier }) => {
        const view = new View(chain, blockOf(chain, block_identifier).height);
        const { PublicKey, AccountHash, EntityAddr } = asObject(entity_identifier, 'entity_identifier');
        const account = view.read(
          accountKeyOfEntity(asText(PublicKey ?? AccountHash ?? EntityAddr, 'entity_identifier')),
        );
        if (!isAccount(account)) throw new RpcError(RPC.noSuchEntity);
        return { entity: { LegacyAccount: accountJson(account) }, ...PROOF };
      },
    },
    state_get_balance: {
      params: ['state_root_hash', 'purse_uref'],
      answer: ({ state_root_hash, purse_uref }) => {
        const view = viewAtRoot(chain, state_root_hash);
        return { balance_value: view.balance(asText(purse_uref, 'purse_uref')).toString(), ...PROOF };
      },
    },
    query_balance: {
      params: ['state_identifier', 'purse_identifier'],
      answer: ({ state_identifier, purse_identifier }) => {
        const { view } = viewAt(chain, state_identifier);
        const purse = purseOf(view, asObject(purse_identifier, 'purse_identifier'));
        return { balance: view.balance(purse).toString() };
      },
    },
  };
}

/** An account by its key, its hash or its address as an entity, `entity-account-…`. */
function accountKeyOfEntity(identifier: string): string {
  return accountKeyFrom(identifier.replace(/^entity-account-/, 'account-hash-'));
}

function blockOf(chain: Chain, identifier: unknown): Block {
  if (identifier === undefined || identifier === null) return chain.tip;
  const { Hash, Height } = asObject(identifier, 'block_identifier');
  if (Hash === undefined && Height === undefined) throw wrong('block_identifier', 'a Hash or a Height');
  const block = Hash !== undefined ? chain.blockByHash(asHash(Hash, 'Hash')) : chain.blocks[asHeight(Height, 'Height')];
  if (!block) throw new RpcError(RPC.noSuchBlock);
  return block;
}

function viewAtRoot(chain: Chain, root: unknown): View {
  const height = chain.heightOfRoot(asHash(root, 'state_root_hash'));
  if (height === undefined) throw new RpcError(RPC.noSuchStateRoot);
  return new View(chain, height);
}

function viewAt(chain: Chain, identifier: unknown): { readonly view: View; readonly block: Block | null } {
  const wanted = identifier === undefined || identifier === null ? {} : asObject(identifier, 'state_identifier');
  if (wanted.StateRootHash !== undefined) return { view: viewAtRoot(chain, wanted.StateRootHash), block: null };
  const isNewest = wanted.BlockHash === undefined && wanted.BlockHeight === undefined;
  const byHash = wanted.BlockHash === undefined ? { Height: wanted.BlockHeight } : { Hash: wanted.BlockHash };
  const block = blockOf(chain, isNewest ? null : byHash);
  return { view: new View(chain, block.height), block };
}

function dictionaryItemKey(view: View, identifier: Params): string {
  const { URef, ContractNamedKey, AccountNamedKey, Dictionary } = identifier;
  if (URef !== undefined) {
    const { seed_uref, dictionary_item_key } = asObject(URef, 'URef');
    return view.dictionaryItemKey(asText(seed_uref, 'seed_uref'), asText(dictionary_item_key, 'dictionary_item_key'));
  }
  if (Dictionary !== undefined) return asText(Dictionary, 'Dictionary');
  const named = asObject(ContractNamedKey ?? AccountNamedKey, 'dictionary_identifier');
  const seed = view.namedKey(asText(named.key, 'key'), asText(named.dictionary_name, 'dictionary_name'));
  return view.dictionaryItemKey(seed, asText(named.dictionary_item_key, 'dictionary_item_key'));
}

function purseOf(view: View, identifier: Params): string {
  const { main_purse_under_public_key, main_purse_under_account_hash, purse_uref } = identifier;
  if (purse_uref !== undefined) return asText(purse_uref, 'purse_uref');
  return view.account(asText(main_purse_under_public_key ?? main_purse_under_account_hash, 'purse_identifier'))
    .mainPurse;
}
