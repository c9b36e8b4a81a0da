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
};

export type ContractPackage = {
  readonly kind: 'package';
  readonly accessKey: string;
  readonly versions: readonly StateKey[];
  readonly locked: boolean;
};

export type ContractWasm = { readonly kind: 'wasm'; readonly bytes: Bytes };

export type StoredValue = { readonly kind: 'value' } & CLValue;

/** What lies under one key of global state. */
export type Stored = StoredValue | Account | Contract | ContractPackage | ContractWasm;

/** The one form in which a stored thing is written to the journal and hashed into the state root. */
export function storedToJson(stored: Stored): unknown {
  return stored.kind === 'value' || stored.kind === 'wasm' ? { ...stored, bytes: hex(stored.bytes) } : stored;
}

/** The inverse of {@link storedToJson}, for what this program wrote itself. */
export function storedFromJson(json: unknown): Stored {
  const stored = json as Stored;
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
