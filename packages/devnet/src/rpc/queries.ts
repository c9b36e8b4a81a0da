import type { Chain } from '../chain/chain.ts';
import { balanceOf } from '../chain/purses.ts';
import { RPC, RpcError } from '../chain/rpc-error.ts';
import { utf8 } from '../codec/bytes.ts';
import { accountKeyOf, dictionaryKey, isKey, isURef, type StateKey, stateKey, urefFromText } from '../codec/keys.ts';
import { type Account, isAccount, type NamedKeys, type Stored } from '../vm/stored.ts';
import { guarded, wrong } from './params.ts';

/** Global state as it was after a block. */
export class View {
  readonly #chain: Chain;
  readonly #height: number;

  constructor(chain: Chain, height: number) {
    this.#chain = chain;
    this.#height = height;
  }

  readonly read = (key: StateKey): Stored | undefined => this.#chain.state.get(key, this.#height);

  /** Follows a path of names from a key. @throws RpcError `Query failed` */
  find(key: string, path: readonly string[]): Stored {
    if (!isKey(key)) throw wrong('key', 'a key');
    let place = stateKey(key);
    for (const [index, name] of path.entries()) {
      const next = this.namedKey(place, name);
      if (next === undefined) throw notFound(`value not found at path ${[key, ...path.slice(0, index + 1)].join('/')}`);
      place = stateKey(next);
    }
    const stored = this.read(place);
    if (!stored) throw notFound(`value was not found in the global state: ${place}`);
    return stored;
  }

  namedKeys(key: string): NamedKeys | undefined {
    const stored = this.read(stateKey(key));
    return stored?.kind === 'account' || stored?.kind === 'contract' ? stored.namedKeys : undefined;
  }

  namedKey(holder: string, name: string): string | undefined {
    const keys = this.namedKeys(holder);
    return keys && Object.hasOwn(keys, name) ? keys[name] : undefined;
  }

  /** @throws RpcError when the name is no dictionary */
  dictionaryItemKey(seed: string | undefined, item: string): StateKey {
    if (seed === undefined || !isKey(seed) || !isURef(seed)) throw new RpcError(RPC.noDictionary);
    return dictionaryKey(urefFromText(seed).address, utf8(item));
  }

  /** @param identifier a public key or an account hash. @throws RpcError `No such account` */
  account(identifier: string): Account {
    const account = this.read(accountKeyFrom(identifier));
    if (!isAccount(account)) throw new RpcError(RPC.noSuchAccount);
    return account;
  }

  balance(purse: string): bigint {
    const motes = isKey(purse) && isURef(purse) ? balanceOf(this.read, purse) : undefined;
    if (motes === undefined) throw new RpcError(RPC.purseNotFound);
    return motes;
  }
}

export function accountKeyFrom(identifier: string): StateKey {
  if (identifier.startsWith('account-hash-')) {
    if (!isKey(identifier)) throw wrong('account_identifier', 'an account hash');
    return identifier;
  }
  return guarded('account_identifier', 'a public key', () => accountKeyOf(identifier));
}

function notFound(why: string): RpcError {
  return new RpcError(RPC.queryFailed, why);
}
