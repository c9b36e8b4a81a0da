import { hex } from '../codec/bytes.ts';
import { type CLValueJson, valueToJson } from '../codec/cl-value.ts';
import type { Account, Contract, ContractPackage, NamedKeys, Stored } from '../vm/stored.ts';
import { PROTOCOL_VERSION } from './version.ts';

/** The values of global state, as a node shows them. */
export type StoredJson = { readonly CLValue: CLValueJson } | Readonly<Record<string, unknown>>;

export function storedJson(stored: Stored): StoredJson {
  switch (stored.kind) {
    case 'value':
      return { CLValue: valueToJson(stored) };
    case 'account':
      return { Account: accountJson(stored) };
    case 'contract':
      return { Contract: contractJson(stored) };
    case 'package':
      return { ContractPackage: packageJson(stored) };
    case 'wasm':
      return { ContractWasm: hex(stored.bytes) };
    case 'topic':
      return {
        MessageTopic: {
          message_count: stored.messageCount,
          blocktime: stored.blockTimeMs,
          topic_name: stored.name,
        },
      };
    case 'message':
      return { Message: `message-checksum-${stored.checksum}` };
  }
}

export function accountJson({ key, namedKeys, mainPurse }: Account) {
  return {
    account_hash: key,
    named_keys: namedKeysJson(namedKeys),
    main_purse: mainPurse,
    associated_keys: [{ account_hash: key, weight: 1 }],
    action_thresholds: { deployment: 1, key_management: 1 },
  };
}

function contractJson({ packageKey, wasmKey, namedKeys, entryPoints }: Contract) {
  return {
    contract_package_hash: packageKey.replace('hash-', 'contract-package-'),
    contract_wasm_hash: wasmKey.replace('hash-', 'contract-wasm-'),
    named_keys: namedKeysJson(namedKeys),
    entry_points: entryPoints.map((each) => ({ name: each.name, entry_point: each })),
    protocol_version: PROTOCOL_VERSION,
  };
}

function packageJson({ accessKey, versions, disabled = [], locked }: ContractPackage) {
  return {
    access_key: accessKey,
    versions: versions.map((key, index) => ({
      protocol_version_major: 2,
      contract_version: index + 1,
      contract_hash: key.replace('hash-', 'contract-'),
    })),
    disabled_versions: disabled.map((key) => [2, versions.indexOf(key) + 1]),
    groups: [],
    lock_status: locked ? 'Locked' : 'Unlocked',
  };
}

function namedKeysJson(namedKeys: NamedKeys) {
  const entries = Object.entries(namedKeys).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, key]) => ({ name, key }));
}
