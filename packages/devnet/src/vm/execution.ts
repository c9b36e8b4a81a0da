import { type Bytes, blake, hex, u32 } from '../codec/bytes.ts';
import { type Args, type CLValue, urefsIn, valueToBytes } from '../codec/cl-value.ts';
import { isURef, RIGHTS, type StateKey, type URef, urefFromText } from '../codec/keys.ts';
import { GAS_PER_STORED_BYTE } from '../wasm/costs.ts';
import { AccessRights } from './access-rights.ts';
import { Trap } from './errors.ts';
import { Gas } from './gas.ts';
import type { Caller, Machine } from './machine.ts';
import { runWasm } from './run-wasm.ts';
import { type Account, type Contract, isAccount, isContract, type NamedKeys, type Stored } from './stored.ts';

const CALL_STACK_MAX = 12;

export type ExecutionOptions = {
  /** Different for each deploy; new addresses are derived from it. */
  readonly seed: Bytes;
  readonly gasLimit: bigint;
  readonly read: (key: StateKey) => Stored | undefined;
  readonly blockTimeMs: number;
  readonly account: StateKey;
};

/** One deploy at work: what it has written so far, its gas, and the addresses it makes. */
export class Execution implements Machine {
  readonly writes = new Map<StateKey, Stored>();
  readonly gas: Gas;
  readonly blockTimeMs: number;
  readonly account: StateKey;
  readonly #seed: Bytes;
  readonly #read: (key: StateKey) => Stored | undefined;
  #addresses = 0;

  constructor({ seed, gasLimit, read, blockTimeMs, account }: ExecutionOptions) {
    this.#seed = seed;
    this.gas = new Gas(gasLimit);
    this.#read = read;
    this.blockTimeMs = blockTimeMs;
    this.account = account;
  }

  get(key: StateKey): Stored | undefined {
    return this.writes.get(key) ?? this.#read(key);
  }

  /** @param bytes the length of what a node would store, which is what costs */
  set(key: StateKey, stored: Stored, bytes: number): void {
    this.gas.charge(BigInt(bytes) * GAS_PER_STORED_BYTE);
    this.writes.set(key, stored);
  }

  setValue(key: StateKey, value: CLValue): void {
    this.set(key, { kind: 'value', ...value }, 1 + valueToBytes(value).length);
  }

  newAddress(): Bytes {
    return blake(this.#seed, u32(this.#addresses++));
  }

  newURef(value: CLValue): URef {
    const address = hex(this.newAddress());
    this.setValue(`uref-${address}`, value);
    return { address, rights: RIGHTS.all };
  }

  /** Runs wasm that came with the deploy, in the name of its account. */
  runSession(wasm: Bytes, args: Args): void {
    const stack = [{ account: this.account }];
    runWasm(this, { wasm, entryPoint: 'call', context: this.account, args, stack, rights: this.accountRights() });
  }

  /** Runs an entry point of a stored contract for the deploy itself. */
  callFromDeploy(contractKey: StateKey, entryPoint: string, args: Args): void {
    this.callContract(contractKey, entryPoint, args, [{ account: this.account }], this.accountRights());
  }

  /**
   * @param callerRights what the caller may hand on; what it is handed back is added
   * @throws Trap
   */
  callContract(
    contractKey: StateKey,
    entryPointName: string,
    args: Args,
    callers: readonly Caller[],
    callerRights: AccessRights,
  ): CLValue | null {
    const contract = this.get(contractKey);
    if (!isContract(contract)) throw new Trap(`No such contract: ${contractKey}`);
    const entryPoint = contract.entryPoints.find(({ name }) => name === entryPointName);
    if (!entryPoint) throw new Trap(`No such method: ${entryPointName}`);
    if (entryPoint.access !== 'Public' || entryPoint.entry_point_type !== 'Called') throw new Trap('Invalid context');
    if (callers.length >= CALL_STACK_MAX) throw new Trap('Runtime stack overflow');
    const wasm = this.get(contract.wasmKey);
    if (wasm?.kind !== 'wasm') throw new Trap(`No such contract wasm: ${contract.wasmKey}`);
    const rights = rightsOf(contract.namedKeys);
    for (const value of args.values()) handOver(value, callerRights, rights);
    const answer = runWasm(this, {
      wasm: wasm.bytes,
      entryPoint: entryPointName,
      context: contractKey,
      args,
      stack: [...callers, { packageKey: contract.packageKey, contractKey }],
      rights,
    });
    if (answer) handOver(answer, rights, callerRights);
    return answer;
  }

  /** @returns the newest version, or the version asked for, counted from one */
  contractOfPackage(packageKey: StateKey, version: number | null): StateKey {
    const found = this.get(packageKey);
    const versions = found?.kind === 'package' ? found.versions : [];
    const contract = versions.at(version === null ? -1 : version - 1);
    if (contract === undefined || version === 0) throw new Trap(`Invalid contract version: ${version}`);
    return contract;
  }

  holder(context: StateKey): Account | Contract {
    const holder = this.get(context);
    if (!isAccount(holder) && !isContract(holder)) throw new Trap(`No such account or contract: ${context}`);
    return holder;
  }

  private accountRights(): AccessRights {
    const account = this.holder(this.account);
    const rights = rightsOf(account.namedKeys);
    if (account.kind === 'account') rights.grant(urefFromText(account.mainPurse));
    return rights;
  }
}

function rightsOf(namedKeys: NamedKeys): AccessRights {
  const rights = new AccessRights();
  for (const key of Object.values(namedKeys)) if (isURef(key)) rights.grant(urefFromText(key));
  return rights;
}

/** Whoever passes a URef on must hold it, and whoever receives it may use it. */
function handOver(value: CLValue, from: AccessRights, to: AccessRights): void {
  for (const uref of urefsIn(value)) {
    from.require(uref, RIGHTS.none);
    to.grant(uref);
  }
}
