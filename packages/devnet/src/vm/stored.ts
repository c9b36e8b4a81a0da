import { type Bytes, hex, unhex } from '../codec/bytes.ts';
import type { CLType } from '../codec/cl-type.ts';
import type { CLValue } from '../codec/cl-value.ts';
import type { StateKey } from '../codec/keys.ts';

export type EntryPoint = {
  readonly name: string;
  readonly args: ReadonlyArray<{ readonly name: string; readonly cl_type: CLType }>;
  readonly ret: CLType;
  readonly access: 'Public' | 'Template' | { readonly Groups: readonly string[] };
  readonly entry_point_type: 'Caller' | 'Called' | 'Factory';
};

export type NamedKeys = Readonly<Record<string, string>>;

export type Account = {
  readonly kind: 'account';
  readonly key: StateKey;
  readonly mainPurse: string;
  readonly namedKeys: NamedKeys;
};

export type Contract = {
  readonly kind: 'contract';
  readonly packageKey: StateKey;
  readonly wasmKey: StateKey;
  readonly namedKeys: NamedKeys;
  readonly entryPoints: readonly EntryPoint[];
  /** The topics of the contract's messages, where it has any. */
  readonly topics?: readonly string[];
};

export type ContractPackage = {
  readonly kind: 'package';
  readonly accessKey: string;
  /** The versions, counted from one. */
  readonly versions: readonly StateKey[];
  /** Versions that may not be called, where there are any. */
  readonly disabled?: readonly StateKey[];
  readonly locked: boolean;
};

/** How many messages were sent under a topic in the last block that had one. */
export type MessageTopic = {
  readonly kind: 'topic';
  readonly name: string;
  readonly messageCount: number;
  readonly blockTimeMs: number;
};

export type StoredMessage = { readonly kind: 'message'; readonly checksum: string };

export type ContractWasm = { readonly kind: 'wasm'; readonly bytes: Bytes };

export type StoredValue = { readonly kind: 'value' } & CLValue;

/** The value under one key of global state. */
export type Stored = StoredValue | Account | Contract | ContractPackage | ContractWasm | MessageTopic | StoredMessage;

/** The trace of a write: a value, or nothing any more. */
export type Written = Stored | { readonly kind: 'pruned' };

export function unlessPruned(written: Written | undefined): Stored | undefined {
  return written?.kind === 'pruned' ? undefined : written;
}

/** The names that a node has for what is no value. */
export const KINDS: Readonly<Record<Exclude<Stored['kind'], 'value'>, string>> = {
  account: 'Account',
  contract: 'Contract',
  message: 'Message',
  package: 'ContractPackage',
  topic: 'MessageTopic',
  wasm: 'ContractWasm',
};

/** The one form in which a stored thing is written to the journal and hashed into the state root. */
export function storedToJson(stored: Written): unknown {
  return stored.kind === 'value' || stored.kind === 'wasm' ? { ...stored, bytes: hex(stored.bytes) } : stored;
}

/** The inverse of {@link storedToJson}, for values that this program wrote itself. */
export function storedFromJson(json: unknown): Written {
  const stored = json as Written;
  return stored.kind === 'value' || stored.kind === 'wasm'
    ? { ...stored, bytes: unhex(stored.bytes as unknown as string) }
    : stored;
}

export function isContract(stored: Stored | undefined): stored is Contract {
  return stored?.kind === 'contract';
}

export function isAccount(stored: Stored | undefined): stored is Account {
  return stored?.kind === 'account';
}
