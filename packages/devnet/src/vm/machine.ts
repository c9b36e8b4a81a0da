import type { Bytes } from '../codec/bytes.ts';
import type { Args, CLValue } from '../codec/cl-value.ts';
import type { StateKey, URef } from '../codec/keys.ts';
import type { HostFunctionName } from '../wasm/costs.ts';
import type { AccessRights } from './access-rights.ts';
import type { Gas } from './gas.ts';
import type { Account, Contract, Stored } from './stored.ts';

/** Who called whom, the deploy's account first. */
export type Caller = { readonly account: StateKey } | { readonly packageKey: StateKey; readonly contractKey: StateKey };

/** One call: which code runs in whose name, with what. */
export type Frame = {
  readonly wasm: Bytes;
  readonly entryPoint: string;
  /** The account or contract whose named keys the code sees. */
  readonly context: StateKey;
  readonly args: Args;
  readonly stack: readonly Caller[];
  readonly rights: AccessRights;
};

/** What the running code reaches of its deploy's execution. */
export type Machine = {
  readonly gas: Gas;
  readonly account: StateKey;
  readonly blockTimeMs: number;
  get(key: StateKey): Stored | undefined;
  /** @param bytes the length of what a node would store, which is what costs */
  set(key: StateKey, stored: Stored, bytes: number): void;
  setValue(key: StateKey, value: CLValue): void;
  holder(context: StateKey): Account | Contract;
  newAddress(): Bytes;
  newURef(value: CLValue): URef;
  /** @param version counted from one; null is the newest */
  contractOfPackage(packageKey: StateKey, version: number | null): StateKey;
  /**
   * @param callerRights what the caller may hand on; what it is handed back is added
   * @throws Trap
   */
  callContract(
    contractKey: StateKey,
    entryPoint: string,
    args: Args,
    callers: readonly Caller[],
    callerRights: AccessRights,
  ): CLValue | null;
};

/** A pointer, a length or a code; the machine knows no other arguments and answers. */
export type HostFunction = (...args: number[]) => number | undefined;
export type HostFunctions = Partial<Record<HostFunctionName, HostFunction>>;
