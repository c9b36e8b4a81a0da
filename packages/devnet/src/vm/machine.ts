import type { Bytes } from '../codec/bytes.ts';
import type { Args, CLValue } from '../codec/cl-value.ts';
import type { StateKey, URef } from '../codec/keys.ts';
import type { HostFunctionName } from '../protocol/host-functions.ts';
import type { AccessRights } from './access-rights.ts';
import type { Compiled } from './compile.ts';
import type { Gas } from './gas.ts';
import type { Account, Contract, ContractPackage, Stored } from './stored.ts';

/** A caller in the chain of calls, the deploy's account first. */
export type Caller = { readonly account: StateKey } | { readonly packageKey: StateKey; readonly contractKey: StateKey };

/** A message of a contract, for the event stream; the state keeps its hash. */
export type Message = {
  readonly contractKey: StateKey;
  readonly payload: { readonly String: string } | { readonly Bytes: string };
  readonly topic: string;
  /** The message's index within the block: in its topic, and among all messages. */
  readonly topicIndex: number;
  readonly blockIndex: number;
};

/** The messages of one deploy, and the gas that the next one costs more than the first. */
export type Messages = { readonly sent: Message[]; surcharge: number };

/** The block in which a deploy is executed. */
export type BlockInfo = {
  readonly timeMs: number;
  readonly height: number;
  readonly parentHash: string;
  /** The state before the block. */
  readonly stateRoot: string;
};

/** One call: the code, its name and its arguments. */
export type Frame = {
  readonly compiled: Compiled;
  readonly entryPoint: string;
  /** The account or contract whose named keys the code sees. */
  readonly context: StateKey;
  readonly args: Args;
  readonly stack: readonly Caller[];
  readonly rights: AccessRights;
};

/** The part of its deploy's execution that the running code reaches. */
export type Machine = {
  readonly gas: Gas;
  readonly account: StateKey;
  /** The accounts whose keys signed. */
  readonly authorizationKeys: readonly StateKey[];
  readonly block: BlockInfo;
  /** Whether new versions of contracts may be added, which a transaction has to say. */
  readonly mayInstall: boolean;
  readonly messages: Messages;
  get(key: StateKey): Stored | undefined;
  /** @param bytes the length of the value as a node would store it, which decides the cost */
  set(key: StateKey, stored: Stored, bytes: number): void;
  setValue(key: StateKey, value: CLValue): void;
  /** Takes away, which costs nothing. */
  prune(key: StateKey): void;
  /** @throws OutOfGas */
  payForBytes(count: number): void;
  holder(context: StateKey): Account | Contract;
  newAddress(): Bytes;
  newURef(value: CLValue): URef;
  /** @throws Trap when there is none */
  packageAt(packageKey: StateKey): ContractPackage;
  /** @param version counted from one; null is the newest that is enabled */
  contractOfPackage(packageKey: StateKey, major: number | null, version: number | null): StateKey;
  /**
   * @param callerRights the rights the caller may hand on; rights handed back are added
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
