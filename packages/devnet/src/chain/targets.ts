import type { DeployItem } from '../codec/deploy.ts';
import { type StateKey, stateKey } from '../codec/keys.ts';
import { type Contract, isAccount, isContract, type Stored } from '../vm/stored.ts';

type Read = (key: StateKey) => Stored | undefined;
type StoredCall = Exclude<DeployItem, { kind: 'ModuleBytes' | 'Transfer' }>;

/** The contract that a deploy means, by its hash, by a name of the account, or by a version of a package. */
export function contractOf(
  call: StoredCall,
  account: StateKey,
  read: Read,
): { readonly key: StateKey; readonly contract: Contract } | null {
  const named = 'name' in call ? namedKey(call.name, account, read) : `hash-${call.hash}`;
  const key = 'version' in call ? versionOf(named, call.version, read) : named;
  const contract = key === undefined ? undefined : read(key);
  return key !== undefined && isContract(contract) ? { key, contract } : null;
}

function namedKey(name: string, account: StateKey, read: Read): StateKey | undefined {
  const holder = read(account);
  const key = isAccount(holder) && Object.hasOwn(holder.namedKeys, name) ? holder.namedKeys[name] : undefined;
  return key === undefined ? undefined : stateKey(key);
}

function versionOf(packageKey: StateKey | undefined, version: number | null, read: Read): StateKey | undefined {
  const found = packageKey === undefined ? undefined : read(packageKey);
  if (found?.kind !== 'package') return undefined;
  return version === null ? found.versions.at(-1) : found.versions[version - 1];
}
